// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/training.h"

#include <algorithm>
#include <iterator>
#include <variant>
#include <vector>

#include "analyzer/base/components.h"
#include "analyzer/flow/state.h"
#include "analyzer/tier0/nest.h"

namespace detrain::tier0 {

using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;

Training::Training(const flow::Flow& flow) : flow_(flow), facts_(flow, 1), judge_(flow, facts_), walks_(flow, facts_) {}

const std::set<Memory>& Training::ParametersOf(ScopeId loop) {
  const auto [known, is_new] = parameters_.try_emplace(loop);
  std::set<Memory>& parameters = known->second;
  if (!is_new)
    return parameters;
  const flow::Candidate candidate = judge_.Judge(loop);
  parameters = FloatsOf(candidate);
  if (parameters.empty())
    parameters = NumbersOf(candidate);
  return parameters;
}

std::set<Memory> Training::FloatsOf(const flow::Candidate& candidate) {
  const auto measured = judge_.Measured(candidate);
  std::set<Memory> trained, all;
  for (const NodeId node : candidate.carried) {
    if (!judge_.IsFloat(node) || measured.contains(node))
      continue;
    all.insert(MemoryOf(flow_, node));
    const auto blocker = candidate.blockers.find(node);
    if (blocker != candidate.blockers.end() && blocker->second != flow::kNone)
      trained.insert(MemoryOf(flow_, node));
  }
  return trained.empty() ? all : trained;
}

std::set<Memory> Training::NumbersOf(const flow::Candidate& candidate) const {
  std::map<Memory, std::vector<NodeId>> carried;
  const std::set<Memory> iterators = walks_.IteratorsOf(candidate.loop);
  for (const NodeId node : candidate.carried)
    if (!walks_.IsCounter(node) && !IsOnlyAddedUp(node) && !iterators.contains(MemoryOf(flow_, node)))
      carried[MemoryOf(flow_, node)].push_back(node);
  const std::vector<bool> inside = flow::InsideOf(flow_, candidate.loop);
  const std::vector<bool> made = MadeOf(OfThemselves(carried, inside), inside);
  std::set<Memory> numbers, all;
  for (const auto& [memory, nodes] : carried) {
    all.insert(memory);
    if (std::ranges::any_of(nodes, [&](NodeId node) { return made[node]; }))
      numbers.insert(memory);
  }
  return numbers.empty() ? all : numbers;
}

// Whether operations in these scopes, or outside of all, make what is at the end of the edge of what is at its start.
bool Training::IsMadeBy(const flow::Edge& edge, const std::vector<bool>& scopes) const {
  const ScopeId scope = flow_.nodes[edge.to].scope;
  return edge.kind != flow::EdgeKind::Control && (scope == flow::kNone || scopes[scope]);
}

// The nodes of memory that is made of itself, by way of other memory too. All nodes of one memory are one vertex.
std::vector<NodeId> Training::OfThemselves(const std::map<Memory, std::vector<NodeId>>& carried,
                                           const std::vector<bool>& scopes) const {
  std::vector<NodeId> roots;
  std::map<NodeId, std::vector<NodeId>> members;  // by the first one
  std::map<NodeId, NodeId> first;
  for (const auto& [memory, nodes] : carried) {
    roots.push_back(nodes.front());
    members[nodes.front()] = nodes;
    for (const NodeId node : nodes)
      first[node] = nodes.front();
  }
  const auto vertex_of = [&](NodeId node) {
    const auto known = first.find(node);
    return known == first.end() ? node : known->second;
  };
  const Components components = ComponentsOf(flow_.nodes.size(), roots, [&](NodeId vertex, const auto& visit) {
    const auto merged = members.find(vertex);
    for (const NodeId node : merged == members.end() ? std::vector{vertex} : merged->second)
      flow_.ForEdges(node, [&](const flow::Edge& edge) {
        if (IsMadeBy(edge, scopes))
          visit(vertex_of(edge.to));
      });
  });
  std::vector<NodeId> found;
  for (const auto& [vertex, nodes] : members)
    if (components.is_cyclic[components.of[vertex]])
      found.insert(found.end(), nodes.begin(), nodes.end());
  return found;
}

// Per node: whether it is made of the others, by way of other memory too.
std::vector<bool> Training::MadeOf(const std::vector<NodeId>& nodes, const std::vector<bool>& scopes) const {
  std::vector<bool> made(flow_.nodes.size(), false);
  std::vector<NodeId> open = nodes;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      if (made[edge.to] || !IsMadeBy(edge, scopes))
        return;
      made[edge.to] = true;
      open.push_back(edge.to);
    });
  }
  return made;
}

