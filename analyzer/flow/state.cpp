// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/state.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <variant>

#include "analyzer/base/parallel.h"
#include "analyzer/flow/candidates.h"
#include "analyzer/flow/leaves.h"

namespace detrain::flow {

namespace {

constexpr std::size_t kMostJudges = 4;  // each has marks for every node

class Finder {
 public:
  Finder(const Flow& flow, std::size_t jobs)
      : flow_(flow), facts_(flow, jobs), judges_(std::clamp<std::size_t>(jobs, 1, kMostJudges)) {
    judged_.resize(flow.scopes.size());
  }

  State Find() {
    do {
      JudgeAll(std::exchange(open_, {}));
      candidates_.clear();
      seen_.assign(flow_.scopes.size(), false);
      for (const rir::FunctionId root : flow_.roots)
        for (const Instance& instance : flow_.instances)
          if (instance.function == root && instance.caller == kNone)
            Search(instance.scope);
    } while (!open_.empty());
    Choose();
    FindScratch();
    if (!flow_.has_main)
      state_.leaves = LeavesOf(flow_);
    return std::move(state_);
  }

 private:
  // Outermost loops that hand something on; inside those that do not, the same. One that was not judged yet is left
  // for the next time around.
  void Search(ScopeId scope) {
    if (seen_[scope])
      return;
    seen_[scope] = true;
    for (const Event& event : flow_.scopes[scope].events) {
      if (event.scope == kNone)
        continue;
      if (flow_.scopes[event.scope].kind == ScopeKind::Loop && IsUsers(event.scope) && !IsShared(event.scope)) {
        if (!judged_[event.scope]) {
          open_.push_back(event.scope);
          continue;
        }
        const Candidate& candidate = *judged_[event.scope];
        if (candidate.has_float || candidate.has_scaled)
          candidates_.push_back(&candidate);
        if (candidate.is_reread)
          continue;
      }
      Search(event.scope);
    }
  }

  void JudgeAll(const std::vector<ScopeId>& loops) {
    ParallelForWorkers(judges_.size(), loops.size(), [&](std::size_t worker, std::size_t i) {
      judged_[loops[i]] = std::make_unique<Candidate>(JudgeOf(worker).Judge(loops[i]));
    });
  }

  LoopJudge& JudgeOf(std::size_t worker) {
    if (!judges_[worker])
      judges_[worker] = std::make_unique<LoopJudge>(flow_, facts_);
    return *judges_[worker];
  }

  void FindScratch() {
    std::vector<ScopeId> loops;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (flow_.scopes[scope].kind == ScopeKind::Loop && IsShared(scope))
        loops.push_back(scope);
    JudgeAll(loops);
    for (const ScopeId loop : loops)
      state_.scratch[loop] = judged_[loop]->overwritten;
  }

  // A step loop is none of the library's, though it may stand in a function that the library calls.
  [[nodiscard]] bool IsUsers(ScopeId scope) const { return !flow_.IsSystem(flow_.scopes[scope].op->location.file); }

  // Threads share the rounds of such a loop out: what it hands on is a reduction.
  [[nodiscard]] bool IsShared(ScopeId scope) const {
    const auto* loop = std::get_if<rir::LoopOp>(&flow_.scopes[scope].op->data);
    return loop != nullptr && loop->schedule != rir::Schedule::None;
  }

  void Choose() {
    // Integers are indices and counts, unless there is nothing else.
    const bool has_floats = std::ranges::any_of(candidates_, &Candidate::has_float);
    if (has_floats || !flow_.has_main)
      std::erase_if(candidates_, [](const Candidate* candidate) { return !candidate->has_float; });
    const bool trains = std::ranges::any_of(candidates_, &Candidate::is_reread);
    std::erase_if(candidates_, [&](const Candidate* candidate) {
      return !candidate->is_reread && (trains || !flow_.has_main || candidate->is_over_elements);
    });
    if (!trains)
      DropInner();
    std::vector<std::unordered_set<NodeId>> measured(candidates_.size());
    ParallelForWorkers(judges_.size(), candidates_.size(), [&](std::size_t worker, std::size_t i) {
      measured[i] = JudgeOf(worker).Measured(*candidates_[i]);
    });
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      Take(*candidates_[i], std::move(measured[i]));
  }

  // Where none trains, what a loop inside a round of another one hands on is gone with that round, or is handed on by
  // the outer one too.
  void DropInner() {
    const std::vector<const Candidate*> all = candidates_;
    std::erase_if(candidates_, [&](const Candidate* inner) {
      return std::ranges::any_of(
          all, [&](const Candidate* outer) { return outer != inner && flow_.IsInside(inner->loop, outer->loop); });
    });
  }

  void Take(const Candidate& step, std::unordered_set<NodeId> measured) {
    state_.loops.push_back(step.loop);
    state_.overwritten[step.loop] = step.overwritten;
    state_.carried_by[step.loop] = step.carried;
    state_.measured.merge(measured);
    for (const NodeId node : step.carried) {
      state_.carried.emplace(node, step.loop);
      if (facts_.sums.IsFloat(node))
        state_.is_float.insert(node);
    }
  }

