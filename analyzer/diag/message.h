// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of message and how one is made. All texts are in messages.def; nothing else in the
// analyzer words a message for the user.
#ifndef DETRAIN_ANALYZER_DIAG_MESSAGE_H
#define DETRAIN_ANALYZER_DIAG_MESSAGE_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/base/text.h"
#include "analyzer/diag/diagnostic.h"

namespace detrain::diag {

enum class Failure {
#define DETRAIN_FAILURE(Kind, ErrorKind, Text) Kind,
#include "analyzer/diag/messages.def"
};

enum class Finding {
#define DETRAIN_FINDING(Kind, Rule, Text) Kind,
#include "analyzer/diag/messages.def"
};

enum class Remark {
#define DETRAIN_NOTE(Kind, Text) Kind,
#include "analyzer/diag/messages.def"
  Count,  // keeps the enum and its tables from being empty
};

struct FailureKind {
  ErrorKind kind;
  std::string_view text;
};
struct FindingKind {
  Rule rule;
  std::string_view text;
};

inline constexpr FailureKind failure_kinds[] = {
#define DETRAIN_FAILURE(Kind, Error, Text) {ErrorKind::Error, Text},
#include "analyzer/diag/messages.def"
};
inline constexpr FindingKind finding_kinds[] = {
#define DETRAIN_FINDING(Kind, RuleKind, Text) {Rule::RuleKind, Text},
#include "analyzer/diag/messages.def"
};
inline constexpr std::string_view remark_texts[] = {
#define DETRAIN_NOTE(Kind, Text) Text,
#include "analyzer/diag/messages.def"
    ""};

namespace internal {

template <typename... Args>
std::string Word(std::string_view text, Args&&... args) {
  const std::vector<std::string> arguments{std::string(std::forward<Args>(args))...};
  return Substitute(text, arguments);
}

}  // namespace internal

// `return diag::Fail<diag::Failure::ParseFailed>(location, file);` from a function that returns a
// Result. Arguments are anything that a std::string is made from.
template <Failure kind, typename... Args>
Error Fail(Location location, Args&&... args) {
  constexpr const FailureKind& row = failure_kinds[static_cast<std::size_t>(kind)];
  static_assert(PlaceholderCount(row.text) == sizeof...(Args), "see messages.def");
  return Error{row.kind, internal::Word(row.text, std::forward<Args>(args)...), std::move(location)};
}

// `reach` and `certainty` decide the severity; steps that explain go into the result's `trace`.
template <Finding kind, typename... Args>
Diagnostic Find(Location location, Reach reach, Certainty certainty, Args&&... args) {
  constexpr const FindingKind& row = finding_kinds[static_cast<std::size_t>(kind)];
  static_assert(PlaceholderCount(row.text) == sizeof...(Args), "see messages.def");
  Diagnostic diagnostic;
  diagnostic.rule = row.rule;
  diagnostic.severity = SeverityOf(row.rule, reach, certainty);
  diagnostic.reach = reach;
  diagnostic.location = std::move(location);
  diagnostic.message = internal::Word(row.text, std::forward<Args>(args)...);
  return diagnostic;
}

template <Remark kind, typename... Args>
Diagnostic Say(Location location, Args&&... args) {
  constexpr std::string_view text = remark_texts[static_cast<std::size_t>(kind)];
  static_assert(PlaceholderCount(text) == sizeof...(Args), "see messages.def");
  Diagnostic diagnostic;
  diagnostic.location = std::move(location);
  diagnostic.message = internal::Word(text, std::forward<Args>(args)...);
  return diagnostic;
}

}  // namespace detrain::diag

#endif