// Whether the variable goes into nothing but itself, in the loop.
bool Training::IsOnlyAddedUp(NodeId round) const {
  const flow::Node& variable = flow_.nodes[round];
  if (variable.kind != NodeKind::Round)
    return false;
  std::vector<NodeId> open = {round};
  std::set<NodeId> seen = {round};
  bool is_alone = true;
  while (!open.empty() && is_alone) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      const flow::Node& to = flow_.nodes[edge.to];
      if (to.scope == flow::kNone || !flow_.IsInside(to.scope, variable.scope))
        return;
      const bool is_own = edge.kind <= flow::EdgeKind::Data &&
                          (to.kind == NodeKind::Value || MemoryOf(flow_, edge.to) == MemoryOf(flow_, round));
      is_alone = is_alone && is_own;
      if (is_own && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return is_alone;
}

bool Training::MakesWholeUpdate(ScopeId loop, const std::set<Memory>& of_around) {
  const std::set<Memory>& own = ParametersOf(loop);
  const auto is_handed_on = [&](const Memory& memory) { return of_around.contains(memory); };
  return std::ranges::includes(WrittenIn(loop), of_around) || (!own.empty() && std::ranges::none_of(own, is_handed_on));
}

const std::set<Memory>& Training::WrittenIn(ScopeId loop) {
  const auto [known, is_new] = written_.try_emplace(loop);
  std::set<Memory>& written = known->second;
  if (!is_new)
    return written;
  const std::vector<bool> inside = flow::InsideOf(flow_, loop);
  for (const flow::Access& access : flow_.accesses)
    if (const ScopeId scope = flow_.nodes[access.node].scope; access.writes && scope != flow::kNone && inside[scope])
      for (const NodeId cell : flow_.PointsTo(access.address))
        written.insert(MemoryOf(flow_, cell));
  for (const NodeId round : facts_.rounds[loop])
    written.insert(MemoryOf(flow_, round));
  return written;
}

bool Training::WalksOverParameters(ScopeId loop, const std::set<Memory>& parameters) {
  const std::set<flow::ObjectId> reached = WithHeld(WrittenElements(loop));
  const std::set<Memory>& written = WrittenIn(loop);
  return !reached.empty() && std::ranges::all_of(parameters, [&](const Memory& memory) {
    const auto& [is_cell, object, offset] = memory;
    return !written.contains(memory) || (is_cell && reached.contains(object));
  });
}

// These objects, and those that pointers in them lead to.
std::set<flow::ObjectId> Training::WithHeld(std::set<flow::ObjectId> objects) const {
  std::vector<flow::ObjectId> open(objects.begin(), objects.end());
  while (!open.empty()) {
    const flow::ObjectId object = open.back();
    open.pop_back();
    for (const NodeId cell : flow_.objects[object].cells)
      for (const NodeId held : flow_.PointsTo(cell))
        if (objects.insert(flow_.nodes[held].object).second)
          open.push_back(flow_.nodes[held].object);
  }
  return objects;
}

// The objects in which it writes them.
std::set<flow::ObjectId> Training::WrittenElements(ScopeId loop) const {
  const std::vector<bool> of_elements = walks_.AddressesOfElements(loop);
  std::set<flow::ObjectId> objects;
  for (const flow::Access& access : flow_.accesses)
    if (access.writes && access.address != flow::kNone && of_elements[access.address])
      for (const NodeId cell : flow_.PointsTo(access.address))
        objects.insert(flow_.nodes[cell].object);
  return objects;
}

bool Training::IsComposed(ScopeId loop, const std::set<Memory>& parameters) const {
  const std::vector<bool> inside = flow::InsideOf(flow_, loop);
  std::set<ScopeId> readers, writers;
  for (const flow::Access& access : flow_.accesses) {
    const ScopeId scope = flow_.nodes[access.node].scope;
    if (scope == flow::kNone || !inside[scope] || access.address == flow::kNone)
      continue;
    const auto cells = flow_.PointsTo(access.address);
    if (std::ranges::any_of(cells, [&](NodeId cell) { return parameters.contains(MemoryOf(flow_, cell)); }))
      (access.writes ? writers : readers).insert(ChildOf(scope, loop));
  }
  return std::ranges::any_of(readers, [&](ScopeId reader) {
    return std::ranges::any_of(writers, [&](ScopeId writer) { return reader != writer; });
  });
}

// The loop or call directly inside `loop` in which the scope lies; `loop` itself where it is in none.
ScopeId Training::ChildOf(ScopeId scope, ScopeId loop) const {
  ScopeId child = loop;
  for (ScopeId at = scope; at != loop && !flow_.scopes[at].parents.empty(); at = flow_.scopes[at].parents.front())
    if (IsLoop(flow_.scopes[at]) || flow_.scopes[at].kind == flow::ScopeKind::Function)
      child = at;
  return child;
}

}  // namespace detrain::tier0
