// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_LEXER_H
#define DETRAIN_ANALYZER_RIR_LEXER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::rir {

enum class TokenKind : std::uint8_t { End, Name, String, Number, Punct, Bad };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  // String: without quotes and escapes; Bad: what is wrong
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  bool begins_line = false;  // the first of its line, or after ';'

  bool Is(std::string_view punct) const { return kind == TokenKind::Punct && text == punct; }
  bool IsWord(std::string_view word) const { return kind == TokenKind::Name && text == word; }
};

// The tokens of `text`, the last one an End. After a Bad one there are no others but the End. `//` begins a comment up
// to the end of the line.
std::vector<Token> Lex(std::string_view text);

}  // namespace detrain::rir

#endif
