// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which checkpoints of a run stay.
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_RETENTION_H
#define DETRAIN_ANALYZER_DRIVER_RUN_RETENTION_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/driver/run/metric.h"

namespace detrain::driver {

struct RetentionRules {
  std::uint64_t keep = 0;       // the newest ones; 0: not said
  std::uint64_t best = 0;       // with the best values of `metric`
  std::uint64_t milestone = 0;  // multiples of it are never removed
  std::uint64_t max_bytes = 0;  // of the whole folder; 0: no limit
  Metric metric;

  bool RemoveSomething() const { return keep > 0 || best > 0 || max_bytes > 0; }
};

class Retention {
 public:
  Retention(std::filesystem::path run, RetentionRules rules) : run_(std::move(run)), rules_(std::move(rules)) {}

  // Removes what may go. The newest step and milestones always stay; of what is left the oldest go first where the
  // folder is too large, the best ones last. False: it still is too large.
  bool Apply();

 private:
  std::vector<std::uint64_t> Best(const std::vector<std::uint64_t>& steps);
  bool Shrink(std::set<std::uint64_t> kept, const std::vector<std::uint64_t>& best) const;

  std::filesystem::path run_;
  RetentionRules rules_;
  std::map<std::uint64_t, std::optional<double>> values_;  // of the metric, by step
};

}  // namespace detrain::driver

#endif
