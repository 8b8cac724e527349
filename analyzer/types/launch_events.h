// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one thread of a launch does to memory, in the order in which it does it.
#ifndef DETRAIN_ANALYZER_TYPES_LAUNCH_EVENTS_H
#define DETRAIN_ANALYZER_TYPES_LAUNCH_EVENTS_H

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "analyzer/types/threads.h"

namespace detrain::types {

// A round of a loop.
struct LoopRound {
  std::uint32_t outer = kNone;  // the round of the loop around it, in LaunchEvents::rounds
  ScopeId loop = kNone;
  unsigned number = 0;
};

struct LaunchItem {
  const Access* access = nullptr;
  unsigned phase = 0;           // counts barriers
  std::uint32_t round = kNone;  // of the innermost loop around it, in LaunchEvents::rounds
  unsigned grid_phase = 0;      // counts those of the whole grid
};

struct LaunchEvents {
  std::vector<LaunchItem> items;
  std::vector<LoopRound> rounds;
};

// Each loop is gone through twice: what stands before its first barrier meets what stands behind its last one. Branches
// that the arguments of their function's call rule out are none. `launch`: its scope, or that of a kernel's body.
// `added`: barriers that are not in the program.
LaunchEvents EventsOf(const Flow& flow, ScopeId launch, std::span<const BarrierPlace> added = {});

// The loops that both items lie in, and are in one round of.
std::set<ScopeId> LoopsOfBoth(const LaunchEvents& events, const LaunchItem& a, const LaunchItem& b);

// The rounds around an item, in LaunchEvents::rounds, from the outermost loop's on.
std::vector<std::uint32_t> RoundsAround(const LaunchEvents& events, const LaunchItem& item);

// Of two items that only different rounds of a loop bring together, the call in that loop that leads to both: what is
// wrong is wrong there, not in the function. kNone: they meet within a round, or stand in the loop themselves.
InstanceId CallInLoop(const Flow& flow, const LaunchEvents& events, const LaunchItem& a, const LaunchItem& b);

}  // namespace detrain::types

#endif
