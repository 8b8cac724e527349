// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_RULE_FILTER_H
#define DETRAIN_ANALYZER_DRIVER_GATE_RULE_FILTER_H

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "analyzer/base/result.h"
#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/config/config.h"

namespace detrain::driver::gate {

// What the `.detrain` nearest to each file wants of its findings.
class RuleFilter {
 public:
  // Error (Usage): a file that is wrong.
  Result<const Config*> ConfigOf(const std::string& file);

  // Whether the rule is on there: the last pattern of Checks that fits decides; all are on where none does.
  static bool IsOn(const Config& config, diag::Rule rule);
  // Whether a finding in a header of this name is wanted.
  static bool IsWanted(const Config& config, const std::string& header);
  static bool IsRaised(const Config& config, diag::Rule rule);

 private:
  std::map<std::string, std::unique_ptr<Config>> by_folder_;
};

}  // namespace detrain::driver::gate

#endif
