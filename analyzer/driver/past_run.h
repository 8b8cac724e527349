// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run as the manifest in its folder tells of it.
#ifndef DETRAIN_ANALYZER_DRIVER_PAST_RUN_H
#define DETRAIN_ANALYZER_DRIVER_PAST_RUN_H

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/process.h"

namespace detrain::driver {

struct PastRun {
  std::filesystem::path dir;         // the folder of its checkpoints, absolute
  std::vector<std::string> program;  // its arguments, its name first; may be none
  std::string executable;            // absolute; empty: not recorded
  std::filesystem::path folder;      // where it stood
  Environment variables;             // without detrain's own
};

// Errors: `dir` holds no manifest, or one of another version.
Result<PastRun> ReadPastRun(const std::filesystem::path& dir);

}  // namespace detrain::driver

#endif
