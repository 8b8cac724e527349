// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/masked_text.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "analyzer/driver/options.h"

namespace detrain::driver::verify {
namespace {

using Words = std::vector<std::string>;

Words WordsOf(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

bool SameFrom(Words::const_iterator a, Words::const_iterator b, std::ptrdiff_t count) {
  return std::equal(a, a + count, b);
}

// Words before the first masked one, and after the last one, counted from the end. Between two masked words whose
// widths differ (a text with blanks in it) nothing can be said; where the counts agree each word is compared by itself.
bool SameWords(const Words& found, const Words& expected, const Words& other) {
  if (expected.size() != other.size() || found.size() != expected.size()) {
    const auto first =
        std::mismatch(expected.begin(), expected.end(), other.begin(), other.end()).first - expected.begin();
    const auto last =
        std::mismatch(expected.rbegin(), expected.rend(), other.rbegin(), other.rend()).first - expected.rbegin();
    const auto size = static_cast<std::ptrdiff_t>(found.size());
    const bool is_masked = first < static_cast<std::ptrdiff_t>(expected.size());
    return is_masked && first + last <= size && SameFrom(expected.begin(), found.begin(), first) &&
           SameFrom(expected.end() - last, found.end() - last, last);
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (expected[i] == other[i] && expected[i] != found[i])
      return false;
  return true;
}

// Lines without a masked word must agree in every byte.
bool SameLine(const std::string& found, const std::string& expected, const std::string& other) {
  return found == expected || (expected != other && SameWords(WordsOf(found), WordsOf(expected), WordsOf(other)));
}

// The line without what is masked in it, so that two runs which differ in nothing else show the same.
std::string WithoutMasked(const std::string& found, const std::string& expected, const std::string& other) {
  if (expected == other)
    return found;
  Words words = WordsOf(found);
  const Words masked = WordsOf(expected), again = WordsOf(other);
  if (words.size() != masked.size() || masked.size() != again.size()) {
    const auto first = std::mismatch(masked.begin(), masked.end(), again.begin(), again.end()).first - masked.begin();
    words.resize(std::min(words.size(), static_cast<std::size_t>(first)));
    words.emplace_back("...");
  } else {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (masked[i] != again[i])
        words[i] = masked[i];
  }
  std::string line;
  for (const std::string& word : words)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace

std::string FirstMaskedDifference(const std::string& found, const std::string& expected, const std::string& other_mask,
                                  bool is_prefix) {
  const std::vector<std::string> lines = Split(expected, '\n');
  const std::vector<std::string> found_lines = Split(found, '\n');
  const std::vector<std::string> other_lines = Split(other_mask, '\n');
  if (other_lines.size() != lines.size())
    return "log arguments change the number of lines";
  // With `is_prefix` the last line of `expected` is where a stop cut it off; the end of the text is then no statement.
  const std::size_t count = is_prefix ? lines.size() - 1 : lines.size();
  if (found_lines.size() < count || (!is_prefix && found_lines.size() != count))
    return "has " + std::to_string(found_lines.size() - 1) + " lines instead of " + std::to_string(lines.size() - 1);
  for (std::size_t i = 0; i < count; ++i)
    if (!SameLine(found_lines[i], lines[i], other_lines[i]))
      return "line " + std::to_string(i + 1) + " is '" + WithoutMasked(found_lines[i], lines[i], other_lines[i]) +
             "' instead of '" + lines[i] + "'";
  return "";
}

}  // namespace detrain::driver::verify
