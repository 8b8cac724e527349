// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/step_loop.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "analyzer/base/file.h"
#include "analyzer/types/candidates.h"
#include "analyzer/types/state.h"

namespace detrain::tier0 {

namespace {

using types::Flow;
using types::NodeId;
using types::NodeKind;
using types::ScopeId;

// Memory that a loop hands on, whichever node stands for it in that loop: an object and an offset, or a variable that
// no address is taken of.
using Memory = std::tuple<bool, std::uint32_t, std::uint32_t>;

Memory MemoryOf(const Flow& flow, NodeId node) {
  const types::Node& n = flow.nodes[node];
  return {n.kind == NodeKind::Cell, n.object, n.kind == NodeKind::Cell ? n.offset : 0};
}

// What a candidate trains: what it computes anew from itself, and not only adds up or prints.
std::set<Memory> ParametersOf(const Flow& flow, types::LoopJudge& judge, const types::Candidate& candidate) {
  const auto measured = judge.Measured(candidate);
  std::set<Memory> trained, all;
  for (const NodeId node : candidate.carried) {
    if (!judge.IsFloat(node) || measured.contains(node))
      continue;
    all.insert(MemoryOf(flow, node));
    const auto blocker = candidate.blockers.find(node);
    if (blocker != candidate.blockers.end() && blocker->second != types::kNone)
      trained.insert(MemoryOf(flow, node));
  }
  if (trained.empty() && all.empty())
    for (const NodeId node : candidate.carried)
      all.insert(MemoryOf(flow, node));
  return trained.empty() ? all : trained;
}

// Operations that compute numbers of that kind, of each scope without those inside of it.
std::vector<std::size_t> ComputationsOf(const Flow& flow, rir::TypeKind kind) {
  std::vector<std::size_t> count(flow.scopes.size());
  for (const types::Node& node : flow.nodes)
    if (node.kind == NodeKind::Value && node.scope != types::kNone && node.op != nullptr &&
        std::holds_alternative<rir::ComputeOp>(node.op->data) && node.op->type != rir::kNone &&
        flow.module->types[node.op->type].kind == kind)
      ++count[node.scope];
  return count;
}

class Finder {
 public:
  explicit Finder(Flow& flow)
      : flow_(flow),
        state_(types::StateOf(flow)),
        facts_(flow, 1),
        judge_(flow, facts_),
        computations_(ComputationsOf(flow, rir::TypeKind::Float)) {
    for (const types::Scope& scope : flow.scopes)
      if (IsLoop(scope))
        ++ways_[scope.op];
  }

  // Of the outermost loops that train, the one that computes most: forward, backward and update are more than any one
  // of them, and than what only moves numbers about. Where none trains floats, the same of integers: counts, trees,
  // populations.
  Result<StepLoop> Find(bool takes_any_loop) {
    if (auto step = Best(FoundIn(state_.loops)))
      return std::move(*step);
    computations_ = ComputationsOf(flow_, rir::TypeKind::Int);
    if (auto step = takes_any_loop ? Best(FoundIn(OutermostLoops())) : std::nullopt)
      return std::move(*step);
    return Error{
        ErrorKind::Coverage, "no loop that one way from main leads to hands anything to its next iteration", {}};
  }

  Result<StepLoop> At(const Location& place) {
    std::vector<ScopeId> there;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (IsLoop(flow_.scopes[scope]) && StandsAt(flow_.scopes[scope].op->location, place))
        there.push_back(scope);
    std::optional<Nest> nest = there.size() == 1 ? NestOf(flow_, there.front()) : std::nullopt;
    if (there.empty())
      return Error{ErrorKind::Coverage, "no loop that the program runs stands there", place};
    if (!nest)
      return Error{ErrorKind::Coverage,
                   "no one way of calls leads from main to the loop that was asked for; choose another one", place};
    return StepLoop{std::move(*nest), "it was asked for with --step", {}};
  }

 private:
  struct Found {
    ScopeId loop = types::kNone;
    std::size_t computations = 0;
    std::set<Memory> parameters;
  };

  // Those of them that can be it, or what is around them: where several ways lead to one, a loop around all of them.
  std::vector<Found> FoundIn(const std::vector<ScopeId>& loops) {
    std::vector<Found> found;
    for (const ScopeId inner : loops) {
      const ScopeId loop = Reached(inner);
      if (loop == types::kNone || std::ranges::find(found, loop, &Found::loop) != found.end())
        continue;
      std::set<Memory> parameters = ParametersOf(loop);
      if (!parameters.empty())
        found.push_back({loop, ComputationsIn(types::InsideOf(flow_, loop)), std::move(parameters)});
    }
    std::ranges::stable_sort(found, std::ranges::greater(),
                             [](const Found& one) { return std::pair(one.computations, one.parameters.size()); });
    return found;
  }

  std::optional<StepLoop> Best(const std::vector<Found>& found) {
    for (const Found& best : found)
      if (auto step = Within(best)) {
        for (const Found& other : found)
          AddOther(*step, other.loop);
        return step;
      }
    return std::nullopt;
  }

  [[nodiscard]] bool IsReached(ScopeId loop) const {
    return IsLoop(flow_.scopes[loop]) && ways_.at(flow_.scopes[loop].op) == 1 && NestOf(flow_, loop).has_value();
  }

