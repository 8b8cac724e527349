// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/candidates.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzer/base/parallel.h"
#include "analyzer/flow/launch.h"
#include "analyzer/flow/state.h"

namespace detrain::flow {

namespace {

constexpr std::size_t kWideReach = 1500;  // nodes that a search for a product looks at

}  // namespace

LoopFacts::LoopFacts(const Flow& flow, std::size_t jobs) : sums(flow, jobs), rounds(flow.scopes.size()) {
  const auto find_rounds = [&] {
    for (NodeId id = 0; id < flow.nodes.size(); ++id)
      if (flow.nodes[id].kind == NodeKind::Round)
        rounds[flow.nodes[id].scope].push_back(id);
  };
  ParallelFor(jobs, 2, [&](std::size_t i) { i == 0 ? void(kinds = AccessKindsOf(flow)) : find_rounds(); });
}

LoopJudge::LoopJudge(const Flow& flow, const LoopFacts& facts)
    : flow_(flow), module_(*flow.module), facts_(facts), uses_(flow, facts.kinds), sums_(flow, facts.sums) {}

Candidate LoopJudge::Judge(ScopeId loop) {
  const LoopUses walk = uses_.Of(loop);
  const std::vector<bool> around = AroundOf(loop);
  Candidate candidate;
  candidate.loop = loop;
  for (const auto& [cell, use] : walk.uses) {
    if (use.killed && !use.exposed)
      candidate.overwritten.push_back(cell);
    if (use.exposed && use.written && Outlives(cell, walk, around))
      candidate.carried.push_back(cell);
  }
  std::ranges::sort(candidate.overwritten);
  std::ranges::sort(candidate.carried);
  for (const NodeId round : facts_.rounds[loop])
    if (IsRead(round))
      candidate.carried.push_back(round);
  sums_.MarkCarried(candidate.carried);
  for (const NodeId node : candidate.carried) {
    if (!IsFloat(node))
      continue;
    candidate.has_float = true;
    const NodeId blocker = sums_.BlockerOf(node, Sums::OrAverages);
    candidate.blockers[node] = blocker;
    candidate.is_reread = candidate.is_reread || blocker != kNone;
  }
  const bool scales = std::ranges::any_of(candidate.carried, [&](NodeId node) { return IsScaled(node, walk); });
  candidate.has_scaled = scales && !candidate.has_float;
  candidate.is_over_elements = !walk.has_loop && !scales && IsOverElements(candidate);
  return candidate;
}

// Per scope: whether the loop lies in it.
std::vector<bool> LoopJudge::AroundOf(ScopeId loop) const {
  std::vector<bool> around(flow_.scopes.size(), false);
  std::vector<ScopeId> open = {loop};
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    if (at == kNone || around[at])
      continue;
    around[at] = true;
    open.insert(open.end(), flow_.scopes[at].parents.begin(), flow_.scopes[at].parents.end());
  }
  return around;
}

bool LoopJudge::Outlives(NodeId cell, const LoopUses& walk, const std::vector<bool>& around) const {
  const Object& object = flow_.objects[flow_.nodes[cell].object];
  const bool is_const = object.kind == ObjectKind::Region && module_.regions[object.id].is_const;
  if (is_const || object.kind == ObjectKind::Function || object.kind == ObjectKind::File || flow_.IsConsole(object))
    return false;
  if (walk.has_launch && EndsWithLaunch(flow_, object))
    return false;
  if (object.scope == kNone || !walk.inside[object.scope])
    return object.scope == kNone || around[object.scope] || !IsLocal(object);
  // A variable may still say where the threads of a launch had their memory.
  if (object.kind != ObjectKind::Block || IsOfLaunch(object))
    return false;
  const auto holder = flow_.holders.find(flow_.nodes[cell].object);
  if (holder == flow_.holders.end())
    return false;
  const Node& node = flow_.nodes[holder->second];
  const ScopeId scope = node.kind == NodeKind::Cell ? flow_.objects[node.object].scope : node.scope;
  return scope == kNone || !walk.inside[scope];
}

