// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way out for what detrain says. Phases get a Funnel& and emit; the driver decides what
// is kept and who prints it.
#ifndef DETRAIN_ANALYZER_DIAG_FUNNEL_H
#define DETRAIN_ANALYZER_DIAG_FUNNEL_H

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/diag/diagnostic.h"

namespace detrain::diag {

class Funnel {
 public:
  using Printer = std::function<void(const Diagnostic&)>;
  using Filter = std::function<bool(const Diagnostic&)>;

  explicit Funnel(Printer printer) : printer_(std::move(printer)) {}

  // A diagnostic passes when every filter keeps it; suppressions, baselines and configuration are
  // filters. Failures pass always: nobody may silence the reason of an exit code.
  void AddFilter(Filter keep) { filters_.push_back(std::move(keep)); }

  // Filters, drops what was said before of the same place, counts and prints.
  void Emit(const Diagnostic& diagnostic);

  // Says why a command ends, and remembers its exit code. The first one decides.
  void Fail(const Error& error);

  // How many were printed. Failures are not among them.
  std::size_t Count(Severity severity) const { return counts_[static_cast<std::size_t>(severity)]; }

  // A failure's code; else 1 with something printed at or above `gate`; else 0. No gate: never 1.
  int ExitCode(std::optional<Severity> gate) const;

 private:
  bool IsKept(const Diagnostic& diagnostic) const;
  bool IsNew(const Diagnostic& diagnostic);

  Printer printer_;
  std::vector<Filter> filters_;
  std::set<std::tuple<Location, Severity, std::string>> said_;
  std::array<std::size_t, 3> counts_{};
  std::optional<ErrorKind> failure_;
};

// "file:line:column: severity: message [rule]" and the trace, indented below it.
std::string FormatText(const Diagnostic& diagnostic);

// Prints FormatText to stderr.
Funnel::Printer StderrPrinter();

}  // namespace detrain::diag

#endif
