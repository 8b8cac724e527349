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
#include "analyzer/infer/callees.h"
#include "analyzer/infer/records.h"
#include "analyzer/tier0/calls.h"
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

// How often the operations run that compute numbers of one kind, per run of a scope: each loop is taken to make ten
// iterations, as compilers guess where no profile tells (Wu and Larus, "Static branch frequency and program profile
// analysis", 1994). A function that calls itself is entered once.
class Computations {
 public:
  static constexpr double kIterations = 10;

  Computations(const Flow& flow, rir::TypeKind kind)
      : flow_(&flow), own_(flow.scopes.size()), inside_(flow.scopes.size(), -1), children_(flow.scopes.size()) {
    for (const types::Node& node : flow.nodes)
      if (node.kind == NodeKind::Value && node.scope != types::kNone && node.op != nullptr &&
          std::holds_alternative<rir::ComputeOp>(node.op->data) && node.op->type != rir::kNone &&
          flow.module->types[node.op->type].kind == kind)
        ++own_[node.scope];
    for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope)
      for (const ScopeId parent : flow.scopes[scope].parents)
        children_[parent].push_back(scope);
  }

  // In one iteration, of a loop.
  double In(ScopeId scope) {
    if (inside_[scope] >= 0)
      return inside_[scope];
    inside_[scope] = 0;
    double all = own_[scope];
    for (const ScopeId child : children_[scope])
      all += In(child) * (IsLoop(flow_->scopes[child]) ? kIterations : 1);
    return inside_[scope] = all;
  }

 private:
  const Flow* flow_;
  std::vector<double> own_, inside_;  // per scope; -1: not known yet
  std::vector<std::vector<ScopeId>> children_;
};

// How the program comes to its loops: on one way, or on several, each of which a rewrite can tell from the others.
class WayFinder {
 public:
  explicit WayFinder(const Flow& flow) : flow_(flow) {
    for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope)
      if (IsLoop(flow.scopes[scope]))
        scopes_[flow.scopes[scope].op].push_back(scope);
  }

  // Of the loop in that scope and in others; empty where it has ways that no plan can have.
  const std::vector<Way>& To(ScopeId loop) {
    const rir::Op* op = flow_.scopes[loop].op;
    const auto [known, is_new] = ways_.try_emplace(op);
    if (is_new)
      known->second = Find(loop, scopes_.at(op));
    return known->second;
  }

 private:
  std::vector<Way> Find(ScopeId loop, const std::vector<ScopeId>& scopes) {
    if (auto nest = scopes.size() == 1 ? NestOf(flow_, loop) : std::nullopt)
      return {Way{std::move(*nest)}};
    const rir::Op* op = flow_.scopes[loop].op;
    infer::LoopRecord record;
    record.function = flow_.FunctionOf(flow_.scopes[loop].instance);
    record.loop = &std::get<rir::LoopOp>(op->data);
    if (!calls_) {
      callees_.emplace(*flow_.module);
      calls_.emplace(*flow_.module);
    }
    const std::vector<Nest> nests = calls_->NestsOf(*record.function, *op);
    if (nests.size() == 1)
      return {Way{nests.front()}};
    const auto row = plan::RowOf(*flow_.module, *callees_, {&record});
    return row ? Matched(*row, nests) : std::vector<Way>();
  }

  // One nest for each way of the row, and none left.
  static std::vector<Way> Matched(const plan::Row& row, const std::vector<Nest>& nests) {
    std::vector<Way> ways;
    for (const plan::Way& via : row.ways)
      for (const Nest& nest : nests)
        if (std::ranges::find(nest, via.via, &Level::op) != nest.end())
          ways.push_back({nest, via.row});
    return ways.size() == nests.size() && ways.size() == row.ways.size() ? ways : std::vector<Way>();
  }

  const Flow& flow_;
  std::optional<infer::Callees> callees_;  // of both: once a loop has several ways
  std::optional<Calls> calls_;
  std::map<const rir::Op*, std::vector<ScopeId>> scopes_;
  std::map<const rir::Op*, std::vector<Way>> ways_;
};

class Finder {
 public:
  explicit Finder(Flow& flow)
      : flow_(flow),
        state_(types::StateOf(flow)),
        facts_(flow, 1),
        judge_(flow, facts_),
        computations_(flow, rir::TypeKind::Float),
        ways_(flow) {}

  // Of the outermost loops that train, the one that computes most: forward, backward and update are more than any one
  // of them, and than what only moves numbers about. Where none trains floats, the same of integers: counts, trees,
  // populations.
  Result<StepLoop> Find(bool takes_any_loop) {
    if (auto step = Best(FoundIn(state_.loops)))
      return std::move(*step);
    computations_ = Computations(flow_, rir::TypeKind::Int);
    if (auto step = takes_any_loop ? Best(FoundIn(OutermostLoops())) : std::nullopt)
      return std::move(*step);
    return Error{ErrorKind::Coverage,
                 "no loop hands anything to its next iteration that calls which are told apart lead to",
                 {}};
  }

