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
#include "analyzer/flow/flow.h"
#include "analyzer/flow/state.h"
#include "analyzer/plan/plan.h"

namespace detrain::audit {

using LeafId = std::uint32_t;

struct Leaf {
  flow::NodeId node = flow::kNone;  // a cell, or a variable at the top of the loop
  std::string name;                 // "model.m_memory"
  rir::RegionId root = rir::kNone;  // the variable that it is a part of, or whose pointers lead to it
  bool is_pointer = false;
  bool is_measured = false;        // reaches itself and printed text only
  bool is_frozen = false;          // FrozenIn: no step changes it
  std::optional<Location> set_at;  // that the plan leaves out under conditions: where a step sets it before it is read
};

struct Leaves {
  std::vector<Leaf> all;
  std::unordered_map<flow::NodeId, LeafId> of;
};

// What the plan says of nodes.
class PlanView {
 public:
  PlanView(const flow::Flow& flow, const plan::CheckpointPlan* plan);

  // Whether a checkpoint holds it; nothing where the plan does not speak of it.
  [[nodiscard]] std::optional<bool> IsSaved(flow::NodeId node) const;
  // Whether it holds an address; nothing where the plan does not speak of it.
  [[nodiscard]] std::optional<bool> IsPointer(flow::NodeId node) const;
  // Of what a checkpoint holds only where sizes are such that a step does not set all of it: where it sets it.
  [[nodiscard]] std::optional<Location> SetAt(flow::NodeId node) const;
  // How the plan calls what it saves of a block of the heap: by the pointers that lead there; else empty.
  [[nodiscard]] std::string PathOf(flow::NodeId node) const;
  [[nodiscard]] flow::ScopeId loop() const { return loop_; }

 private:
  template <typename F>
  void ForEachLeaf(flow::NodeId node, const F& see) const;
  void FindLoop();
  void FindVariables();
  void FollowPointers();
  [[nodiscard]] std::string ClassOf(flow::ObjectId block) const;
  [[nodiscard]] std::vector<std::size_t> RegionsOf(std::size_t target, flow::ObjectId block) const;

  const flow::Flow& flow_;
  const plan::CheckpointPlan* plan_;
  flow::ScopeId loop_ = flow::kNone;
  std::unordered_map<rir::RegionId, std::vector<std::size_t>> of_variable_;  // regions of the plan
  std::set<std::pair<flow::ObjectId, std::size_t>> of_object_;
};

// The loop whose rounds are steps: of those of `state` the one that holds the plan's, else the one that hands most on;
// kNone: there is none.
flow::ScopeId StepLoop(const flow::Flow& flow, const flow::State& state, const PlanView& plan);

// Whether the variable can be alive at the top of the loop: no local of a function that is not under way there.
bool IsAlive(const flow::Flow& flow, rir::RegionId region, flow::ScopeId loop);

// Whether a kernel's own memory or a device's is not meant.
bool IsOnHost(const flow::Flow& flow, flow::NodeId node);

// With what is frozen, which no plan has to save: a rewritten program is seeded as the first run was.
Leaves LeavesOf(const flow::Flow& flow, const flow::State& state, const Around& around, const PlanView& plan);

}  // namespace detrain::audit

#endif
