// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/log.h"

#include <algorithm>
#include <iterator>

#include "analyzer/plan/choose.h"

namespace detrain::plan {

namespace {

using infer::Engine;

bool IsLive(const LeafFact& f) {
  return (f.read || !f.unless.empty()) && f.written && !f.is_constant;
}

// All leaves that values of those `begins` tells reach.
template <typename Begins>
std::set<LeafKey> Reached(const Facts& facts, const std::set<LeafKey>& within, Begins begins) {
  std::set<LeafKey> tainted;
  for (bool changed = true; changed;) {
    changed = false;
    for (const LeafKey& key : within) {
      const LeafFact& f = facts.leaves.at(key);
      const bool from = begins(f) || std::any_of(f.depends_on.begin(), f.depends_on.end(),
                                                 [&](const LeafKey& k) { return tainted.contains(k); });
      if (from)
        changed = tainted.insert(key).second || changed;
    }
  }
  return tainted;
}

// All that values of the environment reach.
std::set<LeafKey> Tainted(const Facts& facts, const std::set<LeafKey>& within) {
  return Reached(facts, within, [](const LeafFact& f) { return f.environment; });
}

void AddLeaves(const Dependences& dependences, const infer::Deps& deps, std::set<LeafKey>& out) {
  out.merge(dependences.Of(deps).leaves);
}

// Leaves whose values come from the environment and reach nothing but printed text and themselves. What hangs on a
// saved leaf alone is none of them: the checkpoint holds its cause. Nor is what hangs on state that the environment has
// come to (of `tainted`): the loss of an epoch whose order a clock seeds is a result, no time.
std::set<LeafKey> LogLeaves(const Engine& engine, const Dependences& dependences, const Facts& facts,
                            std::set<LeafKey> log, const std::set<LeafKey>& tainted,
                            const std::set<infer::ObjectId>& parameters) {
  std::set<LeafKey> used;  // by files, or to decide what is printed at all
  for (const auto& o : engine.outputs) {
    if (o.to_file)
      AddLeaves(dependences, o.deps, used);
    AddLeaves(dependences, o.control, used);
  }
  for (const auto& r : engine.boundary.exposed)
    AddLeaves(dependences, r.control, used);
  for (bool changed = true; changed;) {
    changed =
        std::erase_if(log, [&](const LeafKey& key) {
          const auto uses = [&](const auto& e) {
            return e.first != key && IsLive(e.second) && !log.contains(e.first) && e.second.depends_on.contains(key);
          };
          const auto is_state = [&](const LeafKey& k) { return k != key && tainted.contains(k) && !log.contains(k); };
          return used.contains(key) || parameters.contains(key.first) ||
                 facts.leaves.at(key).persistence != Persistence::Carried ||
                 std::ranges::any_of(facts.leaves.at(key).depends_on, is_state) ||
                 std::any_of(facts.leaves.begin(), facts.leaves.end(), uses);
        }) != 0;
    auto supported = Tainted(facts, log);
    changed = changed || supported.size() != log.size();
    log = std::move(supported);
  }
  return log;
}

// Of each reading of the environment what it comes to among `state`.
void FindReached(const std::set<LeafKey>& state, Facts& facts) {
  std::set<std::uint32_t> readings;
  for (const auto& [key, f] : facts.leaves)
    if (IsLive(f))
      readings.insert(f.readings.begin(), f.readings.end());
  for (const std::uint32_t reading : readings)
    if (std::set<LeafKey> reached =
            Reached(facts, state, [&](const LeafFact& f) { return f.readings.contains(reading); });
        !reached.empty())
      facts.reached[reading] = std::move(reached);
}

}  // namespace

void DecideLog(Engine& engine, const Dependences& dependences, const std::set<infer::ObjectId>& parameters,
               Facts& facts) {
  std::set<LeafKey> live;
  for (const auto& [key, f] : facts.leaves)
    if (IsLive(f))
      live.insert(key);
  const std::set<LeafKey> tainted = Tainted(facts, live);
  // What a library chooses differs between runs as the environment does, but is no value of it: a gradient stays one.
  std::set<LeafKey> of_environment = tainted;
  for (const LeafKey& key : Reached(facts, live, [](const LeafFact& f) { return f.is_of_library; }))
    of_environment.erase(key);
  facts.log = LogLeaves(engine, dependences, facts, of_environment, tainted, parameters);
  for (const LeafKey& key : facts.log)
    facts.leaves[key].persistence = Persistence::Log;
  std::set<LeafKey> state;
  const std::set<LeafKey> reached = Reached(facts, live, [](const LeafFact& f) { return !f.readings.empty(); });
  std::ranges::set_difference(reached, facts.log, std::inserter(state, state.end()));
  FindReached(state, facts);
}

}  // namespace detrain::plan
