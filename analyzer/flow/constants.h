// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What decides on branches: values that are the same in all runs, as far as going back from them tells, and those that
// several branches ask for.
#ifndef DETRAIN_ANALYZER_FLOW_CONSTANTS_H
#define DETRAIN_ANALYZER_FLOW_CONSTANTS_H

#include <compare>
#include <optional>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// The number that an operand of an op of the instance is, whenever it runs; nothing: not known, or it varies.
std::optional<double> ConstantOf(const Flow& flow, const rir::Operand& operand, InstanceId instance);

// What the one call of its function hands a parameter, as an operand of the caller; null: there may be several calls.
const rir::Operand* HandedTo(const Flow& flow, NodeId parameter);

// Whether the scope is a branch that is never taken: its condition is what the one call of the function hands it, or
// all that is ever stored in the variable that it is read from.
bool NeverRuns(const Flow& flow, ScopeId scope);

// What a branch asks before it is taken: branches of one scope that ask the same are all taken, or none.
struct Asked {
  NodeId value = kNone;
  bool is_zero = false;
  auto operator<=>(const Asked&) const = default;
};
Asked AskedBy(const Flow& flow, ScopeId branch);

}  // namespace detrain::flow

#endif
