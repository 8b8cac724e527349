// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_PRUNE_H
#define DETRAIN_ANALYZER_DRIVER_RUN_PRUNE_H

#include <cstdint>
#include <filesystem>
#include <set>

namespace detrain::driver {

// Removes all committed steps of a run but `kept` (its newest step among them): COMMITTED first, synced, then the files
// that no kept step refers to. Safe beside a program that saves: what it writes next refers to its newest step's files
// at most. What cannot be removed stays.
void Prune(const std::filesystem::path& run, const std::set<std::uint64_t>& kept);

}  // namespace detrain::driver

#endif
