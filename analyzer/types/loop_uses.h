// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one round of a loop does with cells: which it reads before it overwrites them, which it overwrites, which it
// writes.
#ifndef DETRAIN_ANALYZER_TYPES_LOOP_USES_H
#define DETRAIN_ANALYZER_TYPES_LOOP_USES_H

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "analyzer/types/constants.h"
#include "analyzer/types/flow.h"

namespace detrain::types {

struct Use {
  bool exposed = false;  // may be read before it is overwritten
  bool killed = false;   // is overwritten on every way
  bool written = false;
};

struct LoopUses {
  std::unordered_map<NodeId, Use> uses;  // by cell
  std::vector<bool> inside;              // per scope: InsideOf
  bool has_loop = false;                 // within
};

class UsesFinder {
 public:
  explicit UsesFinder(const Flow& flow) : flow_(flow) {}
  LoopUses Of(ScopeId loop);

 private:
  struct Branches {               // of one scope, as far as they are followed
    const rir::Op* op = nullptr;  // the last one, and what it overwrites
    std::set<NodeId> killed;
    std::map<Asked, std::set<NodeId>> killed_by;
  };
  struct Walk {
    LoopUses out;
    std::vector<bool> seen;     // per scope
    std::vector<NodeId> local;  // cells that count as overwritten up to the end of the branch only
  };

  void Follow(ScopeId scope, Walk& walk, bool is_certain, bool in_loop);
  void FollowBranch(ScopeId branch, Walk& walk, Branches& before, bool is_certain, bool in_loop);
  bool Never(ScopeId branch);
  void Touch(const Access& access, Walk& walk, bool is_certain, bool in_loop);
  [[nodiscard]] bool IsWithin(NodeId part, NodeId first, const rir::Op& op) const;
  void TouchRest(NodeId first, const rir::Op& op, Walk& walk, bool is_certain);
  static void Kill(NodeId cell, Use& use, Walk& walk, bool is_certain);
  [[nodiscard]] bool IsElement(NodeId address) const;

  const Flow& flow_;
  std::unordered_map<ScopeId, bool> never_;
};

}  // namespace detrain::types

#endif
