// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DETRAIN_SCHEDULE=seed. With a seed one CUDA thread runs at a time and every choice is drawn from the seed; without
// one blocks run on all cores and work on streams is done when it is enqueued.
#pragma once

#include <cstdint>

namespace detrain::cudahost {

// splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  unsigned Below(std::uint64_t bound) { return static_cast<unsigned>(Next() % bound); }
  bool OneIn(std::uint64_t n) { return Next() % n == 0; }

 private:
  std::uint64_t state_;
};

bool IsScheduled();
std::uint64_t ScheduleSeed();
// For choices of the host's thread, and a number for each launch and allocation; all start anew with a schedule.
Dice& HostDice();
std::uint64_t NextNumber();

}  // namespace detrain::cudahost
