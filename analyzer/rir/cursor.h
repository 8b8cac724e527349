// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_CURSOR_H
#define DETRAIN_ANALYZER_RIR_CURSOR_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/location.h"
#include "analyzer/base/result.h"
#include "analyzer/rir/lexer.h"

namespace detrain::rir {

// A position in the tokens, and the first error. After an error it stands at the end, so that every loop over tokens
// ends; what is read from then on is empty and never used.
class Cursor {
 public:
  Cursor(std::string_view text, std::string name)
      : name_(std::move(name)), tokens_(Lex(text)), end_(tokens_.size() - 1) {
    CheckToken();
  }

  const Token& Current() const { return tokens_[position_]; }
  const Token& Ahead(std::size_t count) const { return tokens_[std::min(position_ + count, tokens_.size() - 1)]; }
  bool AtEnd() const { return position_ >= end_; }
  // What an op may still say ends here: a new line, a brace, the end.
  bool AtEndOfOp() const { return AtEnd() || Current().begins_line || Current().Is("}") || Current().Is("{"); }

  std::size_t Position() const { return position_; }
  // From here on, tokens from `begin` up to `end` are seen. No effect after an error.
  void MoveTo(std::size_t begin, std::size_t end);
  std::size_t Count() const { return tokens_.size() - 1; }

  Token Take();
  bool Accept(std::string_view punct);
  bool AcceptWord(std::string_view word);
  void Expect(std::string_view punct);
  // A bare or quoted name, or the words of `what` in an error.
  std::string ExpectName(std::string_view what);
  std::string ExpectString();
  std::uint64_t ExpectNumber(std::uint64_t max = std::numeric_limits<std::uint64_t>::max());
  // A number that fits an id, or the word "none".
  std::uint32_t ExpectId();
  std::uint32_t ExpectNumber32();

  // Records the error at the current token, or at `place`.
  void Fail(std::string message);
  void FailAt(const Token& place, std::string message);
  void FailExpected(std::string_view what);
  const std::optional<Error>& error() const { return error_; }

 private:
  void CheckToken();

  std::string name_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::size_t end_;
  std::optional<Error> error_;
};

}  // namespace detrain::rir

#endif
