// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering the host backend from inside the program, as its tests do. Only while no work is under way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace detrain::cudahost {

// As if the process had been started with DETRAIN_SCHEDULE=seed, or without it.
void SetSchedule(std::uint64_t seed);
void ClearSchedule();

// A message about the program: kind, `FILE:LINE`, text.
struct Message {
  std::string kind, place, text;
};
// Those since the last call. They may be said again after it.
std::vector<Message> TakeReports();

}  // namespace detrain::cudahost
