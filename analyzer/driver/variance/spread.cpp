// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/variance/spread.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace detrain::driver::variance {

Spread SpreadOf(std::vector<double> values) {
  Spread spread;
  spread.values = std::move(values);
  std::vector<double> finite;
  std::ranges::copy_if(spread.values, std::back_inserter(finite), [](double value) { return std::isfinite(value); });
  if (finite.empty())
    return spread;
  spread.min = *std::ranges::min_element(finite);
  spread.max = *std::ranges::max_element(finite);
  // Equal values have no spread at all, whatever rounding makes of their mean.
  spread.mean = spread.min;
  if (spread.min == spread.max)
    return spread;
  double sum = 0;
  for (const double value : finite)
    sum += value - spread.min;
  spread.mean = spread.min + sum / static_cast<double>(finite.size());
  double squares = 0;
  for (const double value : finite)
    squares += (value - spread.mean) * (value - spread.mean);
  spread.sd = std::sqrt(squares / static_cast<double>(finite.size() - 1));
  return spread;
}

double MetricSpread::ImplementationShare() const {
  const double all = Of(Kind::AsItIs).sd, rest = Of(Kind::SameSeeds).sd;
  if (all == 0)
    return rest > 0 ? 1 : 0;
  return std::min(1.0, rest * rest / (all * all));
}

double MetricSpread::SeedShare() const {
  return Of(Kind::AsItIs).sd == 0 ? 0 : 1 - ImplementationShare();
}

bool MetricSpread::IsDeterministic() const {
  const std::vector<double>& values = Of(Kind::Deterministic).values;
  return std::ranges::all_of(values, [&](double value) {
    return std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(values.front());
  });
}

}  // namespace detrain::driver::variance
