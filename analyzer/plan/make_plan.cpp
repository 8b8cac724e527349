// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/make_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/join_loops.h"
#include "analyzer/plan/launch_loops.h"
#include "analyzer/plan/maker.h"
#include "analyzer/plan/reached_functions.h"
#include "analyzer/plan/saved_later.h"

namespace detrain::plan {

namespace {

using infer::Engine;

// The objects of one engine in another one: by variable, or by where and by which calls they were allocated.
std::set<infer::ObjectId> SameObjects(const Engine& from, const std::set<infer::Buffer>& buffers, const Engine& to) {
  const auto key = [](const infer::Object& o) {
    return std::tuple(o.kind, o.region, o.site.file, o.site.line, o.site.column, o.path.size());
  };
  std::set<infer::ObjectId> out;
  for (infer::ObjectId id = 0; id < to.objects.size(); ++id)
    for (const infer::Buffer& other : buffers)
      if (key(to.objects[id]) == key(from.objects[other.object]))
        out.insert(id);
  return out;
}

std::set<infer::ObjectId> AllObjects(const Engine& engine) {
  std::set<infer::ObjectId> all;
  for (infer::ObjectId id = 0; id < engine.objects.size(); ++id)
    all.insert(all.end(), id);
  return all;
}

// What may be a parameter, as far as the run of the steps tells: the buffers of floats that a step computes and that it
// reads what an earlier one has left in. Any object where there is no such buffer: single numbers and copies count
// then.
std::set<infer::ObjectId> ComputedInSteps(Engine& engine) {
  std::set<infer::ObjectId> read, computed;
  for (const infer::Read& r : engine.boundary.exposed)
    read.insert(r.object);
  for (const infer::Write& w : engine.boundary.writes)
    if (w.kind != infer::WriteKind::Other && read.contains(w.object) && !engine.IsWeakUpdate(w))
      computed.insert(w.object);
  return computed.empty() ? AllObjects(engine) : computed;
}

// Where the run that looks for them ended early, it has not seen them all.
std::set<infer::ObjectId> ParametersIn(Engine& engine, const infer::TypedModule& typed, const infer::LoopRecord& loop) {
  return typed.whole->exhausted ? ComputedInSteps(engine) : SameObjects(*typed.whole, loop.updated, engine);
}

}  // namespace

std::optional<Location> AskedFor(const Options& options) {
  if (!options.step)
    return std::nullopt;
  return Location{options.step->file, options.step->line, options.step->column};
}

void Maker::Nest() {
  const auto& nest = engine.boundary.nest;
  for (const auto& step : nest) {
    NestLevel level;
    level.is_loop = step.loop != nullptr;
    level.site = {At(step.location), step.function->name, step.function->link_name};
    level.is_in_construct = IsInConstruct(*step.function, step.loop, step.location);
    plan.nest.push_back(std::move(level));
  }
  plan.step_loop = plan.nest.back().site;
}

namespace {

// A run with the boundary at the loop; nullptr: it does not come there.
Result<std::shared_ptr<Engine>> RunTo(const ChosenLoop& chosen, const rir::Op* row, const infer::TypedModule& typed) {
  infer::EngineOptions how = infer::OptionsOf(typed);
  how.step_loop = chosen.loop->loop;
  how.around = chosen.loop->around;
  how.row = row;
  how.via = chosen.via;
  how.other_ways = chosen.other_ways;
  std::shared_ptr<Engine> run;
  do {
    run = infer::RunWithTypes(*typed.module, how, typed.patience);
    if (run == nullptr)
      return run;
    if (auto error = infer::ErrorOf(*run))
      return std::move(*error);
    how.around.insert(run->missed_around.begin(), run->missed_around.end());
  } while (!run->missed_around.empty());
  return run;
}

using MaybePlan = std::optional<CheckpointPlan>;

// One of the loops of a choice, run.
struct LoopRun {
  const ChosenLoop* chosen;
  std::shared_ptr<Engine> engine;
};

// The plan of the `number`th loop; `saved_later` gets what it saves.
CheckpointPlan PlanOfRun(const LoopRun& run, const infer::TypedModule& typed, const Choice& choice, std::size_t number,
                         SavedLater& saved_later) {
  Engine& engine = *run.engine;
  Maker maker{.engine = engine, .module = *typed.module, .objects = NameObjects(engine)};
  maker.facts = Classify(engine, maker.objects, ParametersIn(engine, typed, *run.chosen->loop), saved_later);
  maker.plan.program = typed.module->sources;
  maker.plan.why_this_loop = choice.why;
  maker.plan.loop_number = static_cast<std::uint32_t>(number);
  maker.plan.block_alignment = engine.block_alignment;
  for (const auto* other : run.chosen->others) {
    if (other->function == nullptr)
      continue;
    maker.plan.others.push_back(
        {PlaceOf(*typed.module, other->location), other->function->name, other->function->link_name});
  }
  maker.Nest();
  maker.Unify();
  maker.FindImages();
  if (number > 0)  // else none is before it
    saved_later.Add(engine, maker.objects, maker.shares, maker.facts);
  maker.Regions();
  maker.Entries();
  maker.DescribeHeapImage(saved_later);
  maker.Assumptions();
  maker.HeapAddresses();
  maker.Inputs();
  maker.LogArguments();
  return std::move(maker.plan);
}

// The loops of the choice that the program comes to. Empty where the function of one is called from several places, so
// that no one nest of calls leads to it.
Result<std::vector<LoopRun>> RunsOf(const infer::TypedModule& typed, const Choice& choice) {
  std::vector<LoopRun> runs;
  for (const ChosenLoop& chosen : choice.loops) {
    const bool is_first = runs.empty() || runs.back().chosen->row.begin != chosen.row.begin;
    DETRAIN_TRY(const std::shared_ptr<Engine> run, RunTo(chosen, is_first ? nullptr : chosen.row.begin, typed));
    if (run == nullptr && chosen.via != nullptr)
      continue;  // no run of the program takes that way
    if (run == nullptr)
      return Error{ErrorKind::Coverage, "the step loop is not reached from main", {}};
    if (run->revisited)
      return std::vector<LoopRun>();
    runs.push_back({&chosen, run});
  }
  return runs;
}

// Nothing where the loops have no runs. The last one comes first, as what it saves is saved in those before it, too.
Result<MaybePlan> PlanOf(const infer::TypedModule& typed, const Choice& choice) {
  DETRAIN_TRY(const std::vector<LoopRun> runs, RunsOf(typed, choice));
  if (runs.empty())
    return MaybePlan();
  std::vector<RowPlace> rows;
  for (const LoopRun& run : runs)
    rows.push_back(run.chosen->row);
  const std::vector<std::size_t> begins = RowBegins(rows);
  std::vector<CheckpointPlan> plans(runs.size());
  SavedLater saved_later;
  for (std::size_t i = runs.size(); i-- > 0;) {
    plans[i] = PlanOfRun(runs[i], typed, choice, i, saved_later);
    if (begins[i] == i)
      saved_later = {};
  }
  return MaybePlan(JoinLoops(*typed.module, std::move(plans), rows));
}

// A loop that nobody asked for makes way for one around it, which may be run from one place alone: after each of the
// ways to the loop itself.
std::optional<Choice> InsteadOf(const infer::TypedModule& typed, const Choice& choice, const Options& options) {
  if (auto ways = ChooseWays(typed, choice))
    return ways;
  const bool is_one_loop =
      std::ranges::all_of(choice.loops, [&](const ChosenLoop& chosen) { return chosen.loop == choice.loops[0].loop; });
  if (options.step || !is_one_loop)
    return std::nullopt;
  return ChooseAround(typed, *choice.loops[0].loop);
}

Error CalledFromSeveralPlaces(const rir::Module& module, const Choice& choice) {
  const infer::LoopRecord& loop = *choice.loops[0].loop;
  return Error{ErrorKind::Coverage,
               "the function of the step loop, " + FileAndLine(module, loop) +
                   ", is called from several places in ways that have no plan; write its calls as statements of one "
                   "block that runs once, or one in each arm of a branch, or choose another loop with --step",
               {}};
}

}  // namespace

void RefuseUnordered(CheckpointPlan& plan, const rir::Module& module, const std::vector<Reason>& unordered) {
  if (unordered.empty())
    return;
  const ReachedPlaces reached(module);
  for (const Reason& why : unordered)
    if (reached.MayContain(why.place)) {
      plan.guarantee = Guarantee::NotReplayable;
      plan.guarantee_why.push_back(why);
    }
}

namespace {

// The plan of the choice, or of one in its place.
Result<CheckpointPlan> PlanOfChoice(const infer::TypedModule& typed, const Options& options, Choice choice) {
  DETRAIN_TRY(MaybePlan plan, PlanOf(typed, choice));
  std::vector<Choice> left;  // of a row that has no plan
  while (!plan) {
    auto instead = InsteadOf(typed, choice, options);
    if (!instead && left.empty())
      left = OneByOne(typed, choice);
    if (!instead && left.empty())
      return CalledFromSeveralPlaces(*typed.module, choice);
    if (!instead)
      instead = std::exchange(left, {left.begin() + 1, left.end()}).front();
    choice = std::move(*instead);
    DETRAIN_TRY(plan, PlanOf(typed, choice));
  }
  ShareAmongLoops(*plan);
  ForEachLoop(*plan, [&](CheckpointPlan& loop) { RefuseUnordered(loop, *typed.module, options.unordered); });
  return std::move(*plan);
}

}  // namespace

Result<CheckpointPlan> MakePlan(const infer::TypedModule& typed, const Options& options) {
  Options those_that_train = options;
  those_that_train.takes_any_loop = false;
  Result<Choice> of_floats = ChooseStepLoop(typed, those_that_train);
  const bool has_none = !of_floats && options.takes_any_loop && IsNoStepLoop(of_floats.error());
  const bool is_doubtful = of_floats && options.takes_any_loop && !options.step && typed.whole->only_copies;
  if (!has_none && !is_doubtful) {
    DETRAIN_TRY(Choice choice, std::move(of_floats));
    return PlanOfChoice(typed, options, std::move(choice));
  }
  DETRAIN_TRY(const infer::TypedModule with_integers, infer::WithIntegers(typed));
  DETRAIN_TRY(Choice choice, ChooseStepLoop(with_integers, {.step = options.step, .takes_any_loop = true}));
  return PlanOfChoice(with_integers, options, std::move(choice));
}

}  // namespace detrain::plan
