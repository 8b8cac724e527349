// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_INSPECT_STATISTICS_H
#define DETRAIN_ANALYZER_DRIVER_INSPECT_STATISTICS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace detrain::driver {

// Of the numbers of an entry. `count` is of all, the others of those that are finite; all 0 where none is.
struct Statistics {
  std::uint64_t count = 0, nans = 0, infinities = 0;
  double min = 0, max = 0, mean = 0;
};

// `dtype` as safetensors names it. Nothing for types that are no numbers; for bytes they are those of unsigned numbers.
std::optional<Statistics> StatisticsOf(std::string_view dtype, std::string_view bytes);

// "-1.5 .. 2, mean 0.25", and how many are NaN or infinite where any is.
std::string Describe(const Statistics& statistics);

}  // namespace detrain::driver

#endif
