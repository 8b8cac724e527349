// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_METRIC_H
#define DETRAIN_ANALYZER_DRIVER_RUN_METRIC_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace detrain::driver {

// What checkpoints are ranked by: a scalar that they hold, or a number that the program prints behind a name.
struct Metric {
  std::string name;  // "val loss"
  bool is_high_good = false;
};

// The last number that stands behind `name` in `text`, with blanks, ':' or '=' in between; none where there is none.
std::optional<double> LastNumberBehind(std::string_view text, std::string_view name);

// Its value at a committed step: that of the entry with this name, else the last one in the text that the step counts
// as printed.
std::optional<double> MetricAt(const std::filesystem::path& run, std::uint64_t step, const Metric& metric);

// "3:val loss", "3:max:accuracy" as --best has it. Error: usage.
Result<std::uint64_t> ParseBest(const std::string& text, Metric& metric);

}  // namespace detrain::driver

#endif
