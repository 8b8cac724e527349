// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_LOCK_H
#define DETRAIN_ANALYZER_DRIVER_RUN_LOCK_H

#include <filesystem>

#include "analyzer/base/result.h"

namespace detrain::driver {

// Takes the supervisor's half of DIR/lock for the life of this process (docs/run.md). Error, usage: another run has the
// folder, supervised or not.
Result<void> LockRun(const std::filesystem::path& run);

}  // namespace detrain::driver

#endif
