// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/generators.h"

#include <algorithm>
#include <unordered_set>
#include <variant>

namespace detrain::check {

namespace {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

constexpr std::size_t kMostSteps = 40;  // back from a store, over the numbers that it is computed from
constexpr std::size_t kNear = 500;      // on from a seed

bool IsMixing(const rir::Op& op) {
  const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
  return MultipliesByLarge(op) || (compute != nullptr && compute->opcode == rir::Opcode::Xor);
}

}  // namespace

bool IsOfEngine(const flow::Flow& flow, flow::InstanceId instance) {
  const rir::FunctionId id = instance == flow::kNone ? flow::kNone : flow.instances[instance].function;
  if (id == rir::kNone)
    return false;
  const rir::Function& function = flow.module->functions[id];
  return flow.IsSystem(function.declared.file) && function.name.find("_engine<") != std::string::npos;
}

bool MultipliesByLarge(const rir::Op& op) {
  constexpr std::int64_t kLeastFactor = 1 << 16;
  const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
  return compute != nullptr && compute->opcode == rir::Opcode::Mul &&
         std::ranges::any_of(compute->args, [](const rir::Operand& arg) {
           return arg.kind == rir::OperandKind::Int && (arg.integer >= kLeastFactor || arg.integer <= -kLeastFactor);
         });
}

bool Scrambles(const flow::Flow& flow, races::OriginSearch& search, NodeId store, NodeId cell) {
  std::vector<NodeId> open = {store};
  std::unordered_set<NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size() && i < kMostSteps; ++i) {
    const rir::Op* op = flow.nodes[open[i]].op;
    if (op != nullptr && IsMixing(*op) && search.UpdateFrom(open[i], cell) != races::OriginSearch::Update::None)
      return true;
    flow.ForBefore(open[i], [&](NodeId from, EdgeKind kind) {
      const bool is_number = flow.nodes[from].kind == NodeKind::Value && kind <= EdgeKind::Data;
      if (is_number && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return false;
}

bool SeedsGenerator(const flow::Flow& flow, const std::vector<NodeId>& numbers) {
  races::OriginSearch search(flow);
  std::vector<NodeId> open = numbers;
  std::unordered_set<NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size() && i < kNear; ++i) {
    const NodeId cell = open[i];
    bool is_state = false;
    if (flow.nodes[cell].kind == NodeKind::Cell)
      flow.ForStored(cell, [&](NodeId store) { is_state = is_state || Scrambles(flow, search, store, cell); });
    if (is_state)
      return true;
    flow.ForEdges(cell, [&](const flow::Edge& edge) {
      if (edge.kind <= EdgeKind::Data && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return false;
}

bool LaterDraws::After(NodeId seed) {
  const auto [answer, is_new] = answers_.try_emplace(seed, true);
  const flow::Access* access = flow_.AccessOf(seed);
  if (!is_new || access == nullptr || !flow_.has_main)
    return answer->second;
  const auto cells = flow_.PointsTo(access->address);
  return answer->second = cells.empty() || std::ranges::any_of(cells, [&](NodeId cell) {
                            const auto [draws, is_first] = draws_.try_emplace(cell);
                            if (is_first)
                              draws->second = DrawingScopes(cell);
                            return ComesBehind(seed, draws->second);
                          });
}

std::vector<bool> LaterDraws::DrawingScopes(NodeId cell) const {
  std::vector<bool> draws(flow_.scopes.size(), false);
  std::vector<flow::ScopeId> open;
  const auto mark = [&](flow::ScopeId scope) {
    if (scope != flow::kNone && !draws[scope])
      open.push_back(scope);
    if (scope != flow::kNone)
      draws[scope] = true;
  };
  for (const flow::Access& access : flow_.accesses) {
    const auto cells = flow_.PointsTo(access.address);
    if (access.reads && std::ranges::find(cells, cell) != cells.end())
      mark(flow_.nodes[access.node].scope);
  }
  while (!open.empty()) {
    const flow::ScopeId at = open.back();
    open.pop_back();
    std::ranges::for_each(flow_.scopes[at].parents, mark);
  }
  return draws;
}

// Goes out from the seed: what stands behind it, there and behind each scope around it. A loop comes around.
bool LaterDraws::ComesBehind(NodeId seed, const std::vector<bool>& draws) const {
  struct Place {
    flow::ScopeId scope;
    flow::Event event;
  };
  std::vector<Place> open = {{flow_.nodes[seed].scope, {seed, flow::kNone}}};
  std::set<std::pair<flow::ScopeId, flow::ScopeId>> seen;
  const auto reads = [&](const flow::Event& event) {
    if (event.scope != flow::kNone)
      return static_cast<bool>(draws[event.scope]);
    const flow::Access* access = flow_.AccessOf(event.node);
    return access != nullptr && access->reads && std::ranges::any_of(flow_.PointsTo(access->address), [&](NodeId cell) {
             const auto known = draws_.find(cell);
             return known != draws_.end() && &known->second == &draws;
           });
  };
  while (!open.empty()) {
    const Place at = open.back();
    open.pop_back();
    const flow::Scope& scope = flow_.scopes[at.scope];
    if (scope.kind == flow::ScopeKind::Loop && draws[at.scope])
      return true;
    const auto here = std::ranges::find_if(scope.events, [&](const flow::Event& event) {
      return event.node == at.event.node && event.scope == at.event.scope;
    });
    if (here == scope.events.end() || std::any_of(here + 1, scope.events.end(), reads))
      return true;  // of what is not among the events the order is not known
    if (scope.parents.empty() && flow_.instances[scope.instance].function == rir::kNone)
      return true;  // what is set up before main
    for (const flow::ScopeId parent : scope.parents)
      if (seen.emplace(parent, at.scope).second)
        open.push_back({parent, {flow::kNone, at.scope}});
  }
  return false;
}

}  // namespace detrain::check
