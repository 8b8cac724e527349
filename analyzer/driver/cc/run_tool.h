// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_CC_RUN_TOOL_H
#define DETRAIN_ANALYZER_DRIVER_CC_RUN_TOOL_H

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver::cc {

// Runs a tool in `directory` (empty: here) whose diagnostics matter only if it fails; `log` holds them meanwhile.
Result<void> RunTool(const std::vector<std::string>& words, const std::string& directory,
                     const std::filesystem::path& log);

}  // namespace detrain::driver::cc

#endif
