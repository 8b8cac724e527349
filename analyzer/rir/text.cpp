// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/text.h"

#include <charconv>
#include <cmath>

namespace detrain::rir {
namespace {

constexpr char hex_digits[] = "0123456789abcdef";

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Length of the piece of a bare name at the start of `text`: one character, or two colons.
std::size_t PieceLength(std::string_view text, bool is_first) {
  if (text.substr(0, 2) == "::")
    return 2;
  const char c = text.empty() ? '\0' : text[0];
  if (IsLetter(c) || c == '.')
    return 1;
  const bool is_slash = c == '/' && text.substr(0, 2) != "//";
  return !is_first && (IsDigit(c) || is_slash) ? 1 : 0;
}

std::string Escape(char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    default:
      break;
  }
  if (c >= ' ' && c <= '~')
    return std::string(1, c);
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', hex_digits[byte >> 4], hex_digits[byte & 15]};
}

}  // namespace

std::size_t BareLength(std::string_view text) {
  std::size_t length = 0;
  while (const std::size_t piece = PieceLength(text.substr(length), length == 0))
    length += piece;
  return length;
}

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text)
    quoted += Escape(c);
  return quoted + "\"";
}

std::string NameText(std::string_view name) {
  const bool is_bare = !name.empty() && BareLength(name) == name.size();
  return is_bare ? std::string(name) : Quote(name);
}

std::string FloatText(double number) {
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "-inf" : "inf";
  char digits[32];
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof digits, std::fabs(number), std::chars_format::hex);
  return (std::signbit(number) ? "-0x" : "0x") + std::string(digits, end.ptr);
}

}  // namespace detrain::rir
