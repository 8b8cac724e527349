// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file `.detrain`: YAML with the keys of `.clang-tidy`, which are for the checks, and `state`, by which a user
// adds to the plan or takes from it. docs/driver.md.
#ifndef DETRAIN_ANALYZER_DRIVER_CONFIG_CONFIG_H
#define DETRAIN_ANALYZER_DRIVER_CONFIG_CONFIG_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/plan/plan.h"

namespace detrain::driver {

// One item of state.save or state.ignore.
struct StateRule {
  std::string path;    // of an entry, or of what holds entries: "model", "layers[]"
  std::string reason;  // of state.ignore, never empty there
  std::uint32_t line = 0;
};

struct Config {
  std::string file;  // where it was read
  std::vector<StateRule> save;
  std::vector<StateRule> ignore;
  // As `.clang-tidy` has them: patterns of rules, a later one wins, one with '-' takes away.
  std::vector<std::string> checks;
  std::vector<std::string> warnings_as_errors;
  std::string header_filter;          // regular expression (POSIX extended); empty: all
  std::string exclude_header_filter;  // likewise; empty: none
};

// The nearest `.detrain` in the folder of `source` or above it; empty where there is none.
std::filesystem::path FindConfig(const std::filesystem::path& source);

// Error (Usage): not YAML, a key that is not known, an ignored path without a reason; with file and line.
Result<Config> ParseConfig(std::string_view text, const std::string& file);

// What state.save names is saved; what state.ignore names is not, which becomes an assumption of source `user` and the
// guarantee `modelled` at best. Errors (Usage): no entry is named so, or it cannot be left out.
Result<void> ApplyState(const Config& config, plan::CheckpointPlan& plan);

// Reads the nearest one. Nothing there: a Config that changes nothing.
Result<Config> NearestConfig(const std::filesystem::path& source);

// All of it in a row. Nothing happens where there is no file.
Result<void> ApplyNearestConfig(const std::filesystem::path& source, plan::CheckpointPlan& plan);

}  // namespace detrain::driver

#endif
