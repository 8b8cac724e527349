// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much a piece of a program computes, guessed from its text: each loop is taken to make ten iterations, as
// compilers guess where no profile tells (Wu and Larus, "Static branch frequency and program profile analysis", 1994).
#ifndef DETRAIN_ANALYZER_TIER0_COMPUTATIONS_H
#define DETRAIN_ANALYZER_TIER0_COMPUTATIONS_H

#include <map>
#include <set>

#include "analyzer/flow/flow.h"
#include "analyzer/infer/callees.h"
#include "analyzer/rir/rir.h"

namespace detrain::tier0 {

class Computations {
 public:
  static constexpr double kIterations = 10;

  // Of operations that compute numbers of that kind. What a call through a pointer leads to, the flow graph tells;
  // where it does not follow the call, it is what fits by its type or stands in the table of virtual functions. The
  // arguments outlive the object.
  Computations(const flow::Flow& flow, const infer::Callees& callees, rir::TypeKind kind);

  // How many such operations one iteration of the loop runs.
  double In(flow::ScopeId loop);
  double InMain();  // a run of the program

 private:
  double InBlocks(const rir::Function& function, const rir::Op& op);
  double Of(const rir::Function& function, const rir::Op& op);
  double InFunction(rir::FunctionId id);  // one that calls itself is entered once
  [[nodiscard]] std::set<rir::FunctionId> Called(const rir::Function& function, const rir::Op& op,
                                                 const rir::CallOp& call) const;

  const flow::Flow& flow_;
  const infer::Callees& callees_;
  const rir::TypeKind kind_;
  std::map<const rir::Op*, std::set<rir::FunctionId>> called_;  // as the flow graph tells
  std::map<rir::FunctionId, double> functions_;
  std::map<const rir::Op*, double> loops_;
};

}  // namespace detrain::tier0

#endif
