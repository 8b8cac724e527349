// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/barrier_place.h"

#include <algorithm>
#include <set>
#include <variant>

namespace detrain::types {

namespace {

constexpr std::size_t kMostNodes = 4000;  // behind them a value counts as another one in each thread

ScopeId ParentOf(const Flow& flow, ScopeId scope) {
  const std::vector<ScopeId>& parents = flow.scopes[scope].parents;
  return parents.size() == 1 ? parents.front() : kNone;
}

}  // namespace

std::optional<BarrierPlace> BarrierPlacer::Before(const LaunchItem& later, InstanceId in_loop) {
  ScopeId child = in_loop == kNone ? kNone : flow_.instances[in_loop].scope;
  ScopeId scope = child == kNone ? flow_.nodes[later.access->node].scope : ParentOf(flow_, child);
  while (scope != kNone && together_.inside[scope] && flow_.scopes[scope].kind != ScopeKind::Parallel) {
    const std::vector<Event>& events = flow_.scopes[scope].events;
    const auto at = std::ranges::find_if(events, [&](const Event& event) {
      return child == kNone ? event.node == later.access->node : event.scope == child;
    });
    if (at == events.end())
      return std::nullopt;
    const auto event = static_cast<std::size_t>(at - events.begin());
    if (AllComeTo(scope, event))
      return BarrierPlace{scope, event, PlaceOf(*at)};
    child = scope;
    scope = ParentOf(flow_, scope);
  }
  return std::nullopt;
}

rir::Location BarrierPlacer::PlaceOf(const Event& event) const {
  if (event.node != kNone)
    return flow_.PlaceOf(event.node);
  const Scope& scope = flow_.scopes[event.scope];
  if (scope.kind != ScopeKind::Function)
    return flow_.PlaceOf(scope.op->location, scope.instance);
  const Instance& call = flow_.instances[scope.instance];
  return flow_.PlaceOf(call.call, call.caller);
}

// What other functions may call is in step only where it waits itself.
bool BarrierPlacer::AllComeTo(ScopeId scope, std::size_t event) {
  if (!IsOfKernel(flow_.scopes[scope].instance) && !HasBarrier(scope))
    return false;
  std::vector<NodeId> open = DecidesOn(scope, event);
  if (open.empty())
    return false;
  std::set<NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size(); ++i) {
    bool is_same = true;
    flow_.ForBefore(open[i], [&](NodeId from, EdgeKind) {
      if (!is_same || IsOfHost(from))
        return;
      if (flow_.nodes[from].kind != NodeKind::Control)
        is_same = IsSame(from);
      else if (seen.insert(from).second)
        open.push_back(from);
    });
    if (!is_same || open.size() > kMostNodes)
      return false;
  }
  return true;
}

// The nodes that say whether a thread comes to the event: what the event itself asks is not among them.
std::vector<NodeId> BarrierPlacer::DecidesOn(ScopeId scope, std::size_t event) {
  const std::vector<Event>& events = flow_.scopes[scope].events;
  // A load does not say what decides on it; what comes behind it in its scope does, and on jumps between the two.
  for (std::size_t i = event; i < events.size(); ++i) {
    const ScopeId inner = events[i].scope;
    const NodeId start = inner != kNone ? ControlOf(inner) : events[i].node;
    std::vector<NodeId> found;
    if (start != kNone)
      flow_.ForBefore(start, [&](NodeId from, EdgeKind kind) {
        const Node& node = flow_.nodes[from];
        const bool is_inner = inner != kNone && flow_.IsInside(node.scope, inner);
        if (kind == EdgeKind::Control && node.kind == NodeKind::Control && !is_inner)
          found.push_back(from);
      });
    if (!found.empty())
      return found;
  }
  return {};
}

NodeId BarrierPlacer::ControlOf(ScopeId id) {
  const Scope& scope = flow_.scopes[id];
  if (scope.kind == ScopeKind::Function)
    return flow_.instances[scope.instance].control;
  if (controls_.empty())
    for (NodeId node = 0; node < flow_.nodes.size(); ++node)
      if (flow_.nodes[node].kind == NodeKind::Control && flow_.nodes[node].op != nullptr)
        controls_.emplace(Found{flow_.nodes[node].instance, flow_.nodes[node].op}, node);
  const auto found = controls_.find({scope.instance, scope.op});
  return found == controls_.end() ? kNone : found->second;
}

// Whether it is the kernel itself, and not what it calls.
bool BarrierPlacer::IsOfKernel(InstanceId instance) const {
  const Scope& launch = flow_.scopes[together_.scope];
  return launch.kind == ScopeKind::Parallel ? flow_.instances[instance].caller == launch.instance
                                            : instance == launch.instance;
}

bool BarrierPlacer::HasBarrier(ScopeId scope) const {
  return std::ranges::any_of(flow_.scopes[scope].events,
                             [](const Event& event) { return event.node == kNone && event.scope == kNone; });
}

// What the launch hands to all threads alike; its loops over them are no code of theirs.
bool BarrierPlacer::IsOfHost(NodeId node) const {
  const Scope& launch = flow_.scopes[together_.scope];
  const ScopeId scope = flow_.nodes[node].scope;
  const bool is_inside = scope != kNone && together_.inside[scope];
  return !is_inside || (launch.kind == ScopeKind::Parallel && flow_.nodes[node].instance == launch.instance);
}

// Whether all threads of a block have the same value there.
bool BarrierPlacer::IsSame(NodeId value) const {
  std::vector<NodeId> open = {value};
  std::set<NodeId> seen = {value};
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!IsSameByItself(open[i]) || open.size() > kMostNodes)
      return false;
    flow_.ForBefore(open[i], [&](NodeId from, EdgeKind) {
      if (flow_.nodes[from].kind != NodeKind::Cell && !IsOfHost(from) && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return true;
}

// Whether it is, where all that it is made from is the same.
bool BarrierPlacer::IsSameByItself(NodeId id) const {
  const Node& node = flow_.nodes[id];
  if (const std::size_t number = numbers_.NumberOf(id); number < kThreadNumbers)
    return !kOfBlock[number];
  if (node.kind == NodeKind::Effect)  // a variable is set
    return node.op != nullptr && node.op->Kind() == rir::OpKind::Store;
  if (node.kind != NodeKind::Value)
    return node.kind != NodeKind::Undefined && node.kind != NodeKind::Cell;
  if (node.op->Kind() == rir::OpKind::Load) {
    bool is_same = true;
    flow_.ForBefore(id, [&](NodeId from, EdgeKind) {
      const bool is_cell = flow_.nodes[from].kind == NodeKind::Cell;
      is_same = is_same && (!is_cell || !numbers_.IsOwn(from) || numbers_.IsCount(from));
    });
    return is_same;
  }
  return node.op->Kind() == rir::OpKind::Compute;
}

}  // namespace detrain::types
