// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What N runs of each kind say about a metric.
#ifndef DETRAIN_ANALYZER_DRIVER_VARIANCE_SPREAD_H
#define DETRAIN_ANALYZER_DRIVER_VARIANCE_SPREAD_H

#include <cstddef>
#include <string>
#include <vector>

namespace detrain::driver::variance {

// Of numbers that are finite; `sd` is the sample's standard deviation, 0 for less than two.
struct Spread {
  std::vector<double> values;
  double mean = 0, sd = 0, min = 0, max = 0;
};
Spread SpreadOf(std::vector<double> values);

// The program as it is; as it is, but with the clock and the seeds of one run; rewritten, with these, too.
enum class Kind { AsItIs, SameSeeds, Deterministic };
constexpr std::size_t kKinds = 3;

struct MetricSpread {
  std::string name;
  Spread spread[kKinds];

  const Spread& Of(Kind kind) const { return spread[static_cast<std::size_t>(kind)]; }
  // Of the variance of the program as it is, the part that stays when the seeds do, and the rest; both 0 where it has
  // none. The first is an estimate from as many runs as the other, so it is cut off at 1.
  double ImplementationShare() const;
  double SeedShare() const;
  // Whether all deterministic runs gave the same bits.
  bool IsDeterministic() const;
};

}  // namespace detrain::driver::variance

#endif