  // kNone: there is none.
  [[nodiscard]] ScopeId Reached(ScopeId loop) const {
    for (ScopeId at = loop; at != types::kNone;) {
      if (IsReached(at))
        return at;
      const auto& parents = flow_.scopes[at].parents;
      at = parents.size() == 1 ? parents.front() : types::kNone;
    }
    return types::kNone;
  }

  [[nodiscard]] std::vector<ScopeId> OutermostLoops() const {
    std::vector<ScopeId> loops;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (IsReached(scope) && std::ranges::count(*NestOf(flow_, scope), true, &Level::is_loop) == 1)
        loops.push_back(scope);
    return loops;
  }

  std::set<Memory> ParametersOf(ScopeId loop) { return tier0::ParametersOf(flow_, judge_, judge_.Judge(loop)); }

  [[nodiscard]] std::size_t ComputationsIn(const std::vector<bool>& inside) const {
    std::size_t all = 0;
    for (ScopeId scope = 0; scope < inside.size(); ++scope)
      all += inside[scope] ? computations_[scope] : 0;
    return all;
  }

  [[nodiscard]] bool StandsAt(const rir::Location& at, const Location& place) const {
    return at.file != rir::kNone && at.line == place.line && IsSameFile(flow_.module->files[at.file], place.file);
  }

  // The innermost loop inside, or the loop itself, that makes most of its computation.
  std::optional<StepLoop> Within(const Found& outer) {
    auto nest = NestOf(flow_, outer.loop);
    if (!nest)
      return std::nullopt;
    ScopeId best = outer.loop;
    for (auto inner = Better(best, outer); inner; inner = Better(best, outer)) {
      best = inner->first;
      nest = std::move(inner->second);
    }
    const char* why = best == outer.loop ? "it computes most of all loops that hand numbers on to their next iteration"
                                         : "it makes most of the computation of the loop around it, which hands "
                                           "numbers on to its next iteration";
    return StepLoop{std::move(*nest), why, {}};
  }

  std::optional<std::pair<ScopeId, Nest>> Better(ScopeId outer, const Found& of) {
    const std::vector<bool> inside = types::InsideOf(flow_, outer);
    for (ScopeId scope = 0; scope < inside.size(); ++scope) {
      if (scope == outer || !inside[scope] || !IsLoop(flow_.scopes[scope]) || !IsNextLoop(scope, outer))
        continue;
      const std::vector<bool> within = types::InsideOf(flow_, scope);
      if (ComputationsIn(within) * 3 < of.computations * 2 || !IsComposed(scope, within, of.parameters))
        continue;
      if (IsReached(scope))
        return std::pair(scope, *NestOf(flow_, scope));
    }
    return std::nullopt;
  }

  // Whether no other loop is between the two.
  [[nodiscard]] bool IsNextLoop(ScopeId scope, ScopeId outer) const {
    for (ScopeId at = scope; flow_.scopes[at].parents.size() == 1;) {
      at = flow_.scopes[at].parents.front();
      if (at == outer)
        return true;
      if (IsLoop(flow_.scopes[at]))
        return false;
    }
    return false;
  }

  // Whether its iteration reads the parameters in one place and writes them in another: one that walks over their
  // elements does both in one loop that has no other inside, or in one loop inside.
  [[nodiscard]] bool IsComposed(ScopeId loop, const std::vector<bool>& within, const std::set<Memory>& parameters) {
    std::set<ScopeId> readers, writers;
    for (const types::Access& access : flow_.accesses) {
      const ScopeId scope = flow_.nodes[access.node].scope;
      if (scope == types::kNone || !within[scope] || access.address == types::kNone)
        continue;
      const auto cells = flow_.PointsTo(access.address);
      if (std::ranges::none_of(cells, [&](NodeId cell) { return parameters.contains(MemoryOf(flow_, cell)); }))
        continue;
      (access.writes ? writers : readers).insert(ChildOf(scope, loop));
    }
    return std::ranges::any_of(readers, [&](ScopeId reader) {
      return std::ranges::any_of(writers, [&](ScopeId writer) { return reader != writer; });
    });
  }

  // The loop or call directly inside `loop` in which the scope lies; `loop` itself where it is in none.
  [[nodiscard]] ScopeId ChildOf(ScopeId scope, ScopeId loop) const {
    ScopeId child = loop;
    for (ScopeId at = scope; at != loop && !flow_.scopes[at].parents.empty(); at = flow_.scopes[at].parents.front())
      if (IsLoop(flow_.scopes[at]) || flow_.scopes[at].kind == types::ScopeKind::Function)
        child = at;
    return child;
  }

  void AddOther(StepLoop& step, ScopeId loop) const {
    const rir::Op* op = flow_.scopes[loop].op;
    if (step.nest.back().op != op)
      step.others.push_back({flow_.FunctionOf(flow_.scopes[loop].instance), op, true, false});
  }

  Flow& flow_;
  types::State state_;
  const types::LoopFacts facts_;
  types::LoopJudge judge_;
  std::vector<std::size_t> computations_;       // per scope
  std::map<const rir::Op*, std::size_t> ways_;  // to each loop
};

}  // namespace

Result<StepLoop> FindStepLoop(Flow& flow, const plan::Options& options) {
  Finder finder(flow);
  const std::optional<Location> asked = plan::AskedFor(options);
  return asked ? finder.At(*asked) : finder.Find(options.takes_any_loop);
}

}  // namespace detrain::tier0
