// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/diag/diagnostic.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace detrain::diag {
namespace {

constexpr std::string_view rule_names[] = {
#define DETRAIN_RULE(Kind, Name, Help) Name,
#include "analyzer/diag/rules.def"
#undef DETRAIN_RULE
};

constexpr std::string_view rule_helps[] = {
#define DETRAIN_RULE(Kind, Name, Help) Help,
#include "analyzer/diag/rules.def"
#undef DETRAIN_RULE
};

// What they name changes results on another compiler, not on the next run of this binary.
bool ConcernsOtherBuilds(Rule rule) {
  return rule == Rule::FastMath || rule == Rule::VendorDistribution;
}

}  // namespace

std::string_view RuleName(Rule rule) {
  return rule_names[static_cast<std::size_t>(rule)];
}

std::string_view RuleHelp(Rule rule) {
  return rule_helps[static_cast<std::size_t>(rule)];
}

std::string_view RuleAdvice(Rule rule) {
  switch (rule) {
#define DETRAIN_ADVICE(Kind, Text) \
  case Rule::Kind:                 \
    return Text;
#include "analyzer/diag/advice.def"
#undef DETRAIN_ADVICE
  }
  return {};
}

std::optional<Rule> FindRule(std::string_view name) {
  const auto* const found = std::find(std::begin(rule_names), std::end(rule_names), name);
  if (found == std::end(rule_names))
    return std::nullopt;
  return static_cast<Rule>(found - std::begin(rule_names));
}

std::string_view ToString(Severity severity) {
  constexpr std::array<std::string_view, 3> names = {"note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

std::string_view ToString(Reach reach) {
  constexpr std::array<std::string_view, 4> names = {"none", "log", "output", "state"};
  return names[static_cast<std::size_t>(reach)];
}

Severity SeverityOf(Rule rule, Reach reach, Certainty certainty) {
  if (reach != Reach::State && reach != Reach::Output)
    return Severity::Note;
  const bool may_be_error = certainty == Certainty::Certain && !ConcernsOtherBuilds(rule);
  return may_be_error ? Severity::Error : Severity::Warning;
}

}  // namespace detrain::diag
