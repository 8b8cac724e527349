// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps are saved: every Nth, after so many seconds, as often as a share of the time allows, and when a signal
// asks for it. Where the clock decides, other steps may be saved in another run; what is in them is the same.
#ifndef DETRAIN_RUNTIME_SRC_SCHEDULE_H
#define DETRAIN_RUNTIME_SRC_SCHEDULE_H

#include <cstdint>

namespace detrain::runtime {

// Of the system's monotonic clock, which the program's recorded inputs do not touch.
std::uint64_t NowInNanoseconds();

// The first boundary is reached: time counts from here.
void StartSchedule();

// Once for each boundary but the first of a process: whether step K (at least 1) is to be saved.
bool IsDue(std::uint64_t step);

// A save has made the program wait so long.
void NoteSaved(std::uint64_t nanoseconds);

}  // namespace detrain::runtime

#endif
