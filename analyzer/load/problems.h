// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Clang says of a unit, and whose fault it is.
#ifndef DETRAIN_ANALYZER_LOAD_PROBLEMS_H
#define DETRAIN_ANALYZER_LOAD_PROBLEMS_H

#include <clang/Basic/Diagnostic.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/load/literal_types.h"
#include "analyzer/load/load.h"
#include "analyzer/load/names.h"

namespace detrain::load {

struct Problem {
  std::string message;
  Location location;
  unsigned id = 0;                                  // Clang's
  bool is_fatal = false;                            // Clang stopped
  bool in_system = false;                           // in a header that is not the user's
  bool is_unmade = false;                           // in a template that nobody can instantiate
  bool lacks_target = false;                        // a function would fit, but for where it may run
  std::optional<ConstexprPlace> not_constant = {};  // its word, where a type of the function is not literal
};

struct Problems {
  std::vector<Problem> all;                // errors, in the order in which Clang met them
  std::vector<std::string> unknown_flags;  // that the driver does not know

  // The first that is the user's own. Of a unit of CUDA some are not: what nvcc takes and Clang does not, and what CUDA
  // 13 took away, which nvcc 13 rejects as well; the analysis goes on without the expression.
  const Problem* OfTheUser(const std::optional<Cuda>& cuda) const;
  // What to read as `inline`.
  std::set<ConstexprPlace> NotConstant() const;
  // What is to be said of the others.
  std::vector<diag::Diagnostic> Remarks(const std::optional<Cuda>& cuda) const;
};

// Collects into `problems`.
class ProblemConsumer : public clang::DiagnosticConsumer {
 public:
  ProblemConsumer(std::shared_ptr<Problems> problems, const Command& command)
      : problems_(std::move(problems)), names_(command) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  std::shared_ptr<Problems> problems_;
  Names names_;
};

}  // namespace detrain::load

#endif
