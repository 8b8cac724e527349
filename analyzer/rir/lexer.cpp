// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/lexer.h"

#include <cctype>
#include <charconv>
#include <utility>

#include "analyzer/rir/text.h"

namespace detrain::rir {
namespace {

constexpr std::string_view puncts = "@$%^#!:,(){}=<>";

bool IsDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool IsAlphanumeric(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : rest_(text) {}

  std::vector<Token> Run() {
    do
      Next();
    while (tokens_.back().kind != TokenKind::End && tokens_.back().kind != TokenKind::Bad);
    if (tokens_.back().kind == TokenKind::Bad) {
      Token end = tokens_.back();
      end.kind = TokenKind::End;
      tokens_.push_back(end);
    }
    return std::move(tokens_);
  }

 private:
  char Peek(std::size_t offset = 0) const { return offset < rest_.size() ? rest_[offset] : '\0'; }
  void Advance(std::size_t length) {
    for (const char c : rest_.substr(0, length)) {
      column_ = c == '\n' ? 1 : column_ + 1;
      line_ += c == '\n' ? 1 : 0;
    }
    rest_.remove_prefix(length);
  }
  void Add(TokenKind kind, std::string text, std::size_t length) {
    tokens_.push_back({kind, std::move(text), line_, column_, std::exchange(begins_line_, false)});
    Advance(length);
  }

  void SkipSpace();
  void Next();
  std::size_t NumberLength() const;
  void AddString();
  // Decodes the escape at the start of `text` into `decoded`; its length, or 0 where it is none.
  static std::size_t Unescape(std::string_view text, std::string& decoded);

  std::string_view rest_;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  bool begins_line_ = true;
  std::vector<Token> tokens_;
};

void Lexer::SkipSpace() {
  while (!rest_.empty()) {
    const char c = Peek();
    if (c == '/' && Peek(1) == '/')
      Advance(rest_.substr(0, rest_.find('\n')).size());
    else if (c == '\n' || c == ';') {
      begins_line_ = true;
      Advance(1);
    } else if (c == ' ' || c == '\t' || c == '\r')
      Advance(1);
    else
      return;
  }
}

void Lexer::Next() {
  SkipSpace();
  const char c = Peek();
  if (rest_.empty())
    Add(TokenKind::End, "the end of the text", 0);
  else if (c == '"')
    AddString();
  else if (const std::size_t length = NumberLength())
    Add(TokenKind::Number, std::string(rest_.substr(0, length)), length);
  else if (rest_.starts_with("->"))
    Add(TokenKind::Punct, "->", 2);
  else if (const std::size_t name = BareLength(rest_))
    Add(TokenKind::Name, std::string(rest_.substr(0, name)), name);
  else if (puncts.find(c) != std::string_view::npos)
    Add(TokenKind::Punct, std::string(1, c), 1);
  else
    Add(TokenKind::Bad, "unexpected character " + Quote(rest_.substr(0, 1)), 1);
}

// Takes what looks like a number as a whole; whether it is one shows when it is converted. Signs may follow an
// exponent's letter.
std::size_t Lexer::NumberLength() const {
  const std::size_t sign = Peek() == '-' ? 1 : 0;
  if (sign == 1 && rest_.substr(1, 3) == "inf")
    return 4;
  if (!IsDigit(Peek(sign)))
    return 0;
  const bool is_hex = Peek(sign) == '0' && Peek(sign + 1) == 'x';
  std::size_t length = sign + 1;
  while (true) {
    const char c = Peek(length);
    const char before = Peek(length - 1);
    const bool is_exponent = before == 'p' || (!is_hex && before == 'e');
    const bool is_sign = is_exponent && (c == '+' || c == '-');
    if (!IsAlphanumeric(c) && c != '.' && !is_sign)
      return length;
    ++length;
  }
}

void Lexer::AddString() {
  std::string decoded;
  std::size_t length = 1;
  while (length < rest_.size() && Peek(length) != '"' && Peek(length) != '\n') {
    if (Peek(length) != '\\') {
      decoded += Peek(length++);
      continue;
    }
    const std::size_t escape = Unescape(rest_.substr(length), decoded);
    if (escape == 0)
      return Add(TokenKind::Bad, "unknown escape in a string", length);
    length += escape;
  }
  if (Peek(length) != '"')
    return Add(TokenKind::Bad, "string without an end", length);
  Add(TokenKind::String, std::move(decoded), length + 1);
}

std::size_t Lexer::Unescape(std::string_view text, std::string& decoded) {
  constexpr std::string_view letters = "nt\"\\";
  constexpr std::string_view values = "\n\t\"\\";
  if (text.size() < 2)
    return 0;
  if (const std::size_t place = letters.find(text[1]); place != std::string_view::npos) {
    decoded += values[place];
    return 2;
  }
  unsigned byte = 0;
  if (text[1] != 'x' || text.size() < 4)
    return 0;
  const std::from_chars_result end = std::from_chars(text.data() + 2, text.data() + 4, byte, 16);
  if (end.ptr != text.data() + 4)
    return 0;
  decoded += static_cast<char>(byte);
  return 4;
}

}  // namespace

std::vector<Token> Lex(std::string_view text) {
  return Lexer(text).Run();
}

}  // namespace detrain::rir
