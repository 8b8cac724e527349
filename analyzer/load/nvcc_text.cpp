// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/nvcc_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace detrain::load {
namespace {

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// Where the comment, string or character that begins at `at` ends; `at` where none does.
std::size_t PastQuiet(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view end) {
    const std::size_t found = text.find(end, at + 2);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  if (text.substr(at, 2) == "//")
    return behind("\n");
  if (text.substr(at, 2) == "/*")
    return behind("*/");
  const bool is_separator = at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;  // 1'000
  if (text[at] != '"' && (text[at] != '\'' || is_separator))
    return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return end + 1;
}

// Behind three brackets `c` that begin at `at`, with blanks among them; 0 where there are no three.
std::size_t PastThree(std::string_view text, std::size_t at, char c) {
  std::size_t seen = 0;
  for (std::size_t i = at; i < text.size() && (text[i] == c || IsSpace(text[i])); ++i)
    if (text[i] == c && ++seen == 3)
      return i + 1;
  return 0;
}

char NextVisible(std::string_view text, std::size_t at) {
  while (at < text.size() && IsSpace(text[at]))
    ++at;
  return at < text.size() ? text[at] : '\0';
}

struct Closing {
  std::size_t begin = 0, end = 0;  // end 0: there is none
};

// The `>>>` that ends the launch whose arguments begin at `at`: outside of parentheses, before a parenthesis.
Closing FindClosing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size() && depth >= 0 && text[i] != ';';) {
    if (const std::size_t past = PastQuiet(text, i); past != i) {
      i = past;
      continue;
    }
    depth += text[i] == '(' || text[i] == '{' || text[i] == '[' ? 1 : 0;
    depth -= text[i] == ')' || text[i] == '}' || text[i] == ']' ? 1 : 0;
    const std::size_t end = text[i] == '>' && depth == 0 ? PastThree(text, i, '>') : 0;
    if (end != 0 && NextVisible(text, end) == '(')
      return {i, end};
    ++i;
  }
  return {};
}

// The brackets in [begin, end) at its end. Line ends stay where they are, or lines would move.
void Join(std::string& text, std::size_t begin, std::size_t end, char c) {
  if (text.find('\n', begin) < end)
    return;
  for (std::size_t i = begin; i < end; ++i)
    text[i] = i + 3 < end ? ' ' : c;
}

// Where the line that holds `at` ends.
std::size_t LineEnd(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// `#define UNROLL #pragma unroll` without the pragma.
void DropUnrolling(std::string& text) {
  constexpr std::string_view define = "define", pragma = "#pragma";
  for (std::size_t at = text.find(pragma); at != std::string::npos; at = text.find(pragma, at + 1)) {
    const std::size_t last = text.rfind('\n', at), begin = last == std::string::npos ? 0 : last + 1;
    const std::string_view before = std::string_view(text).substr(begin, at - begin);
    const std::size_t hash = before.find_first_not_of(" \t");
    const bool is_macro =
        hash != std::string_view::npos && before[hash] == '#' &&
        before.substr(std::min(before.find_first_not_of(" \t", hash + 1), before.size())).starts_with(define);
    const std::string_view behind = std::string_view(text).substr(at + pragma.size());
    const std::size_t word = behind.find_first_not_of(" \t");
    if (is_macro && word != std::string_view::npos && behind.substr(word).starts_with("unroll"))
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
                text.begin() + static_cast<std::ptrdiff_t>(LineEnd(text, at)), ' ');
  }
}

// Where the bracket that `at` opens is closed; npos: nowhere in [at, end).
std::size_t MatchOf(std::string_view text, std::size_t at, std::size_t end) {
  int depth = 0;
  for (std::size_t i = at; i < end;) {
    if (const std::size_t past = PastQuiet(text, i); past != i) {
      i = past;
      continue;
    }
    depth += text[i] == '(' || text[i] == '{' || text[i] == '[' ? 1 : 0;
    depth -= text[i] == ')' || text[i] == '}' || text[i] == ']' ? 1 : 0;
    if (depth == 0)
      return i;
    ++i;
  }
  return std::string_view::npos;
}

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

// `{x, y}` in [begin, end] as `$(x, y)`, which takes the place of a blank before it or in it; `{x}` as `(x)`.
void SizeFromList(std::string& text, std::size_t begin, std::size_t end) {
  const std::string_view inside = std::string_view(text).substr(begin + 1, end - begin - 1);
  const bool is_empty = inside.find_first_not_of(" \t\n") == std::string_view::npos;
  if (is_empty) {
    text[begin] = '1';
    text[end] = ' ';
    return;
  }
  const std::size_t blank = inside.find_first_of(" \t");
  const bool has_several = inside.find(',') != std::string_view::npos;
  if (has_several && IsBlank(text[begin - 1])) {
    text[begin - 1] = '$';
  } else if (has_several && blank != std::string_view::npos) {
    text.erase(begin + 1 + blank, 1);
    text.insert(begin, 1, '$');
    ++begin;
  } else if (has_several) {
    return;  // no room
  }
  text[begin] = '(';
  text[end] = ')';
}

// Lists among the sizes of a launch, which stand in [begin, end).
void SizesFromLists(std::string& text, std::size_t begin, std::size_t end) {
  bool is_first = true;  // of an argument
  for (std::size_t i = begin; i < end;) {
    if (const std::size_t past = PastQuiet(text, i); past != i) {
      i = past;
      continue;
    }
    const bool opens = text[i] == '(' || text[i] == '{' || text[i] == '[';
    const std::size_t match = opens ? MatchOf(text, i, end) : i;
    if (match == std::string_view::npos)
      return;
    if (text[i] == '{' && is_first)
      SizeFromList(text, i, match);
    is_first = text[i] == ',' || (is_first && IsSpace(text[i]));
    i = match + 1;
  }
}

}  // namespace

std::optional<std::string> AsNvccReads(std::string_view text) {
  std::string joined(text);
  DropUnrolling(joined);
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t past = PastQuiet(text, i); past != i) {
      i = past;
      continue;
    }
    const std::size_t open = text[i] == '<' ? PastThree(text, i, '<') : 0;
    const Closing closing = open != 0 ? FindClosing(text, open) : Closing{};
    if (closing.end != 0) {
      Join(joined, i, open, '<');
      Join(joined, closing.begin, closing.end, '>');
      SizesFromLists(joined, open, closing.begin);
      i = closing.end;
    } else {
      ++i;
    }
  }
  return joined == text ? std::nullopt : std::optional(std::move(joined));
}

}  // namespace detrain::load