// A variable of a call that is not under way is not there, whatever one instance for several calls may seem to store.
bool LoopJudge::IsLocal(const Object& object) const {
  if (object.kind != ObjectKind::Region)
    return false;
  const rir::RegionKind kind = module_.regions[object.id].kind;
  return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
}

// Whether what is in the variable there is used, or only kept until something else is stored in it.
bool LoopJudge::IsRead(NodeId round) const {
  std::vector<NodeId> open = {round};
  std::unordered_set<NodeId> seen = {round};
  bool is_read = false;
  while (!open.empty() && !is_read) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const Edge& edge) {
      const Node& to = flow_.nodes[edge.to];
      is_read = is_read || (to.kind == NodeKind::Value && to.scope != kNone);
      if ((to.kind == NodeKind::Merge || to.kind == NodeKind::Round) && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return is_read;
}

// Whether a round multiplies a variable that it hands on: that decays or grows, and is no sum over elements.
bool LoopJudge::IsScaled(NodeId round, const LoopUses& walk) const {
  std::vector<std::pair<NodeId, bool>> open = {{round, false}};
  std::unordered_set<NodeId> seen[2];
  bool is_scaled = false;
  if (flow_.nodes[round].kind != NodeKind::Round && !IsScalar(round))
    return false;
  while (!open.empty() && !is_scaled && seen[1].size() < kWideReach) {
    const auto [at, has_product] = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const Edge& edge) {
      const Node& to = flow_.nodes[edge.to];
      is_scaled = is_scaled || (edge.to == round && has_product && edge.kind <= EdgeKind::Data);
      if (edge.kind > EdgeKind::Data || to.scope == kNone || !walk.inside[to.scope])
        return;
      const auto* product = to.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&to.op->data);
      const bool is_product = product != nullptr && to.kind == NodeKind::Value &&
                              (product->opcode == rir::Opcode::Mul || product->opcode == rir::Opcode::Div);
      if (seen[has_product || is_product ? 1 : 0].insert(edge.to).second)
        open.emplace_back(edge.to, has_product || is_product);
    });
  }
  return is_scaled;
}

// The cell of a variable that is one number.
bool LoopJudge::IsScalar(NodeId cell) const {
  const Object& object = flow_.objects[flow_.nodes[cell].object];
  if (object.kind != ObjectKind::Region)
    return false;
  const rir::TypeKind kind = module_.types[module_.regions[object.id].type].kind;
  return kind == rir::TypeKind::Int || kind == rir::TypeKind::Float;
}

// Whether what it hands on walks over an array or a list.
bool LoopJudge::IsOverElements(const Candidate& candidate) const {
  return std::ranges::any_of(candidate.carried, [&](NodeId node) {
    const Node& at = flow_.nodes[node];
    if (at.kind == NodeKind::Cell)
      return std::ranges::any_of(flow_.PointsTo(node),
                                 [&](NodeId cell) { return flow_.nodes[cell].kind == NodeKind::Cell; });
    if (IsFloat(node))
      return false;
    bool is_index = !flow_.PointsTo(node).empty();
    flow_.ForEdges(node, [&](const Edge& load) {
      flow_.ForEdges(load.to, [&](const Edge& edge) {
        const rir::Op* op = flow_.nodes[edge.to].op;
        const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
        is_index = is_index || (compute != nullptr && compute->opcode == rir::Opcode::Index &&
                                flow_.nodes[edge.to].kind == NodeKind::Value);
      });
    });
    return is_index;
  });
}

std::unordered_set<NodeId> LoopJudge::Measured(const Candidate& candidate) {
  sums_.MarkCarried(candidate.carried);
  return sums_.Measured(candidate.carried, candidate.blockers);
}

}  // namespace detrain::flow