  Result<StepLoop> At(const Location& place) {
    std::map<const rir::Op*, ScopeId> there;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (IsLoop(flow_.scopes[scope]) && StandsAt(flow_.scopes[scope].op->location, place))
        there.try_emplace(flow_.scopes[scope].op, scope);
    if (there.empty())
      return Error{ErrorKind::Coverage, "no loop that the program runs stands there", place};
    if (there.size() > 1 || !IsReached(there.begin()->second))
      return Error{ErrorKind::Coverage,
                   "the calls that lead from main to the loop that was asked for have no plan; write them as "
                   "statements of one block that runs once, or one in each arm of a branch, or choose another loop",
                   place};
    return StepLoop{ways_.To(there.begin()->second), "it was asked for with --step", {}};
  }

 private:
  struct Found {
    ScopeId loop = types::kNone;
    double computations = 0;  // in an iteration
    std::set<Memory> parameters;
  };

  // Those of them that can be it, or what is around them: where several ways lead to one, a loop around all of them.
  std::vector<Found> FoundIn(const std::vector<ScopeId>& loops) {
    std::vector<Found> found;
    for (const ScopeId inner : loops) {
      const ScopeId loop = Reached(inner);
      const auto is_same = [&](const Found& one) { return flow_.scopes[one.loop].op == flow_.scopes[loop].op; };
      if (loop == types::kNone || std::ranges::any_of(found, is_same))
        continue;
      std::set<Memory> parameters = ParametersOf(loop);
      if (!parameters.empty())
        found.push_back({loop, computations_.In(loop), std::move(parameters)});
    }
    std::ranges::stable_sort(found, std::ranges::greater(),
                             [](const Found& one) { return std::pair(one.computations, one.parameters.size()); });
    return found;
  }

  std::optional<StepLoop> Best(const std::vector<Found>& found) {
    if (found.empty())
      return std::nullopt;
    StepLoop step = Within(found.front());
    for (const Found& other : found)
      AddOther(step, other.loop);
    return step;
  }

  [[nodiscard]] bool IsReached(ScopeId loop) { return IsLoop(flow_.scopes[loop]) && !ways_.To(loop).empty(); }

  // kNone: there is none.
  [[nodiscard]] ScopeId Reached(ScopeId loop) {
    for (ScopeId at = loop; at != types::kNone;) {
      if (IsReached(at))
        return at;
      const auto& parents = flow_.scopes[at].parents;
      at = parents.size() == 1 ? parents.front() : types::kNone;
    }
    return types::kNone;
  }

  [[nodiscard]] std::vector<ScopeId> OutermostLoops() {
    const auto is_outermost = [](const Way& way) { return std::ranges::count(way.nest, true, &Level::is_loop) == 1; };
    std::vector<ScopeId> loops;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (IsReached(scope) && std::ranges::all_of(ways_.To(scope), is_outermost))
        loops.push_back(scope);
    return loops;
  }

  std::set<Memory> ParametersOf(ScopeId loop) { return tier0::ParametersOf(flow_, judge_, judge_.Judge(loop)); }

  [[nodiscard]] bool StandsAt(const rir::Location& at, const Location& place) const {
    return at.file != rir::kNone && at.line == place.line && IsSameFile(flow_.module->files[at.file], place.file);
  }

  // The innermost loop inside, or the loop itself, that makes most of its computation.
  StepLoop Within(const Found& outer) {
    ScopeId best = outer.loop;
    for (auto inner = Better(best, outer); inner; inner = Better(best, outer))
      best = *inner;
    const char* why = best == outer.loop ? "it computes most of all loops that hand numbers on to their next iteration"
                                         : "it makes most of the computation of the loop around it, which hands "
                                           "numbers on to its next iteration";
    return StepLoop{ways_.To(best), why, {}};
  }

  std::optional<ScopeId> Better(ScopeId outer, const Found& of) {
    const std::vector<bool> inside = types::InsideOf(flow_, outer);
    for (ScopeId scope = 0; scope < inside.size(); ++scope) {
      if (scope == outer || !inside[scope] || !IsLoop(flow_.scopes[scope]) || !IsNextLoop(scope, outer))
        continue;
      if (computations_.In(scope) * Computations::kIterations * 3 < of.computations * 2 ||
          !IsComposed(scope, types::InsideOf(flow_, scope), of.parameters))
        continue;
      if (IsReached(scope))
        return scope;
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
    if (step.ways.front().nest.back().op != op)
      step.others.push_back({flow_.FunctionOf(flow_.scopes[loop].instance), op, true, false});
  }

  Flow& flow_;
  types::State state_;
  const types::LoopFacts facts_;
  types::LoopJudge judge_;
  Computations computations_;
  WayFinder ways_;
};

}  // namespace

Result<StepLoop> FindStepLoop(Flow& flow, const plan::Options& options) {
  Finder finder(flow);
  const std::optional<Location> asked = plan::AskedFor(options);
  return asked ? finder.At(*asked) : finder.Find(options.takes_any_loop);
}

}  // namespace detrain::tier0
