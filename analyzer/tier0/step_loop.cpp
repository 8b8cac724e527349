// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/step_loop.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "analyzer/base/file.h"
#include "analyzer/flow/state.h"
#include "analyzer/infer/callees.h"
#include "analyzer/plan/thread_loops.h"
#include "analyzer/tier0/computations.h"
#include "analyzer/tier0/training.h"

namespace detrain::tier0 {

namespace {

using flow::Flow;
using flow::ScopeId;

class Finder {
 public:
  explicit Finder(Flow& flow)
      : flow_(flow),
        state_(flow::StateOf(flow)),
        training_(flow),
        threads_(plan::ThreadLoops(*flow.module)),
        callees_(*flow.module),
        computations_(std::in_place, flow, callees_, rir::TypeKind::Float),
        ways_(flow, callees_) {}

  // Of the outermost loops that train, the one that computes most: forward, backward and update are more than any one
  // of them, and than what only moves numbers about. Where none trains floats, the same of integers: counts, trees,
  // populations. Then loops that only average floats or add them up; at last any outermost one.
  Result<StepLoop> Find(bool takes_any_loop) {
    const std::vector<ScopeId> of_floats = state_.is_float.empty() ? std::vector<ScopeId>() : state_.loops;
    std::vector<Found> trains = FoundIn(of_floats, Needs::Parameters);
    std::erase_if(trains, [&](const Found& one) { return IsOfOneStep(one); });
    if (!trains.empty() && IsLargePart(trains.front().loop))
      return *Best(trains);
    const std::vector<ScopeId> outermost = takes_any_loop ? OutermostLoops() : std::vector<ScopeId>();
    if (!trains.empty() && outermost.empty())
      return *Best(trains);
    trains_floats_ = false;
    computations_.emplace(flow_, callees_, rir::TypeKind::Int);
    if (auto step = Best(FoundIn(outermost, Needs::Parameters)))
      return std::move(*step);
    for (const auto& loops : {of_floats, outermost})
      if (auto step = Best(FoundIn(loops, Needs::Nothing)))
        return std::move(*step);
    return Error{ErrorKind::Coverage,
                 "no loop hands anything to its next iteration that calls which are told apart lead to",
                 {}};
  }

  // As LargerLoop says.
  std::optional<Location> LargerThan(const std::vector<Location>& places) {
    const auto step = Find(true);
    if (!step)
      return std::nullopt;
    const Nest& nest = step->ways.front().nest;
    double others = 0, chosen = 0;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope) {
      if (!IsLoop(flow_.scopes[scope]))
        continue;
      if (flow_.scopes[scope].op == nest.back().op)
        chosen = std::max(chosen, AllOf(scope));
      if (std::ranges::none_of(places,
                               [&](const Location& at) { return StandsAt(flow_.scopes[scope].op->location, at); }))
        continue;
      if (IsPartOf(scope, nest.back().op) || std::ranges::find(nest, flow_.scopes[scope].op, &Level::op) != nest.end())
        return std::nullopt;
      others = std::max(others, AllOf(scope));
    }
    return chosen > 10 * others ? std::optional(LocationOf(*nest.back().op)) : std::nullopt;
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
    ScopeId loop = flow::kNone;
    double computations = 0;  // in an iteration
    std::set<Memory> parameters;
  };

  enum class Needs : std::uint8_t { Parameters, Nothing };

  // Those of them that can be it, or what is around them: where several ways lead to one, a loop around all of them.
  std::vector<Found> FoundIn(const std::vector<ScopeId>& loops, Needs needs) {
    std::vector<Found> found;
    for (const ScopeId inner : loops) {
      const ScopeId loop = Reached(inner);
      const auto is_same = [&](const Found& one) { return flow_.scopes[one.loop].op == flow_.scopes[loop].op; };
      if (loop == flow::kNone || std::ranges::any_of(found, is_same))
        continue;
      std::set<Memory> parameters = training_.ParametersOf(loop);
      if (!parameters.empty() || needs == Needs::Nothing)
        found.push_back({loop, computations_->In(loop), std::move(parameters)});
    }
    std::ranges::stable_sort(found, std::ranges::greater(),
                             [](const Found& one) { return std::pair(one.computations, one.parameters.size()); });
    found = Prefer(std::move(found), [&](const Found& one) { return !threads_.contains(LoopOf(one.loop)); });
    return Prefer(found, [&](const Found& one) {
      return std::ranges::none_of(found, [&](const Found& other) { return MakesMore(other, one); });
    });
  }

  // Whether it makes more than a hundredth of the program's computation: one that fills a table of test data does not.
  bool IsLargePart(ScopeId loop) { return AllOf(loop) * 100 > computations_->InMain(); }

  // Whether it goes over the elements that it trains, in a loop that hands other numbers on: a cumulative sum, which a
  // draw makes anew, is no training.
  bool IsOfOneStep(const Found& found) {
    if (!training_.WalksOverParameters(found.loop, found.parameters))
      return false;
    for (ScopeId at = found.loop; !flow_.scopes[at].parents.empty();) {
      at = flow_.scopes[at].parents.front();
      if (IsLoop(flow_.scopes[at]) && !training_.ParametersOf(at).empty())
        return true;
    }
    return false;
  }

  // What it computes in a run of the program.
  double AllOf(ScopeId loop) {
    double all = computations_->In(loop);
    for (ScopeId at = loop; at != flow::kNone;) {
      all *= IsLoop(flow_.scopes[at]) ? Computations::kIterations : 1;
      at = flow_.scopes[at].parents.empty() ? flow::kNone : flow_.scopes[at].parents.front();
    }
    return all;
  }

