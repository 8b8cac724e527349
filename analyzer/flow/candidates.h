// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, judged one at a time for being a step loop: what a round hands to the next, and what is made of it.
#ifndef DETRAIN_ANALYZER_FLOW_CANDIDATES_H
#define DETRAIN_ANALYZER_FLOW_CANDIDATES_H

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/flow/loop_uses.h"
#include "analyzer/flow/sums.h"

namespace detrain::flow {

struct Candidate {
  ScopeId loop = kNone;
  std::vector<NodeId> carried;
  std::unordered_map<NodeId, NodeId> blockers;  // of these, in floating point: what is in the way of its being a sum
  bool is_reread = false;                       // there is one
  std::vector<NodeId> overwritten;              // cells whose content no round hands to the next
  bool has_float = false;
  bool has_scaled = false;  // integers that a round multiplies
  bool is_over_elements = false;
};

// What all judges ask of the graph; made once, on `jobs` threads.
struct LoopFacts {
  LoopFacts(const Flow& flow, std::size_t jobs);

  std::vector<AccessKind> kinds;
  SumFacts sums;
  std::vector<std::vector<NodeId>> rounds;  // per scope
};

// Has marks of its own for every node: what it says of a loop does not depend on what it was asked before. Judges of
// one program may be asked at the same time.
class LoopJudge {
 public:
  LoopJudge(const Flow& flow, const LoopFacts& facts);

  Candidate Judge(ScopeId loop);

  // Of what a loop hands on, what is only measured and printed.
  std::unordered_set<NodeId> Measured(const Candidate& candidate);
  [[nodiscard]] bool IsFloat(NodeId node) const { return facts_.sums.IsFloat(node); }

 private:
  [[nodiscard]] std::vector<bool> AroundOf(ScopeId loop) const;
  [[nodiscard]] bool Outlives(NodeId cell, const LoopUses& walk, const std::vector<bool>& around) const;
  [[nodiscard]] bool IsLocal(const Object& object) const;
  [[nodiscard]] bool IsRead(NodeId round) const;
  [[nodiscard]] bool IsScaled(NodeId round, const LoopUses& walk) const;
  [[nodiscard]] bool IsScalar(NodeId cell) const;
  [[nodiscard]] bool IsOverElements(const Candidate& candidate) const;

  const Flow& flow_;
  const rir::Module& module_;
  const LoopFacts& facts_;
  UsesFinder uses_;
  SumSearch sums_;
};

}  // namespace detrain::flow

#endif
