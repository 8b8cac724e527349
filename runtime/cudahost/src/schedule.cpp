// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule.h"

#include <atomic>
#include <cstdlib>

#include "detrain/cudahost/control.h"

namespace detrain::cudahost {
namespace {

struct Schedule {
  bool on = false;
  std::uint64_t seed = 0;
  Dice dice{0};
  std::atomic<std::uint64_t> number{0};

  void Start(std::uint64_t from) {
    on = true;
    seed = from;
    dice = Dice(from * 31 + 7);
    number = 0;
  }
  Schedule() {
    if (const char* const text = std::getenv("DETRAIN_SCHEDULE"))
      Start(std::strtoull(text, nullptr, 10));
  }
};

Schedule& TheSchedule() {
  static Schedule schedule;
  return schedule;
}

}  // namespace

bool IsScheduled() {
  static const Schedule& schedule = TheSchedule();
  return schedule.on;
}
std::uint64_t ScheduleSeed() {
  return TheSchedule().seed;
}
Dice& HostDice() {
  return TheSchedule().dice;
}
std::uint64_t NextNumber() {
  return ++TheSchedule().number;
}

void SetSchedule(std::uint64_t seed) {
  TheSchedule().Start(seed);
}
void ClearSchedule() {
  TheSchedule().on = false;
}

}  // namespace detrain::cudahost
