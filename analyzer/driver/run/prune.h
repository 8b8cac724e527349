// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_PRUNE_H
#define DETRAIN_ANALYZER_DRIVER_RUN_PRUNE_H

#include <cstddef>
#include <filesystem>

namespace detrain::driver {

// Removes all committed steps of a run but the newest `keep` (at least 1): COMMITTED first, synced, then the files that
// no kept step refers to. Safe beside a program that saves: what it writes next refers to its newest step's files at
// most. What cannot be removed stays.
void Prune(const std::filesystem::path& run, std::size_t keep);

}  // namespace detrain::driver

#endif
