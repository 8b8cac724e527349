// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/in_loop.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>

namespace detrain::audit {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

namespace {

bool ComesFromOutside(const rir::Op& op) {
  return std::holds_alternative<rir::DrawOp>(op.data) || std::holds_alternative<rir::InputOp>(op.data) ||
         std::holds_alternative<rir::OpaqueOp>(op.data);
}

bool IsWithin(const std::set<LeafId>& some, const std::set<LeafId>& all) {
  return std::ranges::includes(all, some);
}

}  // namespace

// Other ways to write memory than a store count as unknown.
InLoop::InLoop(const flow::Flow& flow, const Leaves& leaves, const Around& around)
    : flow_(flow), leaves_(leaves), around_(around), seen_(flow.nodes.size(), 0) {
  for (const flow::Access& access : flow.accesses) {
    if (!access.writes || !around.Of(access.node).inside)
      continue;
    const bool is_store = std::holds_alternative<rir::StoreOp>(flow.nodes[access.node].op->data);
    for (const NodeId cell : flow.PointsTo(access.address))
      if (const auto leaf = leaves.of.find(cell); leaf != leaves.of.end()) {
        std::vector<Store>& stores = stores_[leaf->second];
        stores.push_back(Of(access.node));
        stores.back().is_fixed &= is_store;
      }
  }
  for (LeafId leaf = 0; leaf < leaves.all.size(); ++leaf)
    if (flow.nodes[leaves.all[leaf].node].kind == NodeKind::Round)
      AddVariable(leaf);
}

// The stores whose values meet at the top of the loop.
void InLoop::AddVariable(LeafId leaf) {
  std::vector<NodeId> open = {leaves_.all[leaf].node};
  std::unordered_set<NodeId> seen = {open.front()};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (flow_.nodes[at].kind == NodeKind::Effect) {
      if (around_.Of(at).inside)
        stores_[leaf].push_back(Of(at));
      continue;
    }
    flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Copy && seen.insert(from).second)
        open.push_back(from);
    });
  }
}

InLoop::Store InLoop::Of(NodeId node) const {
  Store store;
  std::vector<NodeId> guards = GuardsOf(node);
  store.is_fixed = store.is_constant = Back(node, false, store.data);
  Back(node, true, store.moved);
  for (const NodeId condition : Conditions(guards, false))
    Back(condition, false, store.branches);
  for (const NodeId condition : Conditions(std::move(guards), true))
    store.is_fixed &= Back(condition, false, store.guards);
  return store;
}

std::vector<NodeId> InLoop::GuardsOf(NodeId node) const {
  std::vector<NodeId> guards;
  flow_.ForBefore(node, [&](NodeId from, EdgeKind kind) {
    if (kind == EdgeKind::Control)
      guards.push_back(from);
  });
  return guards;
}

std::set<LeafId> InLoop::LeadTo(NodeId value) const {
  std::set<LeafId> leaves;
  Back(value, false, leaves);
  return leaves;
}

std::set<NodeId> InLoop::JumpsBefore(NodeId node) const {
  const std::vector<NodeId> guards = GuardsOf(node), all = Conditions(guards, true);
  std::set<NodeId> jumps(all.begin(), all.end());
  for (const NodeId condition : Conditions(guards, false))
    jumps.erase(condition);
  return jumps;
}

bool InLoop::IsLoops(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  return node.kind == NodeKind::Control && node.scope == around_.loop() && node.op == flow_.scopes[around_.loop()].op;
}

// Where what decided before meets what decides on leaving early, which is a node of later making.
bool InLoop::IsJoin(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  return node.op == nullptr && (node.instance == flow::kNone || flow_.instances[node.instance].control != id);
}

// The values that decide, up to the step loop's own condition.
std::vector<NodeId> InLoop::Conditions(std::vector<NodeId> open, bool with_jumps) const {
  std::vector<NodeId> conditions;
  std::unordered_set<NodeId> seen;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (IsLoops(at) || !seen.insert(at).second)
      continue;
    if (flow_.nodes[at].kind != NodeKind::Control) {
      conditions.push_back(at);
      continue;
    }
    const bool is_first_only = !with_jumps && IsJoin(at);
    bool is_first = true;
    flow_.ForBefore(at, [&](NodeId from, EdgeKind) {
      if (is_first || !is_first_only)
        open.push_back(from);
      is_first = false;
    });
  }
  return conditions;
}

// The leaves that it is computed from, or copied from. False: something else comes in that may change.
bool InLoop::Back(NodeId start, bool is_moved, std::set<LeafId>& out) const {
  bool is_fixed = true;
  std::vector<NodeId> open = {start};
  seen_[start] = ++search_;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (const auto leaf = leaves_.of.find(at); leaf != leaves_.of.end()) {
      out.insert(leaf->second);
      continue;
    }
    const flow::Node& node = flow_.nodes[at];
    const bool is_op = node.op != nullptr && (node.kind == NodeKind::Value || node.kind == NodeKind::Effect);
    is_fixed = is_fixed && !(is_op && ComesFromOutside(*node.op));
    if (is_moved && is_op && std::holds_alternative<rir::ComputeOp>(node.op->data))
      continue;
    flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
      const bool goes = kind <= (is_moved ? EdgeKind::Copy : EdgeKind::Data);
      if (goes && std::exchange(seen_[from], search_) != search_)
        open.push_back(from);
    });
  }
  return is_fixed;
}

bool InLoop::IsInCircle(LeafId leaf, std::set<LeafId> Store::* needs) const {
  std::vector<LeafId> open = {leaf};
  std::set<LeafId> seen;
  while (!open.empty()) {
    const auto found = stores_.find(open.back());
    open.pop_back();
    if (found == stores_.end())
      continue;
    for (const Store& store : found->second)
      for (const LeafId next : store.*needs) {
        if (next == leaf)
          return true;
        if (seen.insert(next).second)
          open.push_back(next);
      }
  }
  return false;
}

bool InLoop::IsOnlySet(LeafId leaf) const {
  const auto found = stores_.find(leaf);
  return found != stores_.end() &&
         std::ranges::all_of(found->second, [](const Store& store) { return store.data.empty() && store.is_constant; });
}

bool InLoop::IsCounter(LeafId leaf) const {
  const auto found = stores_.find(leaf);
  return found != stores_.end() && std::ranges::all_of(found->second, [&](const Store& store) {
           return store.is_constant && store.branches.empty() && store.data == std::set<LeafId>{leaf};
         });
}

std::set<LeafId> InLoop::SetUpAgain(const std::set<LeafId>& missing, const std::set<LeafId>& restored) const {
  std::set<LeafId> again = missing;
  for (const LeafId leaf : restored)
    if (const auto found = stores_.find(leaf); found != stores_.end())
      for (const Store& store : found->second)
        for (const LeafId guard : store.branches)
          again.erase(guard);
  const auto is_not = [&](LeafId leaf) {
    const auto found = stores_.find(leaf);
    return found == stores_.end() || IsFromItself(leaf) || std::ranges::any_of(found->second, [&](const Store& store) {
             return !store.is_fixed || store.guards.empty() || !IsWithin(store.data, again) ||
                    !IsWithin(store.guards, again);
           });
  };
  while (std::erase_if(again, is_not) != 0) {
  }
  return again;
}

}  // namespace detrain::audit