  const Flow& flow_;
  const LoopFacts facts_;
  std::vector<std::unique_ptr<LoopJudge>> judges_;  // per worker, from its first loop on
  std::vector<std::unique_ptr<Candidate>> judged_;  // per scope
  std::vector<ScopeId> open_;                       // loops to be judged
  std::vector<bool> seen_;                          // per scope
  std::vector<const Candidate*> candidates_;        // of `judged_`
  State state_;
};

using Rounds = std::unordered_map<NodeId, NodeId>;  // of cells: the node of their content in the rounds of a loop

void AddEdge(Flow& flow, NodeId from, NodeId to, EdgeKind kind) {
  flow.edges.push_back({to, flow.nodes[from].first_edge, kind});
  flow.nodes[from].first_edge = static_cast<std::uint32_t>(flow.edges.size() - 1);
}

// Where the scopes lie, as a loop sees it.
struct Places {
  std::vector<bool> inside;   // in the loop
  std::vector<bool> threads;  // in threads that were started outside of it, and may run while it does
};

Places PlacesOf(const Flow& flow, ScopeId loop) {
  Places places{InsideOf(flow, loop), std::vector<bool>(flow.scopes.size(), false)};
  for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope) {
    const auto* par = flow.scopes[scope].kind == ScopeKind::Parallel
                          ? std::get_if<rir::ParOp>(&flow.scopes[scope].op->data)
                          : nullptr;
    if (par == nullptr || par->kind != rir::ParKind::Thread || places.inside[scope])
      continue;
    const std::vector<bool> thread = InsideOf(flow, scope);
    for (ScopeId at = 0; at < thread.size(); ++at)
      places.threads[at] = places.threads[at] || thread[at];
  }
  return places;
}

// What is stored inside the loop is stored in a node of its rounds, and what another thread stores meanwhile in that
// too. Each node that stores is visited once, however many of the cells it may mean: of n stores through one pointer to
// n cells, each cell has n nodes with n edges before it.
void LeadToRounds(Flow& flow, const std::vector<NodeId>& cells, const Rounds& rounds, const Places& places) {
  std::vector<bool> seen(flow.nodes.size());
  for (const NodeId cell : cells)
    for (std::uint32_t i = flow.first_before[cell]; i < flow.first_before[cell + 1]; ++i) {
      const NodeId from = flow.before[i];
      if (seen[from])
        continue;
      seen[from] = true;
      Node& node = flow.nodes[from];
      if (node.scope == kNone || (!places.inside[node.scope] && !places.threads[node.scope]))
        continue;
      for (std::uint32_t e = node.first_edge; e != kNone; e = flow.edges[e].next) {
        const auto made = rounds.find(flow.edges[e].to);
        if (made == rounds.end())
          continue;
        if (places.inside[node.scope])
          flow.edges[e].to = made->second;
        else
          AddEdge(flow, from, made->second, flow.edges[e].kind);
      }
    }
}

// The reads inside the loop are of its rounds, and so is what comes out of the last one.
void LeadFromRounds(Flow& flow, NodeId cell, NodeId made, const std::vector<bool>& inside) {
  const auto is_inside = [&](NodeId node) { return flow.nodes[node].scope != kNone && inside[flow.nodes[node].scope]; };
  // Where a copy of a record stands is not told: its content may be of either.
  for (std::uint32_t i = flow.first_before[cell]; i < flow.first_before[cell + 1]; ++i) {
    if (flow.nodes[flow.before[i]].kind == NodeKind::Cell)
      AddEdge(flow, flow.before[i], made, flow.before_kind[i]);
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
  AddEdge(flow, made, cell, EdgeKind::Copy);
}

// Gives each cell's content in the rounds of the loop a node of its own, which what was stored before does not reach.
void Split(Flow& flow, const std::vector<NodeId>& cells, const Places& places) {
  Rounds rounds;
  for (const NodeId cell : cells) {
    Node node = flow.nodes[cell];
    node.first_edge = kNone;
    rounds[cell] = static_cast<NodeId>(flow.nodes.size());
    flow.nodes.push_back(node);
    flow.points_to.emplace_back(flow.points_to[cell]);
  }
  LeadToRounds(flow, cells, rounds, places);
  for (const NodeId cell : cells)
    LeadFromRounds(flow, cell, rounds.at(cell), places.inside);
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

State StateOf(Flow& flow, std::size_t jobs) {
  State state = Finder(flow, jobs).Find();
  for (const auto& [loop, cells] : state.overwritten) {
    if (cells.empty())
      continue;
    Split(flow, cells, PlacesOf(flow, loop));
  }
  if (!state.overwritten.empty())
    flow.IndexBefore(jobs);
  return state;
}

}  // namespace detrain::flow
