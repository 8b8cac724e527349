// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one thread of a launch does to memory, in the order in which it does it.
#ifndef DETRAIN_ANALYZER_RACES_LAUNCH_EVENTS_H
#define DETRAIN_ANALYZER_RACES_LAUNCH_EVENTS_H

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "analyzer/races/threads.h"

namespace detrain::races {

// A round of a loop.
struct LoopRound {
  std::uint32_t outer = flow::kNone;  // the round of the loop around it, in LaunchEvents::rounds
  flow::ScopeId loop = flow::kNone;
  unsigned number = 0;
};

struct LaunchItem {
  const flow::Access* access = nullptr;
  unsigned phase = 0;                 // counts barriers
  std::uint32_t round = flow::kNone;  // of the innermost loop around it, in LaunchEvents::rounds
  unsigned grid_phase = 0;            // counts those of the whole grid
};

struct LaunchEvents {
  std::vector<LaunchItem> items;
  std::vector<LoopRound> rounds;
};

// Each loop is gone through twice: what stands before its first barrier meets what stands behind its last one. Branches
// that the arguments of their function's call rule out are none. `launch`: its scope, or that of a kernel's body.
// `added`: barriers that are not in the program.
LaunchEvents EventsOf(const flow::Flow& flow, flow::ScopeId launch, std::span<const BarrierPlace> added = {});

// The loops that both items lie in, and are in one round of.
std::set<flow::ScopeId> LoopsOfBoth(const LaunchEvents& events, const LaunchItem& a, const LaunchItem& b);

// The rounds around an item, in LaunchEvents::rounds, from the outermost loop's on.
std::vector<std::uint32_t> RoundsAround(const LaunchEvents& events, const LaunchItem& item);

// Of two items that only different rounds of a loop bring together, the call in that loop that leads to both: what is
// wrong is wrong there, not in the function. kNone: they meet within a round, or stand in the loop themselves.
flow::InstanceId CallInLoop(const flow::Flow& flow, const LaunchEvents& events, const LaunchItem& a,
                            const LaunchItem& b);

}  // namespace detrain::races

#endif
