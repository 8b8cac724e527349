// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one round of a loop does with cells: which it reads before it overwrites them, which it overwrites, which it
// writes.
#ifndef DETRAIN_ANALYZER_FLOW_LOOP_USES_H
#define DETRAIN_ANALYZER_FLOW_LOOP_USES_H

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/flow/constants.h"
#include "analyzer/flow/flow.h"

namespace detrain::flow {

struct Use {
  bool exposed = false;  // may be read before it is overwritten
  bool killed = false;   // is overwritten on every way
  bool written = false;
};

struct LoopUses {
  std::vector<std::pair<NodeId, Use>> uses;  // of cells, in the order in which they are met
  std::vector<bool> inside;                  // per scope: InsideOf
  bool has_loop = false;                     // within
  bool has_launch = false;                   // as well
};

// Of an access: what its op is, which lies far away in memory.
struct AccessKind {
  bool is_store = false, is_copy = false, is_element = false;
};
std::vector<AccessKind> AccessKindsOf(const Flow& flow);

class UsesFinder {
 public:
  // `kinds`: AccessKindsOf(flow).
  UsesFinder(const Flow& flow, const std::vector<AccessKind>& kinds);
  LoopUses Of(ScopeId loop);

 private:
  struct Branches {               // of one scope, as far as they are followed
    const rir::Op* op = nullptr;  // the last one, and what it overwrites
    std::vector<NodeId> killed;   // in ascending order
    std::map<Asked, std::vector<NodeId>> killed_by;
  };
  struct Walk {
    LoopUses out;
    std::vector<bool> seen;     // per scope
    std::vector<NodeId> local;  // cells that count as overwritten up to the end of the branch only
  };

  // Of a branch: whether it never runs, and what it asks.
  struct Known {
    bool never = false;
    Asked asked;
  };
  const Known& KnownOf(ScopeId branch);
  Use& UseOf(NodeId cell);
  void Follow(ScopeId scope, Walk& walk, bool is_certain, bool in_loop);
  void FollowBranch(ScopeId branch, Walk& walk, Branches& before, bool is_certain, bool in_loop);
  void Touch(const Access& access, Walk& walk, bool is_certain, bool in_loop);
  [[nodiscard]] bool IsWithin(NodeId part, NodeId first, const rir::Op& op) const;
  void TouchRest(NodeId first, const rir::Op& op, Walk& walk, bool is_certain);
  static void Kill(NodeId cell, Use& use, Walk& walk, bool is_certain);

  const Flow& flow_;
  std::vector<std::optional<Known>> known_;  // per scope
  const std::vector<AccessKind>& kinds_;
  // Per node: the walk that met it last, and its use there. A walk for each of a program's loops has no time for a map.
  struct Slot {
    std::uint32_t walk = 0;
    Use use;
  };
  std::vector<Slot> slots_;
  std::vector<NodeId> met_;  // by the walk under way, in that order
  std::uint32_t walks_ = 0;
};

}  // namespace detrain::flow

#endif
