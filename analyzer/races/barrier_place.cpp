// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/barrier_place.h"

#include <algorithm>
#include <set>
#include <variant>

namespace detrain::races {

namespace {

constexpr std::size_t kMostNodes = 4000;  // behind them a value counts as another one in each thread

flow::ScopeId ParentOf(const flow::Flow& flow, flow::ScopeId scope) {
  const std::vector<flow::ScopeId>& parents = flow.scopes[scope].parents;
  return parents.size() == 1 ? parents.front() : flow::kNone;
}

}  // namespace

std::optional<BarrierPlace> BarrierPlacer::Before(const LaunchItem& later, flow::InstanceId in_loop) {
  flow::ScopeId child = in_loop == flow::kNone ? flow::kNone : flow_.instances[in_loop].scope;
  flow::ScopeId scope = child == flow::kNone ? flow_.nodes[later.access->node].scope : ParentOf(flow_, child);
  while (scope != flow::kNone && together_.inside[scope] && flow_.scopes[scope].kind != flow::ScopeKind::Parallel) {
    const std::vector<flow::Event>& events = flow_.scopes[scope].events;
    const auto at = std::ranges::find_if(events, [&](const flow::Event& event) {
      return child == flow::kNone ? event.node == later.access->node : event.scope == child;
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

rir::Location BarrierPlacer::PlaceOf(const flow::Event& event) const {
  if (event.node != flow::kNone)
    return flow_.PlaceOf(event.node);
  const flow::Scope& scope = flow_.scopes[event.scope];
  if (scope.kind != flow::ScopeKind::Function)
    return flow_.PlaceOf(scope.op->location, scope.instance);
  const flow::Instance& call = flow_.instances[scope.instance];
  return flow_.PlaceOf(call.call, call.caller);
}

// What other functions may call is in step only where it waits itself.
bool BarrierPlacer::AllComeTo(flow::ScopeId scope, std::size_t event) {
  if (!IsOfKernel(flow_.scopes[scope].instance) && !HasBarrier(scope))
    return false;
  std::vector<flow::NodeId> open = DecidesOn(scope, event);
  if (open.empty())
    return false;
  std::set<flow::NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size(); ++i) {
    bool is_same = true;
    flow_.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind) {
      if (!is_same || IsOfHost(from))
        return;
      if (flow_.nodes[from].kind != flow::NodeKind::Control)
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
std::vector<flow::NodeId> BarrierPlacer::DecidesOn(flow::ScopeId scope, std::size_t event) {
  const std::vector<flow::Event>& events = flow_.scopes[scope].events;
  // A load does not say what decides on it; what comes behind it in its scope does, and on jumps between the two.
  for (std::size_t i = event; i < events.size(); ++i) {
    const flow::ScopeId inner = events[i].scope;
    const flow::NodeId start = inner != flow::kNone ? ControlOf(inner) : events[i].node;
    std::vector<flow::NodeId> found;
    if (start != flow::kNone)
      flow_.ForBefore(start, [&](flow::NodeId from, flow::EdgeKind kind) {
        const flow::Node& node = flow_.nodes[from];
        const bool is_inner = inner != flow::kNone && flow_.IsInside(node.scope, inner);
        if (kind == flow::EdgeKind::Control && node.kind == flow::NodeKind::Control && !is_inner)
          found.push_back(from);
      });
    if (!found.empty())
      return found;
  }
  return {};
}

flow::NodeId BarrierPlacer::ControlOf(flow::ScopeId id) {
  const flow::Scope& scope = flow_.scopes[id];
  if (scope.kind == flow::ScopeKind::Function)
    return flow_.instances[scope.instance].control;
  if (controls_.empty())
    for (flow::NodeId node = 0; node < flow_.nodes.size(); ++node)
      if (flow_.nodes[node].kind == flow::NodeKind::Control && flow_.nodes[node].op != nullptr)
        controls_.emplace(Found{flow_.nodes[node].instance, flow_.nodes[node].op}, node);
  const auto found = controls_.find({scope.instance, scope.op});
  return found == controls_.end() ? flow::kNone : found->second;
}

// Whether it is the kernel itself, and not what it calls.
bool BarrierPlacer::IsOfKernel(flow::InstanceId instance) const {
  const flow::Scope& launch = flow_.scopes[together_.scope];
  return launch.kind == flow::ScopeKind::Parallel ? flow_.instances[instance].caller == launch.instance
                                                  : instance == launch.instance;
}

bool BarrierPlacer::HasBarrier(flow::ScopeId scope) const {
  return std::ranges::any_of(flow_.scopes[scope].events, [](const flow::Event& event) {
    return event.node == flow::kNone && event.scope == flow::kNone;
  });
}

// What the launch hands to all threads alike; its loops over them are no code of theirs.
bool BarrierPlacer::IsOfHost(flow::NodeId node) const {
  const flow::Scope& launch = flow_.scopes[together_.scope];
  const flow::ScopeId scope = flow_.nodes[node].scope;
  const bool is_inside = scope != flow::kNone && together_.inside[scope];
  return !is_inside || (launch.kind == flow::ScopeKind::Parallel && flow_.nodes[node].instance == launch.instance);
}

// Whether all threads of a block have the same value there.
bool BarrierPlacer::IsSame(flow::NodeId value) const {
  std::vector<flow::NodeId> open = {value};
  std::set<flow::NodeId> seen = {value};
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!IsSameByItself(open[i]) || open.size() > kMostNodes)
      return false;
    flow_.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind) {
      if (flow_.nodes[from].kind != flow::NodeKind::Cell && !IsOfHost(from) && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return true;
}

// Whether it is, where all that it is made from is the same.
bool BarrierPlacer::IsSameByItself(flow::NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  if (const std::size_t number = numbers_.NumberOf(id); number < kThreadNumbers)
    return !kOfBlock[number];
  if (node.kind == flow::NodeKind::Effect)  // a variable is set
    return node.op != nullptr && node.op->Kind() == rir::OpKind::Store;
  if (node.kind != flow::NodeKind::Value)
    return node.kind != flow::NodeKind::Undefined && node.kind != flow::NodeKind::Cell;
  if (node.op->Kind() == rir::OpKind::Load) {
    bool is_same = true;
    flow_.ForBefore(id, [&](flow::NodeId from, flow::EdgeKind) {
      const bool is_cell = flow_.nodes[from].kind == flow::NodeKind::Cell;
      is_same = is_same && (!is_cell || !numbers_.IsOwn(from) || numbers_.IsCount(from));
    });
    return is_same;
  }
  return node.op->Kind() == rir::OpKind::Compute;
}

}  // namespace detrain::races
