// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan promises, and under which assumptions.
#include <algorithm>
#include <set>

#include "analyzer/plan/dependences.h"
#include "analyzer/plan/handlers.h"
#include "analyzer/plan/maker.h"
#include "analyzer/rir/handlers.h"

namespace detrain::plan {

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
  plan.records_inputs_in_loop = facts.environment_reaches_state;
  plan.guarantee = plan.assumptions.empty() ? Guarantee::Bitwise : Guarantee::Modelled;
  if (facts.environment_reaches_state || !facts.unnamed.empty() || !engine.lost.empty()) {
    plan.guarantee = Guarantee::NotReplayable;
    plan.guarantee_why = facts.environment_why;
    for (const auto& o : engine.lost)
      plan.guarantee_why.push_back({At(o.location), o.callee + " " + o.effect});
    plan.guarantee_why.insert(plan.guarantee_why.end(), facts.unnamed.begin(), facts.unnamed.end());
    std::vector<Reason> once;
    for (const Reason& why : plan.guarantee_why)
      if (std::none_of(once.begin(), once.end(),
                       [&](const Reason& r) { return r.place == why.place && r.message == why.message; }))
        once.push_back(why);
    plan.guarantee_why = std::move(once);
  }
}

void Maker::LogArguments() {
  const Dependences dependences(engine, objects);
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t>> seen;
  for (const auto& o : engine.outputs) {
    const Dependences::Cause cause = dependences.Of(o.deps);
    if (cause.environment == nullptr &&
        std::ranges::none_of(cause.leaves, [&](const LeafKey& k) { return facts.log.contains(k); }))
      continue;
    const Place p = At(o.location);
    if (o.to_file) {
      plan.records_inputs_in_loop = true;
      plan.guarantee = Guarantee::NotReplayable;
      plan.guarantee_why.push_back({p, "a value of the environment is written to a file"});
      continue;
    }
    if (seen.insert({p.file, p.line, p.column, o.argument}).second)
      plan.log_arguments.push_back({p, o.argument});
  }
}

}  // namespace detrain::plan
