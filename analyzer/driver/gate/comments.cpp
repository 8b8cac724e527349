// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Just enough of C's and C++'s lexer to tell comments from literals.
#include <cctype>

#include "analyzer/driver/gate/suppressions.h"

namespace detrain::driver::gate {
namespace {

bool IsWord(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Comment> Comments() {
    while (at_ < text_.size())
      Step();
    return std::move(comments_);
  }

 private:
  bool Sees(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  void Advance(std::size_t count) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      column_ = text_[at_] == '\n' ? 1 : column_ + 1;
      line_ += text_[at_] == '\n' ? 1 : 0;
    }
  }

  void Step() {
    if (Sees("//"))
      Take(EndOfLine(), 0);
    else if (Sees("/*"))
      Take(text_.find("*/", at_ + 2), 2);
    else if (text_[at_] == '"')
      Literal('"');
    else if (text_[at_] == '\'')
      Literal('\'');
    else if (IsWord(text_[at_]))
      Word();
    else
      Advance(1);
  }

  // A line comment goes on where its line ends in a backslash.
  std::size_t EndOfLine() const {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string_view::npos && IsContinued(end))
      end = text_.find('\n', end + 1);
    return end;
  }
  bool IsContinued(std::size_t end) const {
    const std::size_t before = end > at_ && text_[end - 1] == '\r' ? end - 1 : end;
    return before > at_ && text_[before - 1] == '\\';
  }

  void Take(std::size_t end, std::size_t closing) {
    end = end == std::string_view::npos ? text_.size() : end;
    Advance(2);
    comments_.push_back({text_.substr(at_, end - at_), line_, column_});
    Advance(end + closing - at_);
  }

  // To its end, or to the end of the line: an apostrophe in what #if leaves out closes nowhere.
  void Literal(char quote) {
    Advance(1);
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      Advance(text_[at_] == '\\' ? 2 : 1);
    if (at_ < text_.size() && text_[at_] == quote)
      Advance(1);
  }

  // A word, or a number with its separators: 1'000 holds no literal. A raw string begins with one of few words.
  void Word() {
    const std::size_t begin = at_;
    const bool is_number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    while (at_ < text_.size() && (IsWord(text_[at_]) || (is_number && IsSeparator())))
      Advance(1);
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (at_ < text_.size() && text_[at_] == '"' &&
        (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R"))
      RawString();
  }
  bool IsSeparator() const { return text_[at_] == '\'' && at_ + 1 < text_.size() && IsWord(text_[at_ + 1]); }

  void RawString() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 17)  // a delimiter has at most 16 characters
      return Literal('"');
    std::string closing(1, ')');
    closing.append(text_.substr(at_ + 1, open - at_ - 1)).append(1, '"');
    const std::size_t end = text_.find(closing, open);
    Advance(end == std::string_view::npos ? text_.size() - at_ : end + closing.size() - at_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
  std::vector<Comment> comments_;
};

}  // namespace

std::vector<Comment> CommentsOf(std::string_view text) {
  return Lexer(text).Comments();
}

}  // namespace detrain::driver::gate
