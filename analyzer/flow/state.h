// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lives from step to step, found cheaply: for findings, not for plans. A step loop is an outermost loop whose
// rounds hand numbers in floating point to each other and compute more from them than their own sum.
#ifndef DETRAIN_ANALYZER_FLOW_STATE_H
#define DETRAIN_ANALYZER_FLOW_STATE_H

#include <cstddef>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

struct State {
  std::unordered_map<NodeId, ScopeId> carried;  // cells and rounds: the step loop that they outlive
  // Of these, what reaches nothing but itself and printed text (sums and averages, which a clock in them does not
  // harm), and sums that reach sums of the kind.
  std::unordered_set<NodeId> measured;
  std::unordered_set<NodeId> is_float;  // of these, which hold numbers in floating point
  // Where the module is no whole program: what the outside sees. Cells and results.
  std::unordered_set<NodeId> leaves;
  std::vector<ScopeId> loops;                         // the step loops
  std::map<ScopeId, std::vector<NodeId>> carried_by;  // per step loop: all that it carries; others may carry it as well
  std::map<ScopeId, std::vector<NodeId>>
      overwritten;                                 // per step loop: cells that each round writes before it reads them
  std::map<ScopeId, std::vector<NodeId>> scratch;  // the same, per loop whose rounds threads share out
};

// Also parts the nodes of cells that each step overwrites: what was in them before a step does not reach the step.
// `jobs`: threads that judge loops; the result does not depend on it.
State StateOf(Flow& flow, std::size_t jobs = 1);

// Per scope: whether it lies in `scope`.
std::vector<bool> InsideOf(const Flow& flow, ScopeId scope);

}  // namespace detrain::flow

#endif
