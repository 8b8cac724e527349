// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `// NOLINT(detrain-rule): reason` and its kind, read from the comments of a source. What names no rule of ours is
// clang-tidy's and no concern here. docs/check-command.md.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_SUPPRESSIONS_H
#define DETRAIN_ANALYZER_DRIVER_GATE_SUPPRESSIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/gate/source_text.h"

namespace detrain::driver::gate {

// One comment's text, without its marks, and where that begins.
struct Comment {
  std::string_view text;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// The comments of C, C++ and CUDA text; what looks like one in a literal is none.
std::vector<Comment> CommentsOf(std::string_view text);

// One rule, or a pattern of them, in one NOLINT.
struct Suppression {
  std::string word;                                     // "NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN"
  std::string pattern;                                  // "detrain-ambient-rng", "detrain-*"
  std::string reason;                                   // empty: none
  Location location;                                    // of the word
  std::uint32_t first = 0, last = 0;                    // the lines that it covers
  std::optional<diag::Severity> hidden = std::nullopt;  // the gravest finding that it hid

  bool Covers(const diag::Diagnostic& finding) const;
};

struct SuppressionsOfFile {
  std::vector<Suppression> all;
  std::vector<diag::Diagnostic> mistakes;  // a BEGIN without END, a rule that is not there
};

SuppressionsOfFile FindSuppressions(std::string_view text, const std::string& file);

// What is to be said of suppressions once all findings were held against them: those that hid nothing, or give no
// reason. One without a reason is as grave as what it hides.
std::optional<diag::Diagnostic> Judge(const Suppression& suppression);

// The edit that takes out a suppression that hides nothing: where it is alone in a `//` comment of its line, the
// comment, and the line with it where nothing else stands there.
std::optional<diag::FixEdit> Removal(const Suppression& suppression, const SourceText& text);

// Whether `name` fits `pattern`, in which `*` stands for anything.
bool Matches(std::string_view pattern, std::string_view name);

}  // namespace detrain::driver::gate

#endif
