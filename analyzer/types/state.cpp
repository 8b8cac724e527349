// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/state.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "analyzer/types/constants.h"
#include "analyzer/types/leaves.h"
#include "analyzer/types/loop_uses.h"
#include "analyzer/types/sums.h"

namespace detrain::types {

namespace {

struct Candidate {
  ScopeId loop = kNone;
  std::vector<NodeId> carried;
  std::unordered_map<NodeId, NodeId> blockers;  // of these, in floating point: what is in the way of its being a sum
  bool is_reread = false;                       // there is one
  std::vector<NodeId> overwritten;              // cells whose content no round hands to the next
  bool has_float = false;
  bool has_scaled = false;  // integers that a round multiplies
  bool is_over_elements = false;
};

constexpr std::size_t kWideReach = 1500;  // nodes that a search for a product looks at

class Finder {
 public:
  explicit Finder(const Flow& flow) : flow_(flow), module_(*flow.module), uses_(flow), sums_(flow) {
    rounds_.resize(flow.scopes.size());
    for (NodeId id = 0; id < flow.nodes.size(); ++id)
      if (flow.nodes[id].kind == NodeKind::Round)
        rounds_[flow.nodes[id].scope].push_back(id);
  }

  State Find() {
    seen_.assign(flow_.scopes.size(), false);
    for (const rir::FunctionId root : flow_.roots)
      for (const Instance& instance : flow_.instances)
        if (instance.function == root && instance.caller == kNone)
          Search(instance.scope);
    Choose();
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (flow_.scopes[scope].kind == ScopeKind::Loop && IsShared(scope))
        state_.scratch[scope] = Judge(scope).overwritten;
    if (!flow_.has_main)
      state_.leaves = LeavesOf(flow_);
    return std::move(state_);
  }

 private:
  // Outermost loops that hand something on; inside those that do not, the same.
  void Search(ScopeId scope) {
    if (seen_[scope])
      return;
    seen_[scope] = true;
    for (const Event& event : flow_.scopes[scope].events) {
      if (event.scope == kNone)
        continue;
      if (flow_.scopes[event.scope].kind == ScopeKind::Loop && IsUsers(event.scope) && !IsShared(event.scope)) {
        Candidate candidate = Judge(event.scope);
        if (candidate.has_float || candidate.has_scaled) {
          candidates_.push_back(std::move(candidate));
          if (candidates_.back().is_reread)
            continue;
        }
      }
      Search(event.scope);
    }
  }

  // A step loop is none of the library's, though it may stand in a function that the library calls.
  [[nodiscard]] bool IsUsers(ScopeId scope) const {
    const rir::FileId file = flow_.scopes[scope].op->location.file;
    return file == kNone || !IsSystemFile(module_.files[file]);
  }

  // Threads share the rounds of such a loop out: what it hands on is a reduction.
  [[nodiscard]] bool IsShared(ScopeId scope) const {
    const auto* loop = std::get_if<rir::LoopOp>(&flow_.scopes[scope].op->data);
    return loop != nullptr && loop->schedule != rir::Schedule::None;
  }

