// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a save must write: the numbers that live from step to step, as nodes of the graph.
#ifndef DETRAIN_ANALYZER_AUDIT_LEAVES_H
#define DETRAIN_ANALYZER_AUDIT_LEAVES_H

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/base/location.h"
#include "analyzer/plan/plan.h"
#include "analyzer/types/flow.h"
#include "analyzer/types/state.h"

namespace detrain::audit {

using LeafId = std::uint32_t;

struct Leaf {
  types::NodeId node = types::kNone;  // a cell, or a variable at the top of the loop
  std::string name;                   // "model.m_memory"
  rir::RegionId root = rir::kNone;    // the variable that it is a part of, or whose pointers lead to it
  bool is_pointer = false;
  bool is_measured = false;        // reaches itself and printed text only
  bool is_frozen = false;          // FrozenIn: no step changes it
  std::optional<Location> set_at;  // that the plan leaves out under conditions: where a step sets it before it is read
};

struct Leaves {
  std::vector<Leaf> all;
  std::unordered_map<types::NodeId, LeafId> of;
};

// What the plan says of nodes.
class PlanView {
 public:
  PlanView(const types::Flow& flow, const plan::CheckpointPlan* plan);

  // Whether a checkpoint holds it; nothing where the plan does not speak of it.
  [[nodiscard]] std::optional<bool> IsSaved(types::NodeId node) const;
  // Whether it holds an address; nothing where the plan does not speak of it.
  [[nodiscard]] std::optional<bool> IsPointer(types::NodeId node) const;
  // Of what a checkpoint holds only where sizes are such that a step does not set all of it: where it sets it.
  [[nodiscard]] std::optional<Location> SetAt(types::NodeId node) const;
  // How the plan calls what it saves of a block of the heap: by the pointers that lead there; else empty.
  [[nodiscard]] std::string PathOf(types::NodeId node) const;
  [[nodiscard]] types::ScopeId loop() const { return loop_; }

 private:
  template <typename F>
  void ForEachLeaf(types::NodeId node, const F& see) const;
  void FindLoop();
  void FindVariables();
  void FollowPointers();
  [[nodiscard]] std::string ClassOf(types::ObjectId block) const;
  [[nodiscard]] std::vector<std::size_t> RegionsOf(std::size_t target, types::ObjectId block) const;

  const types::Flow& flow_;
  const plan::CheckpointPlan* plan_;
  types::ScopeId loop_ = types::kNone;
  std::unordered_map<rir::RegionId, std::vector<std::size_t>> of_variable_;  // regions of the plan
  std::set<std::pair<types::ObjectId, std::size_t>> of_object_;
};

// The loop whose rounds are steps: of those of `state` the one that holds the plan's, else the one that hands most on;
// kNone: there is none.
types::ScopeId StepLoop(const types::Flow& flow, const types::State& state, const PlanView& plan);

// Whether the variable can be alive at the top of the loop: no local of a function that is not under way there.
bool IsAlive(const types::Flow& flow, rir::RegionId region, types::ScopeId loop);

// Whether a kernel's own memory or a device's is not meant.
bool IsOnHost(const types::Flow& flow, types::NodeId node);

// With what is frozen, which no plan has to save: a rewritten program is seeded as the first run was.
Leaves LeavesOf(const types::Flow& flow, const types::State& state, const Around& around, const PlanView& plan);

}  // namespace detrain::audit

#endif
