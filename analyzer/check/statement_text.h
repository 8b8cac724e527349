// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements in the text of C, C++ and CUDA, found without a parser: for edits that add a statement.
#ifndef DETRAIN_ANALYZER_CHECK_STATEMENT_TEXT_H
#define DETRAIN_ANALYZER_CHECK_STATEMENT_TEXT_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace detrain::check {

// Where another statement can be put before the one around a place.
struct StatementPlace {
  std::size_t begin = 0;           // of the statement, its pragmas with it
  std::optional<std::size_t> end;  // behind it, where braces must come around both: it is all of a branch or a body
};

// Nothing where what stands in front would not run each time that the place is come to (the head of a loop), or where
// the text is not understood: a function's body under #else, a body that is itself a branch or a loop.
std::optional<StatementPlace> PlaceBefore(std::string_view text, std::size_t offset);

}  // namespace detrain::check

#endif
