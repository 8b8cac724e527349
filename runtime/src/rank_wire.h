// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes between a rank and its hub.
#ifndef DETRAIN_RUNTIME_SRC_RANK_WIRE_H
#define DETRAIN_RUNTIME_SRC_RANK_WIRE_H

#include <cstdint>

namespace detrain::runtime {

// In front of each message's bytes.
struct Frame {
  std::int32_t from = 0;
  std::int32_t to = 0;  // kToHub: the sender is done
  std::uint32_t context = 0;
  std::int32_t tag = 0;
  std::uint64_t size = 0;
};

constexpr std::int32_t kToHub = -1;

// Contexts of the runtime's own; the program's begin at kFirstOfGroups, two for each group.
constexpr std::uint32_t kOfStart = 0, kOfBoundary = 1, kOfSaver = 2, kOfStall = 3, kFirstOfGroups = 16;

constexpr int kStallSeconds = 1;  // a rank that has waited so long for a message asks why

// Who the process is after the hub has started its ranks.
struct RankSelf {
  int rank = 0;
  int count = 1;
  int socket = -1;
};

// Forks the ranks of a rewritten program with ranks; returns in each of them, and never in the hub. In a program
// without ranks it does nothing.
void StartRanks();

// In a rank whose hub is gone: says so in one line, and ends the process with code 3. May be called by a handler.
[[noreturn]] void EndWithHub();
const RankSelf& Self();

}  // namespace detrain::runtime

#endif
