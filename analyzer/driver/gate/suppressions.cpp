// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/suppressions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::gate {
namespace {

using diag::Certainty;
using diag::Diagnostic;
using diag::Reach;
using diag::Severity;

constexpr std::string_view kPrefix = "detrain";
// The longer ones first: each begins with the last.
constexpr std::array<std::string_view, 4> words = {"NOLINTNEXTLINE", "NOLINTBEGIN", "NOLINTEND", "NOLINT"};

std::string Trimmed(std::string_view text) {
  const auto is_space = [](char byte) { return std::isspace(static_cast<unsigned char>(byte)) != 0; };
  while (!text.empty() && is_space(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_space(text.back()))
    text.remove_suffix(1);
  return std::string(text);
}

Diagnostic Warning(Diagnostic finding) {
  finding.severity = Severity::Warning;
  return finding;
}

bool NamesARule(std::string_view pattern) {
  return std::any_of(std::begin(diag::all_rules), std::end(diag::all_rules),
                     [&](diag::Rule rule) { return Matches(pattern, diag::RuleName(rule)); });
}

// One NOLINT, with all that stands in its parentheses.
struct Mark {
  std::string_view word;
  std::vector<std::string> patterns;
  std::string reason;
  std::uint32_t line = 0, column = 0;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  SuppressionsOfFile Read() {
    for (const Comment& comment : CommentsOf(text_))
      ReadComment(comment);
    for (const Suppression& open : open_)
      found_.mistakes.push_back(Warning(diag::Find<diag::Finding::SuppressionWithoutEnd>(
          open.location, Reach::None, Certainty::Certain, open.pattern)));
    return std::move(found_);
  }

 private:
  void ReadComment(const Comment& comment) {
    std::uint32_t line = comment.line;
    std::size_t begin = 0;
    while (begin <= comment.text.size()) {
      const std::size_t end = std::min(comment.text.find('\n', begin), comment.text.size());
      const std::uint32_t column = begin == 0 ? comment.column : 1;
      ReadLine(comment.text.substr(begin, end - begin), line, column);
      begin = end + 1;
      ++line;
    }
  }

  void ReadLine(std::string_view text, std::uint32_t line, std::uint32_t column) {
    const std::size_t at = text.find("NOLINT");
    if (at == std::string_view::npos)
      return;
    const std::string_view rest = text.substr(at);
    const auto* const word = std::find_if(words.begin(), words.end(), [&](auto w) { return rest.starts_with(w); });
    Mark mark{*word, {}, "", line, column + static_cast<std::uint32_t>(at)};
    const std::size_t close = rest.find(')');
    if (rest.substr(word->size(), 1) != "(" || close == std::string_view::npos)
      return;
    for (const std::string& part : Split(rest.substr(word->size() + 1, close - word->size() - 1), ','))
      mark.patterns.push_back(Trimmed(part));
    const std::string after = Trimmed(rest.substr(close + 1));
    mark.reason = after.starts_with(':') ? Trimmed(after.substr(1)) : "";
    if (mark.reason.starts_with('<'))  // what an editor left to be filled in
      mark.reason.clear();
    Take(mark);
  }

  void Take(const Mark& mark) {
    for (const std::string& pattern : mark.patterns)
      if (pattern.starts_with(kPrefix))
        Take(mark, pattern);
  }

  void Take(const Mark& mark, const std::string& pattern) {
    const Location location{file_, mark.line, mark.column};
    if (!NamesARule(pattern)) {
      found_.mistakes.push_back(
          Warning(diag::Find<diag::Finding::SuppressionOfNoRule>(location, Reach::None, Certainty::Certain, pattern)));
      return;
    }
    Suppression suppression{std::string(mark.word), pattern, mark.reason, location, mark.line, mark.line};
    if (mark.word == "NOLINTNEXTLINE")
      suppression.first = suppression.last = mark.line + 1;
    if (mark.word == "NOLINTBEGIN")
      open_.push_back(std::move(suppression));
    else if (mark.word == "NOLINTEND")
      Close(suppression);
    else
      found_.all.push_back(std::move(suppression));
  }

  // The innermost one that is open, as blocks nest.
  void Close(const Suppression& end) {
    const auto begin = std::find_if(open_.rbegin(), open_.rend(),
                                    [&](const Suppression& open) { return open.pattern == end.pattern; });
    if (begin == open_.rend()) {
      found_.mistakes.push_back(Warning(diag::Find<diag::Finding::SuppressionWithoutBegin>(
          end.location, Reach::None, Certainty::Certain, end.pattern)));
      return;
    }
    begin->last = end.first;
    found_.all.push_back(std::move(*begin));
    open_.erase(std::next(begin).base());
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<Suppression> open_;
  SuppressionsOfFile found_;
};

}  // namespace

bool Matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty())
    return name.empty();
  if (pattern.front() == '*')
    return Matches(pattern.substr(1), name) || (!name.empty() && Matches(pattern, name.substr(1)));
  return !name.empty() && name.front() == pattern.front() && Matches(pattern.substr(1), name.substr(1));
}

bool Suppression::Covers(const Diagnostic& finding) const {
  return finding.rule && finding.location.file == location.file && finding.location.line >= first &&
         finding.location.line <= last && Matches(pattern, diag::RuleName(*finding.rule));
}

SuppressionsOfFile FindSuppressions(std::string_view text, const std::string& file) {
  return text.find("NOLINT") == std::string_view::npos ? SuppressionsOfFile() : Reader(text, file).Read();
}

std::optional<Diagnostic> Judge(const Suppression& suppression) {
  if (!suppression.hidden)
    return Warning(diag::Find<diag::Finding::SuppressionUnused>(suppression.location, Reach::None, Certainty::Certain,
                                                                suppression.word, suppression.pattern));
  if (!suppression.reason.empty())
    return std::nullopt;
  Diagnostic finding = diag::Find<diag::Finding::SuppressionWithoutReason>(
      suppression.location, Reach::None, Certainty::Certain, suppression.word, suppression.pattern);
  finding.severity = std::max(*suppression.hidden, Severity::Warning);
  return finding;
}

std::optional<diag::FixEdit> Removal(const Suppression& suppression, const SourceText& text) {
  const std::string_view line = text.Line(suppression.location.line);
  const std::size_t word = suppression.location.column - 1;
  const bool is_alone = !suppression.hidden && suppression.word != "NOLINTBEGIN" && word < line.size() &&
                        line.substr(word).starts_with(suppression.word + "(" + suppression.pattern + ")");
  const std::string_view before = line.substr(0, is_alone ? word : 0);
  const std::size_t mark = before.rfind("//");
  if (mark == std::string_view::npos || before.find_first_not_of("/ \t", mark) != std::string_view::npos)
    return std::nullopt;
  const std::size_t code = before.find_last_not_of(" \t", mark == 0 ? 0 : mark - 1);
  const bool is_whole = mark == 0 || code == std::string_view::npos || code >= mark;
  const std::size_t offset = text.OffsetOf(suppression.location.line);
  const std::size_t begin = is_whole ? offset : offset + code + 1;
  const std::size_t end = is_whole ? text.OffsetOf(suppression.location.line + 1) : offset + line.size();
  return diag::FixEdit{suppression.location.file, static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(end - begin), ""};
}

}  // namespace detrain::driver::gate