  // Whether the scope lies in that loop.
  [[nodiscard]] bool IsPartOf(ScopeId scope, const rir::Op* loop) const {
    for (ScopeId at = scope; at != flow::kNone;) {
      if (flow_.scopes[at].op == loop)
        return true;
      at = flow_.scopes[at].parents.empty() ? flow::kNone : flow_.scopes[at].parents.front();
    }
    return false;
  }

  [[nodiscard]] Location LocationOf(const rir::Op& op) const {
    return {flow_.module->files[op.location.file], op.location.line, op.location.column};
  }

  // Those for which it holds; all of them where it holds for none.
  template <typename Holds>
  static std::vector<Found> Prefer(std::vector<Found> found, const Holds& holds) {
    std::vector<Found> preferred;
    std::ranges::copy_if(found, std::back_inserter(preferred), holds);
    return preferred.empty() ? found : preferred;
  }

  // Whether it trains all that the other one does, and more: what that one does with it is an evaluation, or a part. Of
  // a graph that was cut short this cannot be told.
  [[nodiscard]] bool MakesMore(const Found& one, const Found& other) const {
    return !flow_.is_truncated && one.parameters.size() > other.parameters.size() &&
           std::ranges::includes(one.parameters, other.parameters);
  }

  [[nodiscard]] const rir::LoopOp* LoopOf(ScopeId loop) const {
    return &std::get<rir::LoopOp>(flow_.scopes[loop].op->data);
  }

  std::optional<StepLoop> Best(const std::vector<Found>& found) {
    if (found.empty())
      return std::nullopt;
    StepLoop step = Within(found.front().loop);
    for (const Found& other : found)
      AddOther(step, other.loop);
    return step;
  }

  [[nodiscard]] bool IsReached(ScopeId loop) { return IsLoop(flow_.scopes[loop]) && !ways_.To(loop).empty(); }

  // kNone: there is none.
  [[nodiscard]] ScopeId Reached(ScopeId loop) {
    for (ScopeId at = loop; at != flow::kNone;) {
      if (IsReached(at))
        return at;
      const auto& parents = flow_.scopes[at].parents;
      at = parents.size() == 1 ? parents.front() : flow::kNone;
    }
    return flow::kNone;
  }

  [[nodiscard]] std::vector<ScopeId> OutermostLoops() {
    const auto is_outermost = [](const Way& way) { return std::ranges::count(way.nest, true, &Level::is_loop) == 1; };
    std::vector<ScopeId> loops;
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      if (IsReached(scope) && std::ranges::all_of(ways_.To(scope), is_outermost))
        loops.push_back(scope);
    return loops;
  }

  [[nodiscard]] bool StandsAt(const rir::Location& at, const Location& place) const {
    return at.file != rir::kNone && at.line == place.line && IsSameFile(flow_.module->files[at.file], place.file);
  }

  // The innermost loop inside, or the loop itself, that makes most of its computation.
  StepLoop Within(ScopeId outer) {
    ScopeId best = outer;
    for (auto inner = Better(best); inner; inner = Better(best))
      best = *inner;
    const char* why = best == outer ? "it computes most of all loops that hand numbers on to their next iteration"
                                    : "it makes most of the computation of the loop around it, which hands numbers on "
                                      "to its next iteration";
    return StepLoop{ways_.To(best), why, {}};
  }

  std::optional<ScopeId> Better(ScopeId outer) {
    const std::vector<bool> inside = flow::InsideOf(flow_, outer);
    for (ScopeId scope = 0; scope < inside.size(); ++scope)
      if (scope != outer && inside[scope] && IsLoop(flow_.scopes[scope]) && IsNextLoop(scope, outer) &&
          IsBetter(scope, outer))
        return scope;
    return std::nullopt;
  }

  // Whether it makes two thirds of the computation, and a whole update.
  bool IsBetter(ScopeId loop, ScopeId outer) {
    const std::set<Memory>& parameters = training_.ParametersOf(outer);
    return computations_->In(loop) * Computations::kIterations * 3 >= computations_->In(outer) * 2 && IsReached(loop) &&
           !IsSharedOut(loop) && training_.MakesWholeUpdate(loop, parameters) &&
           training_.IsComposed(loop, parameters) && !IsOverElements(loop, parameters);
  }

  // Whether threads share its iterations out.
  [[nodiscard]] bool IsSharedOut(ScopeId loop) const { return LoopOf(loop)->schedule != rir::Schedule::None; }

  // Steps over samples cannot be told from elements of a table that is counted in, or of a population.
  bool IsOverElements(ScopeId loop, const std::set<Memory>& parameters) {
    return trains_floats_ ? training_.WalksOverParameters(loop, parameters) : training_.WalksOverElements(loop);
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

  void AddOther(StepLoop& step, ScopeId loop) const {
    const rir::Op* op = flow_.scopes[loop].op;
    if (step.ways.front().nest.back().op != op)
      step.others.push_back({flow_.FunctionOf(flow_.scopes[loop].instance), op, true, false});
  }

  Flow& flow_;
  flow::State state_;
  Training training_;
  const std::set<const rir::LoopOp*> threads_;  // of which an iteration starts a thread, and does not wait for it
  const infer::Callees callees_;
  std::optional<Computations> computations_;
  WayFinder ways_;
  bool trains_floats_ = true;
};

}  // namespace

Result<StepLoop> FindStepLoop(Flow& flow, const plan::Options& options) {
  Finder finder(flow);
  const std::optional<Location> asked = plan::AskedFor(options);
  return asked ? finder.At(*asked) : finder.Find(options.takes_any_loop);
}

std::optional<Location> LargerLoop(Flow& flow, const std::vector<Location>& places) {
  return flow.is_truncated ? std::nullopt : Finder(flow).LargerThan(places);
}

}  // namespace detrain::tier0
