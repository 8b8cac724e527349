// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/walks.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "analyzer/flow/state.h"

namespace detrain::tier0 {

using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;

namespace {

// Of a number, or of an address by elements.
bool MovesByConstant(const flow::Flow& flow, NodeId value) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow, value);
  return compute != nullptr &&
         (compute->opcode == rir::Opcode::Add || compute->opcode == rir::Opcode::Sub ||
          compute->opcode == rir::Opcode::Index) &&
         std::ranges::any_of(compute->args, [](const rir::Operand& arg) { return arg.kind == rir::OperandKind::Int; });
}

}  // namespace

Walks::Walks(const flow::Flow& flow, const flow::LoopFacts& facts) : flow_(flow), facts_(facts) {}

bool Walks::IsCounter(NodeId round) const {
  const flow::Node& variable = flow_.nodes[round];
  if (variable.kind != NodeKind::Round)
    return false;
  std::vector<NodeId> open = {round};
  std::set<NodeId> seen = {round};
  bool is_moved = false, is_set = false;
  while (!open.empty() && !is_set) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForBefore(at, [&](NodeId from, flow::EdgeKind kind) {
      const flow::Node& node = flow_.nodes[from];
      if (kind != flow::EdgeKind::Copy || node.scope == flow::kNone || !flow_.IsInside(node.scope, variable.scope) ||
          !seen.insert(from).second)
        return;
      if (node.kind != NodeKind::Value)
        open.push_back(from);
      else
        (MovesByConstant(flow_, from) ? is_moved : is_set) = true;
    });
  }
  return is_moved && !is_set;
}

bool Walks::WalksOverElements(ScopeId loop) const {
  return !IteratorsOf(loop).empty() ||
         std::ranges::any_of(facts_.rounds[loop], [&](NodeId round) { return IsCounter(round) && IsIndex(round); });
}

std::set<Memory> Walks::IteratorsOf(ScopeId loop) const {
  std::set<Memory> iterators;
  const std::vector<bool> inside = flow::InsideOf(flow_, loop);
  for (const flow::Access& access : flow_.accesses) {
    const ScopeId scope = flow_.nodes[access.node].scope;
    if (access.writes && scope != flow::kNone && inside[scope] && MovesByConstant(flow_, access.value))
      for (const NodeId cell : flow_.PointsTo(access.address))
        if (IsOwnPointer(cell, loop))
          iterators.insert(MemoryOf(flow_, cell));
  }
  return iterators;
}

bool Walks::IsOwnPointer(NodeId cell, ScopeId loop) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  return object.kind == flow::ObjectKind::Region && object.instance == flow_.scopes[loop].instance &&
         flow_.module->regions[object.id].kind == rir::RegionKind::Local && !flow_.PointsTo(cell).empty();
}

// Whether the variable is an address, or goes into one as the number of an element.
bool Walks::IsIndex(NodeId round) const {
  std::vector<NodeId> open = {round};
  std::set<NodeId> seen = {round};
  bool is_index = !flow_.PointsTo(round).empty();
  while (!open.empty() && !is_index) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      const rir::ComputeOp* compute = flow::ComputeOf(flow_, edge.to);
      if (edge.kind > flow::EdgeKind::Data || !seen.insert(edge.to).second)
        return;
      is_index = is_index || (compute != nullptr && compute->opcode == rir::Opcode::Index);
      if (flow_.nodes[edge.to].kind != NodeKind::Cell)
        open.push_back(edge.to);
    });
  }
  return is_index;
}

std::vector<bool> Walks::AddressesOfElements(ScopeId loop) const {
  const std::vector<bool> inside = flow::InsideOf(flow_, loop);
  const std::set<Memory> iterators = IteratorsOf(loop);
  std::vector<bool> found(flow_.nodes.size(), false);
  std::vector<NodeId> open;
  std::ranges::copy_if(facts_.rounds[loop], std::back_inserter(open), [&](NodeId round) { return IsCounter(round); });
  for (const flow::Access& access : flow_.accesses)
    if (access.reads && std::ranges::any_of(flow_.PointsTo(access.address),
                                            [&](NodeId cell) { return iterators.contains(MemoryOf(flow_, cell)); }))
      open.push_back(access.node);
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      const flow::Node& to = flow_.nodes[edge.to];
      const bool is_found_there =
          edge.kind == flow::EdgeKind::Address && to.kind == NodeKind::Value && !flow_.PointsTo(edge.to).empty();
      if (found[edge.to] || to.kind == NodeKind::Cell || to.scope == flow::kNone || !inside[to.scope] ||
          (edge.kind > flow::EdgeKind::Data && !is_found_there))
        return;
      found[edge.to] = true;
      open.push_back(edge.to);
    });
  }
  return found;
}

Memory MemoryOf(const flow::Flow& flow, NodeId node) {
  const flow::Node& n = flow.nodes[node];
  return {n.kind == NodeKind::Cell, n.object, n.kind == NodeKind::Cell ? n.offset : 0};
}

}  // namespace detrain::tier0
