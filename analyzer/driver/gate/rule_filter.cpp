// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/rule_filter.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Regex.h>

#include <filesystem>
#include <utility>

#include "analyzer/driver/gate/suppressions.h"

namespace detrain::driver::gate {
namespace {

bool IsIn(const std::vector<std::string>& patterns, diag::Rule rule, bool otherwise) {
  bool is_in = otherwise;
  for (const std::string& pattern : patterns) {
    const bool takes_away = pattern.starts_with('-');
    if (Matches(std::string_view(pattern).substr(takes_away ? 1 : 0), diag::RuleName(rule)))
      is_in = !takes_away;
  }
  return is_in;
}

}  // namespace

Result<const Config*> RuleFilter::ConfigOf(const std::string& file) {
  const auto [slot, is_new] = by_folder_.try_emplace(std::filesystem::path(file).parent_path().string());
  if (is_new) {
    Result<Config> config = NearestConfig(file);
    if (!config) {
      by_folder_.erase(slot);
      return config.error();
    }
    slot->second = std::make_unique<Config>(*std::move(config));
  }
  return slot->second.get();
}

bool RuleFilter::IsOn(const Config& config, diag::Rule rule) {
  return IsIn(config.checks, rule, true);
}

bool RuleFilter::IsRaised(const Config& config, diag::Rule rule) {
  return IsIn(config.warnings_as_errors, rule, false);
}

bool RuleFilter::IsWanted(const Config& config, const std::string& header) {
  if (!config.header_filter.empty() && !llvm::Regex(llvm::StringRef(config.header_filter)).match(header))
    return false;
  return config.exclude_header_filter.empty() ||
         !llvm::Regex(llvm::StringRef(config.exclude_header_filter)).match(header);
}

}  // namespace detrain::driver::gate
