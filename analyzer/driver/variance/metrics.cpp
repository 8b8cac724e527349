// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/variance/metrics.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

#include "analyzer/diag/message.h"

namespace detrain::driver::variance {
namespace {

// "val loss 3.25", "accuracy: 0.5", "acc=1e-3"
constexpr const char* kDefault =
    R"(([A-Za-z_][A-Za-z_ ]*?)[ \t]*[:= \t][ \t]*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?nan|[-+]?inf))";

std::optional<double> AsNumber(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return text.empty() || end == text.c_str() ? std::nullopt : std::optional(value);
}

Error Unusable(const std::string& expression, const std::string& why) {
  return diag::Fail<diag::Failure::BadUsage>({}, "variance", "--metric '" + expression + "': " + why);
}

}  // namespace

Result<MetricPattern> MetricPattern::From(const std::optional<std::string>& expression) {
  MetricPattern pattern;
  pattern.is_default_ = !expression;
  // std::regex knows no names, so they are taken out; groups are numbered by their opening brackets.
  const std::string text = expression.value_or(kDefault);
  std::string plain;
  std::size_t groups = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    plain += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) {
      plain += text[++i];
      continue;
    }
    const std::string_view rest = std::string_view(text).substr(i);
    const bool is_named = rest.starts_with("(?<") && !rest.starts_with("(?<=") && !rest.starts_with("(?<!");
    if (text[i] != '(' || (rest.starts_with("(?") && !is_named))
      continue;
    ++groups;
    const std::size_t length = is_named ? rest.find('>') : 0;
    if (length == std::string_view::npos)
      return Unusable(text, "a group's name has no end");
    const std::string name(is_named ? rest.substr(3, length - 3) : std::string_view());
    if (name == "class")
      pattern.class_group_ = groups;
    else if (is_named)
      pattern.groups_.push_back({name, groups});
    i += length;
  }
  if (groups == 0)
    return Unusable(text, "put the number into a group: (?<loss>[0-9.]+)");
  if (pattern.groups_.empty())
    pattern.groups_.push_back({"metric", pattern.class_group_ == 1 ? 2U : 1U});
  try {
    pattern.regex_ = std::regex(plain, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    return Unusable(text, error.what());
  }
  return pattern;
}

void MetricPattern::Take(const std::smatch& match, Values& values) const {
  if (is_default_) {
    if (const auto value = AsNumber(match[2].str()))
      values[match[1].str()] = *value;
    return;
  }
  std::string suffix;
  if (class_group_ != 0)
    suffix.append("[").append(match[class_group_].str()).append("]");
  for (const Group& group : groups_)
    if (const auto value = group.index < match.size() ? AsNumber(match[group.index].str()) : std::nullopt)
      values[group.name + suffix] = *value;
}

Values MetricPattern::In(const std::string& text) const {
  Values values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min<std::size_t>(line.size(), 4096));  // the matcher recurses with the length
    for (auto at = std::sregex_iterator(line.begin(), line.end(), regex_); at != std::sregex_iterator(); ++at)
      Take(*at, values);
  }
  return values;
}

}  // namespace detrain::driver::variance