  Candidate Judge(ScopeId loop) {
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
    for (const NodeId round : rounds_[loop])
      if (IsRead(round))
        candidate.carried.push_back(round);
    sums_.MarkCarried(candidate.carried);
    for (const NodeId node : candidate.carried) {
      if (!sums_.IsFloat(node))
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
  [[nodiscard]] std::vector<bool> AroundOf(ScopeId loop) const {
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

  [[nodiscard]] bool Outlives(NodeId cell, const LoopUses& walk, const std::vector<bool>& around) const {
    const Object& object = flow_.objects[flow_.nodes[cell].object];
    if (object.kind == ObjectKind::Function || object.kind == ObjectKind::File || flow_.IsConsole(object))
      return false;
    if (object.scope == kNone || !walk.inside[object.scope])
      return object.scope == kNone || around[object.scope] || !IsLocal(object);
    if (object.kind != ObjectKind::Block)
      return false;
    const auto holder = flow_.holders.find(flow_.nodes[cell].object);
    if (holder == flow_.holders.end())
      return false;
    const Node& node = flow_.nodes[holder->second];
    const ScopeId scope = node.kind == NodeKind::Cell ? flow_.objects[node.object].scope : node.scope;
    return scope == kNone || !walk.inside[scope];
  }

  // A variable of a call that is not under way is not there, whatever one instance for several calls may seem to store.
  [[nodiscard]] bool IsLocal(const Object& object) const {
    if (object.kind != ObjectKind::Region)
      return false;
    const rir::RegionKind kind = module_.regions[object.id].kind;
    return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  }

  // Whether what is in the variable there is used, or only kept until something else is stored in it.
  [[nodiscard]] bool IsRead(NodeId round) const {
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
  [[nodiscard]] bool IsScaled(NodeId round, const LoopUses& walk) const {
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
  [[nodiscard]] bool IsScalar(NodeId cell) const {
    const Object& object = flow_.objects[flow_.nodes[cell].object];
    if (object.kind != ObjectKind::Region)
      return false;
    const rir::TypeKind kind = module_.types[module_.regions[object.id].type].kind;
    return kind == rir::TypeKind::Int || kind == rir::TypeKind::Float;
  }

  // Whether what it hands on walks over an array or a list.
  [[nodiscard]] bool IsOverElements(const Candidate& candidate) const {
    return std::ranges::any_of(candidate.carried, [&](NodeId node) {
      const Node& at = flow_.nodes[node];
      if (at.kind == NodeKind::Cell)
        return std::ranges::any_of(flow_.PointsTo(node),
                                   [&](NodeId cell) { return flow_.nodes[cell].kind == NodeKind::Cell; });
      if (sums_.IsFloat(node))
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

  void Choose() {
    // Integers are indices and counts, unless there is nothing else.
    const bool has_floats = std::ranges::any_of(candidates_, &Candidate::has_float);
    if (has_floats || !flow_.has_main)
      std::erase_if(candidates_, [](const Candidate& candidate) { return !candidate.has_float; });
    const bool trains = std::ranges::any_of(candidates_, &Candidate::is_reread);
    for (const Candidate& candidate : candidates_) {
      const bool is_step = candidate.is_reread || (!trains && flow_.has_main && !candidate.is_over_elements);
      if (!is_step)
        continue;
      state_.loops.push_back(candidate.loop);
      state_.overwritten[candidate.loop] = candidate.overwritten;
      state_.carried_by[candidate.loop] = candidate.carried;
      sums_.MarkCarried(candidate.carried);
      state_.measured.merge(sums_.Measured(candidate.carried, candidate.blockers));
      for (const NodeId node : candidate.carried) {
        state_.carried.emplace(node, candidate.loop);
        if (sums_.IsFloat(node))
          state_.is_float.insert(node);
      }
    }
  }

  const Flow& flow_;
  const rir::Module& module_;
  UsesFinder uses_;
  SumSearch sums_;
  std::vector<std::vector<NodeId>> rounds_;  // per scope
  std::vector<bool> seen_;
  std::vector<Candidate> candidates_;
  State state_;
};

// Gives the cell's content in the rounds of the loop a node of its own, which what was stored before does not reach.
void Split(Flow& flow, NodeId cell, const std::vector<bool>& inside) {
  const auto is_inside = [&](NodeId node) { return flow.nodes[node].scope != kNone && inside[flow.nodes[node].scope]; };
  Node node = flow.nodes[cell];
  node.first_edge = kNone;
  flow.nodes.push_back(node);
  flow.points_to.push_back(flow.points_to[cell]);
  const auto made = static_cast<NodeId>(flow.nodes.size() - 1);
  for (std::uint32_t i = flow.first_before[cell]; i < flow.first_before[cell + 1]; ++i)
    for (std::uint32_t e = flow.nodes[flow.before[i]].first_edge; e != kNone; e = flow.edges[e].next)
      if (flow.edges[e].to == cell && is_inside(flow.before[i]))
        flow.edges[e].to = made;
  // Where a copy of a record stands is not told: its content may be of either.
  for (std::uint32_t i = flow.first_before[cell]; i < flow.first_before[cell + 1]; ++i) {
    Node& from = flow.nodes[flow.before[i]];
    if (from.kind != NodeKind::Cell)
      continue;
    flow.edges.push_back({made, from.first_edge, flow.before_kind[i]});
    from.first_edge = static_cast<std::uint32_t>(flow.edges.size() - 1);
  }
  std::uint32_t* link = &flow.nodes[cell].first_edge;
  while (*link != kNone) {
    Edge& edge = flow.edges[*link];
    if (!is_inside(edge.to)) {
      link = &edge.next;
      continue;
    }
    const std::uint32_t moved = *link;
    *link = edge.next;
    edge.next = flow.nodes[made].first_edge;
    flow.nodes[made].first_edge = moved;
  }
  flow.edges.push_back({cell, flow.nodes[made].first_edge, EdgeKind::Copy});
  flow.nodes[made].first_edge = static_cast<std::uint32_t>(flow.edges.size() - 1);
}

}  // namespace

std::vector<bool> InsideOf(const Flow& flow, ScopeId scope) {
  std::vector<bool> inside(flow.scopes.size(), false);
  std::vector<ScopeId> open = {scope};
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    if (inside[at])
      continue;
    inside[at] = true;
    open.insert(open.end(), flow.inner.begin() + flow.first_inner[at], flow.inner.begin() + flow.first_inner[at + 1]);
  }
  return inside;
}

State StateOf(Flow& flow) {
  State state = Finder(flow).Find();
  for (const auto& [loop, cells] : state.overwritten) {
    if (cells.empty())
      continue;
    const std::vector<bool> inside = InsideOf(flow, loop);
    for (const NodeId cell : cells)
      Split(flow, cell, inside);
  }
  if (!state.overwritten.empty())
    flow.IndexBefore();
  return state;
}

}  // namespace detrain::types
