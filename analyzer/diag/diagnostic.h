// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DIAG_DIAGNOSTIC_H
#define DETRAIN_ANALYZER_DIAG_DIAGNOSTIC_H

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

std::string_view RuleName(Rule rule);
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

struct Diagnostic {
  std::optional<Rule> rule;  // none for a remark or a failure
  Severity severity = Severity::Note;
  Reach reach = Reach::None;
  Location location;
  std::string message;
  std::vector<TraceStep> trace;
  bool fixable = false;  // a rewrite for it exists
};

}  // namespace detrain::diag

#endif
