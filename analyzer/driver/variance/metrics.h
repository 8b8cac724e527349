// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that a program prints.
#ifndef DETRAIN_ANALYZER_DRIVER_VARIANCE_METRICS_H
#define DETRAIN_ANALYZER_DRIVER_VARIANCE_METRICS_H

#include <cstddef>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver::variance {

using Values = std::map<std::string, double>;  // by metric: "loss", "accuracy[cat]"

// What --metric describes: an expression (ECMAScript's) that is looked for in each line. A named group, (?<loss>...),
// is a metric of that name, (?<class>...) the class that the others are of; without names the first group is the
// metric. Without an expression every number behind a name is one.
class MetricPattern {
 public:
  // Error, usage: the expression is none, or has no group.
  static Result<MetricPattern> From(const std::optional<std::string>& expression);

  // The last value of each metric in `text`.
  Values In(const std::string& text) const;

 private:
  struct Group {
    std::string name;
    std::size_t index = 0;
  };
  void Take(const std::smatch& match, Values& values) const;

  std::regex regex_;
  std::vector<Group> groups_;
  std::size_t class_group_ = 0;  // 0: none
  bool is_default_ = false;
};

}  // namespace detrain::driver::variance

#endif
