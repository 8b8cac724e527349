// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/run_tool.h"

#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/process.h"

namespace detrain::driver::cc {

Result<void> RunTool(const std::vector<std::string>& words, const std::string& directory,
                     const std::filesystem::path& log) {
  std::error_code error;
  std::filesystem::remove(log, error);
  DETRAIN_TRY(const Outcome outcome,
              Run({.argv = words, .directory = directory, .stdout_path = log.string(), .stderr_path = log.string()}));
  const Result<std::string> said = ReadFile(log.string());
  std::filesystem::remove(log, error);
  if (outcome.Succeeded())
    return {};
  return diag::Fail<diag::Failure::ToolFailed>({}, words.front(), outcome.Describe(), said ? *said : "");
}

}  // namespace detrain::driver::cc
