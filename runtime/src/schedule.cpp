// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule.h"

#include <algorithm>
#include <ctime>

#include "rank_wire.h"
#include "settings.h"
#include "signals.h"

namespace detrain::runtime {
namespace {

struct Schedule {
  std::uint64_t last = 0;   // when the last save ended, or the loop began
  std::uint64_t saves = 0;  // of this process
  std::uint64_t cost = 0;   // of one save: the last, or the mean where that is more
  std::uint64_t total = 0;
};

Schedule g_schedule;

// After a save that cost c, the next one waits for c * 100 / X: then saving takes X percent of the time at most.
bool IsAffordable(std::uint64_t waited) {
  const double percent = GetSettings().overhead;
  if (g_schedule.saves == 0)
    return true;  // the first one tells what a save costs
  return static_cast<double>(waited) * percent >= static_cast<double>(g_schedule.cost) * 100.0;
}

}  // namespace

std::uint64_t NowInNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000U + static_cast<std::uint64_t>(now.tv_nsec);
}

void StartSchedule() {
  g_schedule.last = NowInNanoseconds();
}

bool IsDue(std::uint64_t step) {
  const Settings& s = GetSettings();
  const bool is_asked_for = TakeSaveRequest() || EndIsAskedFor();
  if (is_asked_for || (s.milestone > 0 && step % s.milestone == 0))
    return true;
  if (s.every == 0 || step % s.every != 0)
    return false;
  if (s.every_seconds == 0 && s.overhead <= 0)
    return true;
  if (Self().rank != 0)
    return false;  // one clock decides for all
  const std::uint64_t waited = NowInNanoseconds() - g_schedule.last;
  return waited >= s.every_seconds * 1000000000U && (s.overhead <= 0 || IsAffordable(waited));
}

void NoteSaved(std::uint64_t nanoseconds) {
  ++g_schedule.saves;
  g_schedule.total += nanoseconds;
  g_schedule.cost = std::max(nanoseconds, g_schedule.total / g_schedule.saves);
  g_schedule.last = NowInNanoseconds();
}

}  // namespace detrain::runtime
