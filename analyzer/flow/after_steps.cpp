// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/after_steps.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace detrain::flow {

namespace {

constexpr std::size_t kDeepest = 1000;  // of ways: where functions call each other in a ring

bool StandsBehind(const rir::Location& at, const rir::Location& other) {
  return at.file == other.file && std::tuple(at.line, at.column) > std::tuple(other.line, other.column);
}

}  // namespace

AfterSteps::AfterSteps(const Flow& flow, const std::vector<ScopeId>& loops) : flow_(flow) {
  for (const ScopeId loop : loops) {
    const Scope& scope = flow.scopes[loop];
    const bool is_in_one = flow.has_main && scope.parents.size() == 1 && scope.op != nullptr;
    Way way = is_in_one ? WayTo(scope.parents.front(), scope.op->location) : Way();
    if (way.empty() || !RunsOnce(way))
      return;
    loops_.push_back({std::move(way), 0});
  }
  std::vector<NodeId> last(flow.scopes.size(), 0);
  for (NodeId id = 0; id < flow.nodes.size(); ++id)
    if (flow.nodes[id].op != nullptr && flow.nodes[id].scope != kNone)
      last[flow.nodes[id].scope] = id;
  for (std::size_t i = 0; i < loops.size(); ++i)
    loops_[i].last = LastIn(loops[i], last);
  is_known_ = !loops_.empty();
}

// Not of what the loop calls.
NodeId AfterSteps::LastIn(ScopeId loop, const std::vector<NodeId>& last) const {
  NodeId found = 0;
  std::vector<ScopeId> open = {loop};
  for (std::size_t i = 0; i < open.size(); ++i) {
    found = std::max(found, last[open[i]]);
    for (std::uint32_t at = flow_.first_inner[open[i]]; at < flow_.first_inner[open[i] + 1]; ++at)
      if (flow_.scopes[flow_.inner[at]].instance == flow_.scopes[loop].instance)
        open.push_back(flow_.inner[at]);
  }
  return found;
}

AfterSteps::Way AfterSteps::WayTo(ScopeId scope, const rir::Location& at) const {
  Way way = {{scope, at}};
  while (way.size() < kDeepest) {
    const Scope& inner = flow_.scopes[way.back().scope];
    const bool is_function = inner.kind == ScopeKind::Function;
    if (is_function && inner.parents.empty()) {
      const rir::Function* function = flow_.FunctionOf(inner.instance);
      return function != nullptr && function->link_name == "main" ? way : Way();
    }
    if (inner.parents.size() != 1 || (!is_function && inner.op == nullptr))
      return {};
    way.push_back({inner.parents.front(), is_function ? flow_.instances[inner.instance].call : inner.op->location});
  }
  return {};
}

bool AfterSteps::RunsOnce(const Way& way) const {
  return std::ranges::all_of(way, [&](const Stop& stop) {
    const ScopeKind kind = flow_.scopes[stop.scope].kind;
    return kind == ScopeKind::Function || kind == ScopeKind::Branch;
  });
}

// Nodes are numbered as the program runs, but for those of functions that are called by pointers, which come last; and
// what a loop begins with stands behind its `for`. So both have to hold.
bool AfterSteps::Holds(NodeId node) const {
  const Node& of = flow_.nodes[node];
  if (!is_known_ || of.scope == kNone || of.op == nullptr)
    return false;
  const Way way = WayTo(of.scope, of.op->location);
  return !way.empty() && std::ranges::all_of(loops_, [&](const Loop& loop) {
    for (const Stop& stop : way)
      for (const Stop& around : loop.way)
        if (stop.scope == around.scope)
          return node > loop.last && StandsBehind(stop.at, around.at);
    return false;
  });
}

}  // namespace detrain::flow
