// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DIAG_DIAGNOSTIC_H
#define DETRAIN_ANALYZER_DIAG_DIAGNOSTIC_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/location.h"

namespace detrain::diag {

enum class Rule {
#define DETRAIN_RULE(Kind, Name, Help) Kind,
#include "analyzer/diag/rules.def"
#undef DETRAIN_RULE
};

inline constexpr Rule all_rules[] = {
#define DETRAIN_RULE(Kind, Name, Help) Rule::Kind,
#include "analyzer/diag/rules.def"
#undef DETRAIN_RULE
};

std::string_view RuleName(Rule rule);
std::string_view RuleHelp(Rule rule);    // what it finds
std::string_view RuleAdvice(Rule rule);  // why that matters, and what to write instead
std::optional<Rule> FindRule(std::string_view name);

// In rising order, so that a gate can compare.
enum class Severity { Note, Warning, Error };

// Where the value in question flows; the strongest place counts.
enum class Reach { None, Log, Output, State };

// Whether it flows there on every way through the analysis, or may.
enum class Certainty { Maybe, Certain };

std::string_view ToString(Severity severity);
std::string_view ToString(Reach reach);

// Error where the value reaches saved state or an output file, warning where it may, note where
// it reaches printed text or nothing. Rules about other builds are warnings at most.
Severity SeverityOf(Rule rule, Reach reach, Certainty certainty);

// One step of the explanation, in the order in which it is to be read.
struct TraceStep {
  Location location;
  std::string message;
  auto operator<=>(const TraceStep&) const = default;
};

// A piece of a file to replace. Offset and length count bytes of the file as it was analysed.
struct FixEdit {
  std::string file;  // named as Location::file is
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  std::string text;
  auto operator<=>(const FixEdit&) const = default;
};

struct Diagnostic {
  std::optional<Rule> rule;  // none for a remark or a failure
  Severity severity = Severity::Note;
  Reach reach = Reach::None;
  Location location;
  std::string message;
  std::vector<TraceStep> trace;
  bool fixable = false;             // a rewrite for it exists
  std::string function = {};        // around `location`, as the user would name it; empty: none
  std::vector<FixEdit> fixes = {};  // of the user's source, all or none of them; `check --fix` applies them
};

}  // namespace detrain::diag

#endif
