// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan promises, and under which assumptions.
#include <algorithm>
#include <set>

#include "analyzer/plan/dependences.h"
#include "analyzer/plan/handlers.h"
#include "analyzer/plan/maker.h"
#include "analyzer/rir/handlers.h"

namespace detrain::plan {

namespace {

bool HasThreads(const rir::Module& module) {
  return std::ranges::any_of(module.functions, [](const rir::Function& function) {
    return std::ranges::any_of(function.blocks, [](const rir::Block& block) {
      return std::ranges::any_of(block.ops,
                                 [](const rir::Op& op) { return std::holds_alternative<rir::ParOp>(op.data); });
    });
  });
}

}  // namespace

// The state of a thread_local variable is followed as if all threads had one.
void Maker::AssumeOneThreadKeeps() {
  if (!HasThreads(module))
    return;
  std::set<rir::RegionId> kept;
  for (const auto& [key, fact] : facts.leaves) {
    const auto& object = engine.objects[key.first];
    const bool is_saved = fact.persistence == Persistence::Carried || fact.persistence == Persistence::Stream;
    if (is_saved && object.kind == infer::ObjectKind::Variable && module.regions[object.region].is_thread_local)
      kept.insert(object.region);
  }
  for (const rir::RegionId id : kept)
    plan.assumptions.push_back({module.regions[id].name, At(module.regions[id].declared), "catalog",
                                "each thread has one of its own: that of the thread with the step loop is saved, and "
                                "what another thread leaves in its own is not needed by a later step"});
}

// What a library of opaque objects promises only under conditions that no analysis sees.
void Maker::AssumeLibraries() {
  std::set<std::string> names;
  for (const rir::Region& region : module.regions)
    if (region.is_held)
      names.insert(region.name.substr(0, region.name.find(':')));
  for (const std::string& name : names)
    plan.assumptions.push_back(
        {name, plan.step_loop.place, "catalog",
         "its functions give the same bits for the same input, on the same number of threads of the library and with "
         "its deterministic algorithms; what they change is held by the objects that this plan names, and two of them "
         "share memory at a checkpoint only if the code before the loop made them so"});
}

// What a resumed run is without, as far as it is told from what the program does with it.
void Maker::AssumeMadeAgain() {
  for (const MadeAgain& m : facts.made_again) {
    std::string text =
        "a resumed run begins without what a step has put there, makes it again where it misses it, and "
        "gets the same";
    for (const std::string& path : m.besides)
      text += (path == *m.besides.begin() ? "; so is what else is written under conditions that hang on it: " : ", ") +
              path;
    plan.assumptions.push_back({m.path, m.place, "catalog", text});
  }
}

void Maker::Assumptions() {
  std::set<std::tuple<std::string, std::string, std::uint32_t>> seen;
  for (const auto* records : {&engine.opaque, &engine.assumed})
    for (const auto& o : *records) {
      const Place p = At(o.location);
      if (seen.insert({o.callee, p.file, p.line}).second)
        plan.assumptions.push_back({o.callee, p, o.source, o.effect});
    }
  for (const rir::Location& handler : HandlersNotFollowed(module)) {
    const Place p = At(handler);
    if (seen.insert({std::string(rir::kCatch), p.file, p.line}).second)
      plan.assumptions.push_back({std::string(rir::kCatch), p, "catalog",
                                  "no exception comes to this handler: what the program does then is not followed, and "
                                  "a run that saves ends there"});
  }
  AssumeOneThreadKeeps();
  AssumeLibraries();
  AssumeMadeAgain();
  plan.guarantee = plan.assumptions.empty() ? Guarantee::Bitwise : Guarantee::Modelled;
  const auto inside = std::ranges::find_if(plan.nest, &NestLevel::is_in_construct);
  if (inside != plan.nest.end())
    plan.guarantee_why.push_back({inside->site.place, kInConstruct});
  for (const auto& o : engine.lost) {
    plan.guarantee_why.push_back({At(o.location), o.callee + " " + o.effect});
    if (o.is_on_stack)
      plan.on_stacks.push_back(At(o.location));
  }
  plan.guarantee_why.insert(plan.guarantee_why.end(), facts.unnamed.begin(), facts.unnamed.end());
  std::vector<Reason> once;
  for (const Reason& why : plan.guarantee_why)
    if (std::none_of(once.begin(), once.end(),
                     [&](const Reason& r) { return r.place == why.place && r.message == why.message; }))
      once.push_back(why);
  plan.guarantee_why = std::move(once);
  if (!plan.guarantee_why.empty())
    plan.guarantee = Guarantee::NotReplayable;
}

}  // namespace detrain::plan
