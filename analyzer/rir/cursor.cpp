// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/cursor.h"

#include <charconv>
#include <utility>

#include "analyzer/rir/rir.h"
#include "analyzer/rir/text.h"

namespace detrain::rir {

void Cursor::CheckToken() {
  if (!error_ && Current().kind == TokenKind::Bad)
    Fail(Current().text);
}

void Cursor::MoveTo(std::size_t begin, std::size_t end) {
  if (error_)
    return;
  position_ = begin;
  end_ = end;
  CheckToken();
}

Token Cursor::Take() {
  const Token token = Current();
  if (!AtEnd())
    ++position_;
  CheckToken();
  return token;
}

bool Cursor::Accept(std::string_view punct) {
  const bool is_there = !AtEnd() && Current().Is(punct);
  if (is_there)
    Take();
  return is_there;
}

bool Cursor::AcceptWord(std::string_view word) {
  const bool is_there = !AtEnd() && Current().IsWord(word);
  if (is_there)
    Take();
  return is_there;
}

void Cursor::Expect(std::string_view punct) {
  if (!Accept(punct))
    FailExpected("'" + std::string(punct) + "'");
}

std::string Cursor::ExpectName(std::string_view what) {
  if (!AtEnd() && (Current().kind == TokenKind::Name || Current().kind == TokenKind::String))
    return Take().text;
  FailExpected(what);
  return "";
}

std::string Cursor::ExpectString() {
  if (!AtEnd() && Current().kind == TokenKind::String)
    return Take().text;
  FailExpected("a string");
  return "";
}

std::uint64_t Cursor::ExpectNumber(std::uint64_t max) {
  std::uint64_t value = 0;
  if (AtEnd() || Current().kind != TokenKind::Number) {
    FailExpected("a number");
    return 0;
  }
  const Token token = Take();
  const char* const end = token.text.data() + token.text.size();
  const std::from_chars_result result = std::from_chars(token.text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || value > max)
    FailAt(token, "'" + token.text + "' is not a number from 0 to " + std::to_string(max));
  return value;
}

std::uint32_t Cursor::ExpectNumber32() {
  return static_cast<std::uint32_t>(ExpectNumber(std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t Cursor::ExpectId() {
  return AcceptWord("none") ? kNone : static_cast<std::uint32_t>(ExpectNumber(kNone - 1));
}

void Cursor::Fail(std::string message) {
  FailAt(Current(), std::move(message));
}

void Cursor::FailAt(const Token& place, std::string message) {
  if (!error_)
    error_ = Error{ErrorKind::Input, std::move(message), {name_, place.line, place.column}};
  position_ = tokens_.size() - 1;
  end_ = position_;
}

void Cursor::FailExpected(std::string_view what) {
  const Token& token = Current();
  std::string found = token.text;
  if (token.kind == TokenKind::String)
    found = Quote(found);
  else if (token.kind != TokenKind::End)
    found = "'" + found + "'";
  Fail("expected " + std::string(what) + ", found " + found);
}

}  // namespace detrain::rir
