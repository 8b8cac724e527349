// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/make_plan.h"

#include <algorithm>
#include <set>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/hash.h"
#include "analyzer/plan/maker.h"

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

// Where the run that looked for them ended early any object may be one.
std::set<infer::ObjectId> ParametersIn(const Engine& engine, const infer::TypedModule& typed,
                                       const infer::LoopRecord& loop) {
  if (!typed.whole->exhausted)
    return SameObjects(*typed.whole, loop.updated, engine);
  std::set<infer::ObjectId> all;
  for (infer::ObjectId id = 0; id < engine.objects.size(); ++id)
    all.insert(all.end(), id);
  return all;
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
    plan.nest.push_back(std::move(level));
  }
  plan.step_loop = plan.nest.back().site;
}

Result<CheckpointPlan> MakePlan(const infer::TypedModule& typed, const Options& options) {
  DETRAIN_TRY(Choice choice, ChooseStepLoop(typed, options));
  infer::EngineOptions how;
  how.step_loop = choice.loop->loop;
  how.around = choice.loop->around;
  how.block_types = typed.block_types;
  how.summarized = typed.summarized;
  std::shared_ptr<Engine> run;
  do {
    run = infer::RunWithTypes(*typed.module, how);
    if (run == nullptr)
      return Error{ErrorKind::Coverage, "the step loop is not reached from main", {}};
    if (auto error = infer::ErrorOf(*run))
      return std::move(*error);
    how.around.insert(run->missed_around.begin(), run->missed_around.end());
  } while (!run->missed_around.empty());
  Engine& engine = *run;
  if (engine.revisited)
    return Error{ErrorKind::Coverage,
                 "the step loop's function is called from several places, which is not supported yet; choose another "
                 "loop with --step",
                 {}};
  Maker maker{.engine = engine, .module = *typed.module, .objects = NameObjects(engine)};
  maker.facts = Classify(engine, maker.objects, ParametersIn(engine, typed, *choice.loop));
  maker.plan.program = typed.module->sources;
  maker.plan.why_this_loop = choice.why;
  for (const auto* other : choice.others) {
    if (other->function == nullptr)
      continue;
    maker.plan.others.push_back(
        {PlaceOf(*typed.module, other->location), other->function->name, other->function->link_name});
  }
  maker.Nest();
  maker.Unify();
  maker.Regions();
  maker.Entries();
  maker.Assumptions();
  maker.LogArguments();
  maker.plan.hash = HashOf(maker.plan);
  return std::move(maker.plan);
}

}  // namespace detrain::plan
