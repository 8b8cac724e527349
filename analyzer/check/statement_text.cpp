// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/statement_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace detrain::check {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

bool IsOfWord(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

template <std::size_t n>
bool IsOneOf(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool HasHead(std::string_view word) {
  return IsOneOf(word, std::array<std::string_view, 4>{"if", "for", "while", "switch"});
}

bool IsControl(std::string_view word) {
  return HasHead(word) || word == "else" || word == "do";
}

// One statement, as far as it has been read.
struct Statement {
  std::size_t begin = kNowhere;  // kNowhere: the next word begins it
  std::string_view control;      // the last of its words that another statement follows: if, for, else...
  bool is_control_first = false;
  std::size_t sub = kNowhere;         // where that statement begins
  bool is_sub_control = false;        // and is a branch or a loop
  bool awaits_sub = false;            // the head has been read
  std::size_t head_depth = kNowhere;  // of the brackets around the head, while it is read
};

struct Bracket {
  char kind = '(';  // '{' of a block of statements, 'i' of other braces, '(' and '['
  Statement statement;
};

// Reads the text up to a place.
class Reader {
 public:
  Reader(std::string_view text, std::size_t end) : text_(text), end_(std::min(end, text.size())) {}

  std::optional<StatementPlace> Place() {
    while (at_ < end_ && is_clear_)
      Next();
    const auto block = std::find_if(open_.rbegin(), open_.rend(), [](const Bracket& open) { return open.kind == '{'; });
    if (!is_clear_ || at_ != end_ || block == open_.rend())
      return std::nullopt;
    const Statement& statement = block->statement;
    if (statement.begin == kNowhere)
      return StatementPlace{pragma_ == kNowhere ? end_ : pragma_, std::nullopt};
    if (statement.control.empty())
      return StatementPlace{statement.begin, std::nullopt};
    const bool is_in_head = statement.head_depth != kNowhere;
    const bool is_branch = statement.control == "if" || statement.control == "switch";
    if (is_in_head)
      return statement.is_control_first && is_branch ? std::optional(StatementPlace{statement.begin, std::nullopt})
                                                     : std::nullopt;
    const std::size_t begin = statement.awaits_sub ? end_ : statement.sub;
    if (begin == kNowhere || statement.is_sub_control || (statement.awaits_sub && IsControl(WordAt(end_))))
      return std::nullopt;
    const std::size_t end = EndFrom(begin);
    return end == kNowhere ? std::nullopt : std::optional(StatementPlace{begin, end});
  }

 private:
  void Next() {
    const char letter = text_[at_];
    if (std::isspace(static_cast<unsigned char>(letter)) != 0)
      ++at_;
    else if (text_.substr(at_, 2) == "//")
      Skip("\n");
    else if (text_.substr(at_, 2) == "/*")
      Skip("*/");
    else if (letter == '#' && IsFirstOfLine())
      Directive();
    else if (letter == '"' || letter == '\'')
      Quoted(letter);
    else if (IsOfWord(letter))
      Word();
    else
      Mark(letter);
  }

  void Skip(std::string_view to) {
    const std::size_t found = text_.find(to, at_ + 2);
    at_ = found == kNowhere ? text_.size() : found + to.size();
    is_clear_ = is_clear_ && at_ <= end_;
  }

  [[nodiscard]] bool IsFirstOfLine() const {
    const std::size_t before = at_ == 0 ? kNowhere : text_.find_last_not_of(" \t", at_ - 1);
    return before == kNowhere || text_[before] == '\n';
  }

  void Directive() {
    const std::size_t begin = at_;
    const std::size_t word = text_.find_first_not_of(" \t", at_ + 1);
    const std::string_view name = word == kNowhere ? std::string_view() : text_.substr(word, 6);
    if (name.starts_with("pragma")) {
      if (IsBlock() && open_.back().statement.begin == kNowhere && pragma_ == kNowhere)
        pragma_ = begin;
    } else if ((name.starts_with("else") || name.starts_with("elif")) && IsInBlock()) {
      is_clear_ = false;
    }
    do {
      at_ = text_.find('\n', at_ + 1);
    } while (at_ != kNowhere && text_[at_ - 1] == '\\');
    at_ = std::min(at_, text_.size());
  }

  void Quoted(char quote) {
    if (quote == '\'' && at_ > 0 && IsOfWord(text_[at_ - 1])) {  // 1'000
      ++at_;
      return;
    }
    Begin();
    is_clear_ = is_clear_ && (at_ == 0 || text_[at_ - 1] != 'R');  // raw texts are not read
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      at_ += text_[at_] == '\\' ? 1 : 0;
    at_ = std::min(at_ + 1, text_.size());
    last_ = "\"";
  }

  [[nodiscard]] std::string_view WordAt(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && IsOfWord(text_[end]))
      ++end;
    return text_.substr(begin, end - begin);
  }

  void Word() {
    const std::size_t begin = at_;
    const std::string_view word = WordAt(at_);
    at_ += word.size();
    const bool is_control = IsControl(word);
    if (Statement* statement = Begin(begin, is_control); statement != nullptr && is_control) {
      statement->is_control_first = statement->control.empty() && statement->sub == kNowhere;
      statement->control = word;
      statement->awaits_sub = !HasHead(word);
    }
    last_ = word;
  }

  // Tells the statement around that a word or a mark of it is here; null: it stands in brackets.
  Statement* Begin(std::size_t at, bool is_control) {
    if (!IsBlock())
      return nullptr;
    Statement& statement = open_.back().statement;
    if (statement.begin == kNowhere) {
      statement.begin = pragma_ == kNowhere ? at : pragma_;
      pragma_ = kNowhere;
    }
    if (statement.awaits_sub) {
      statement.awaits_sub = false;
      statement.sub = at;
      statement.is_sub_control = is_control;
    }
    return &statement;
  }
  Statement* Begin() { return Begin(at_, false); }

  void Mark(char mark) {
    switch (mark) {
      case '(':
      case '[':
        if (Statement* statement = Begin(); statement != nullptr && mark == '(' && AwaitsHead(*statement))
          statement->head_depth = open_.size();
        open_.push_back({mark, {}});
        break;
      case '{':
        OpenBrace();
        break;
      case ')':
      case ']':
      case '}':
        Close(mark);
        break;
      case ';':
        if (IsBlock())
          open_.back().statement = {};
        break;
      case ':':
        if (IsBlock() && IsLabel(open_.back().statement))
          open_.back().statement = {};
        break;
      default:
        Begin();
        break;
    }
    last_ = text_.substr(at_, 1);
    ++at_;
  }

  [[nodiscard]] bool AwaitsHead(const Statement& statement) const {
    return HasHead(statement.control) && (last_ == statement.control || last_ == "constexpr");
  }

  [[nodiscard]] bool IsLabel(const Statement& statement) const {
    const std::string_view from = text_.substr(statement.begin == kNowhere ? at_ : statement.begin);
    return from.starts_with("case ") || from.starts_with("default");
  }

  void OpenBrace() {
    const std::array<std::string_view, 12> before = {")",  ";",       "{",     "}",        "]",        "else",
                                                     "do", "mutable", "const", "noexcept", "override", ":"};
    const bool is_block = IsOneOf(last_, before) && (last_ != ":" || IsBlock());
    if (!is_block || (IsBlock() && open_.back().statement.begin == kNowhere))
      Begin();
    open_.push_back({is_block ? '{' : 'i', {}});
    pragma_ = kNowhere;
  }

  void Close(char mark) {
    if (open_.empty()) {
      is_clear_ = false;
      return;
    }
    const char kind = open_.back().kind;
    const bool fits = mark == ')' ? kind == '(' : mark == ']' ? kind == '[' : kind == '{' || kind == 'i';
    is_clear_ = is_clear_ && fits;
    open_.pop_back();
    pragma_ = kNowhere;
    if (!IsBlock())
      return;
    Statement& statement = open_.back().statement;
    if (statement.head_depth == open_.size()) {
      statement.head_depth = kNowhere;
      statement.awaits_sub = true;
    } else if (kind == '{') {
      statement = {};
    }
  }

  [[nodiscard]] bool IsBlock() const { return !open_.empty() && open_.back().kind == '{'; }
  [[nodiscard]] bool IsInBlock() const {
    return std::ranges::any_of(open_, [](const Bracket& open) { return open.kind == '{'; });
  }

  // Behind the semicolon that ends an expression.
  [[nodiscard]] std::size_t EndFrom(std::size_t begin) const {
    int depth = 0;
    for (std::size_t i = begin; i < text_.size(); ++i) {
      const char letter = text_[i];
      if (letter == '"' || letter == '\'' || letter == '#' || letter == '{' || letter == '}' ||
          text_.substr(i, 2) == "//" || text_.substr(i, 2) == "/*")
        return kNowhere;
      depth += letter == '(' || letter == '[' ? 1 : letter == ')' || letter == ']' ? -1 : 0;
      if (letter == ';' && depth == 0)
        return i + 1;
    }
    return kNowhere;
  }

  std::string_view text_;
  std::size_t end_;
  std::size_t at_ = 0;
  std::size_t pragma_ = kNowhere;  // before the next statement
  std::string_view last_;          // word or mark
  std::vector<Bracket> open_;
  bool is_clear_ = true;
};

}  // namespace

std::optional<StatementPlace> PlaceBefore(std::string_view text, std::size_t offset) {
  return Reader(text, offset).Place();
}

}  // namespace detrain::check
