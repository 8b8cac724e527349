// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/flag_guard.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/audit/first_content.h"
#include "analyzer/flow/constants.h"
#include "analyzer/flow/state.h"

namespace detrain::audit {

using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;

namespace {

// Of `x != 1` in the first branch or `x == 1` in the second: the comparison; null: it asks for something else.
const rir::ComputeOp* ComparisonOf(const flow::Flow& flow, const flow::Scope& branch) {
  const auto* choice = std::get_if<rir::IfOp>(&branch.op->data);
  const NodeId condition = choice == nullptr ? kNone : flow.NodeOf(choice->condition, branch.instance);
  const rir::ComputeOp* compare = condition == kNone ? nullptr : flow::ComputeOf(flow, condition);
  const auto wanted = choice != nullptr && branch.block == choice->then_block ? rir::Opcode::Ne : rir::Opcode::Eq;
  return compare != nullptr && compare->opcode == wanted ? compare : nullptr;
}

}  // namespace

FlagGuards::FlagGuards(const flow::Flow& flow, const Leaves& leaves, const std::function<bool(LeafId)>& is_idle)
    : flow_(flow), leaves_(leaves) {
  for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope) {
    if (flow.scopes[scope].kind != flow::ScopeKind::Branch || ComparisonOf(flow, flow.scopes[scope]) == nullptr)
      continue;
    Look(scope);
    const auto store = stores_.find(scope);
    if (const NodeId load = AskedIn(scope);
        store != stores_.end() && IsUsedOnce(load) && DoesNothingElse(scope, store->second, is_idle))
      loads_.insert(load);
  }
}

NodeId FlagGuards::StoreIn(ScopeId branch) const {
  const auto found = stores_.find(branch);
  return found == stores_.end() ? kNone : found->second;
}

// The load of what is compared.
NodeId FlagGuards::AskedIn(ScopeId branch) const {
  const flow::Scope& scope = flow_.scopes[branch];
  const NodeId asked = flow_.NodeOf(ComparisonOf(flow_, scope)->args[0], scope.instance);
  return flow_.AccessOf(asked) != nullptr ? asked : kNone;
}

void FlagGuards::Look(ScopeId branch) {
  const flow::Scope& scope = flow_.scopes[branch];
  const NodeId load = AskedIn(branch);
  const auto value = flow::ConstantOf(flow_, ComparisonOf(flow_, scope)->args[1], scope.instance);
  if (load == kNone || !value)
    return;
  const auto asked = flow_.PointsTo(flow_.AccessOf(load)->address);
  for (const flow::Event& event : scope.events) {
    if (event.scope != kNone || event.node == kNone)
      continue;
    const flow::Access& access = *flow_.AccessOf(event.node);
    const auto stored = flow_.PointsTo(access.address);
    if (!asked.empty() && access.writes && StoredBy(flow_, access) == value && stored.size() == asked.size() &&
        std::ranges::is_permutation(stored, asked))
      stores_[branch] = event.node;
  }
}

// Compared, and the branch of it.
bool FlagGuards::IsUsedOnce(NodeId load) const {
  const auto count = [&](NodeId node, NodeKind kind) {
    std::size_t all = 0, others = 0;
    flow_.ForEdges(node, [&](const flow::Edge& edge) {
      ++all;
      others += flow_.nodes[edge.to].kind == kind ? 0 : 1;
    });
    return std::pair(all, others);
  };
  if (count(load, NodeKind::Value) != std::pair<std::size_t, std::size_t>(1, 0))
    return false;
  NodeId compared = kNone;
  flow_.ForEdges(load, [&](const flow::Edge& edge) { compared = edge.to; });
  return count(compared, NodeKind::Control).second == 0;
}

bool FlagGuards::DoesNothingElse(ScopeId branch, NodeId store, const std::function<bool(LeafId)>& is_idle) const {
  const std::vector<bool> inside = flow::InsideOf(flow_, branch);
  const auto goes_nowhere = [&](NodeId cell) {
    const auto leaf = leaves_.of.find(cell);
    return leaf != leaves_.of.end() && is_idle(leaf->second);
  };
  for (NodeId id = 0; id < flow_.nodes.size(); ++id) {
    const flow::Node& node = flow_.nodes[id];
    if (node.kind != NodeKind::Effect || node.scope == kNone || !inside[node.scope] || id == store)
      continue;
    const flow::Access* access = flow_.AccessOf(id);
    if (access == nullptr)
      return false;
    const auto cells = flow_.PointsTo(access->address);
    if (cells.empty() || !std::ranges::all_of(cells, goes_nowhere))
      return false;
  }
  return true;
}

}  // namespace detrain::audit
