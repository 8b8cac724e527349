// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "watch_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace detrain::runtime {
namespace {

struct Kind {
  const char* word;
  WatchKind kind;
  std::size_t names;
  const char* needs;  // keys, with blanks around each
  const char* may;
};

constexpr Kind kKinds[] = {
    {"nan", WatchKind::Nan, 1, " ", " "},
    {"explode", WatchKind::Explode, 1, " above ", " "},
    {"vanish", WatchKind::Vanish, 1, " below ", " "},
    {"unchanged", WatchKind::Unchanged, 1, " for ", " "},
    {"stalled", WatchKind::Stalled, 1, " for ", " by "},
    {"dead", WatchKind::Dead, 1, " above for ", " "},
    {"overfit", WatchKind::Overfit, 2, " for ", " "},
};

bool Has(const char* keys, const std::string& key) {
  return std::string(keys).find(" " + key + " ") != std::string::npos;
}

// Blanks separate, double quotes keep them; `#` ends the line. False: a quote is open.
bool Split(const std::string& line, std::vector<std::string>& words) {
  std::string word;
  bool is_word = false;
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"') {
      is_quoted = !is_quoted;
      is_word = true;
    } else if (!is_quoted && c == '#') {
      break;
    } else if (!is_quoted && (c == ' ' || c == '\t' || c == '\r')) {
      if (is_word)
        words.push_back(std::move(word));
      word.clear();
      is_word = false;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word)
    words.push_back(std::move(word));
  return !is_quoted;
}

bool ReadNumber(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == 0 && std::isfinite(number);
}

bool ReadCount(const std::string& text, std::uint64_t& count) {
  double number = 0;
  const bool is_count = ReadNumber(text, number) && number >= 1 && number <= 1e15 && number == std::floor(number);
  count = is_count ? static_cast<std::uint64_t>(number) : 0;
  return is_count;
}

WatchName NameFrom(const std::string& word) {
  constexpr const char* kText = "text:";
  const bool is_text = word.compare(0, 5, kText) == 0;
  return {is_text ? word.substr(5) : word, is_text};
}

// "note", "save", "stop", or several with commas.
bool ReadAction(const std::string& text, WatchRule& rule) {
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    rule.saves = rule.saves || word == "save";
    rule.stops = rule.stops || word == "stop";
    if (word != "note" && word != "save" && word != "stop")
      return false;
  }
  return !text.empty();
}

bool ReadKey(const std::string& key, const std::string& value, WatchRule& rule, std::string& why) {
  double& number = key == "above" ? rule.above : key == "below" ? rule.below : rule.by;
  const bool is_read = key == "for" ? ReadCount(value, rule.steps) : ReadNumber(value, number) && number >= 0;
  const bool is_share = rule.kind != WatchKind::Dead || key != "above" || rule.above < 1;
  if (!is_read)
    why = "'" + key + "' takes a " + (key == "for" ? "whole number of steps" : "number") + ", not '" + value + "'";
  else if (!is_share)
    why = "'above' takes a share below 1 here, not '" + value + "'";
  return is_read && is_share;
}

// The words behind the rule's own and its names.
bool ReadRest(const Kind& kind, const std::vector<std::string>& words, WatchRule& rule, std::string& why) {
  std::string given = " ";
  std::size_t at = 1 + kind.names;
  for (; at + 1 < words.size() && (Has(kind.needs, words[at]) || Has(kind.may, words[at])); at += 2) {
    given += words[at] + " ";
    if (!ReadKey(words[at], words[at + 1], rule, why))
      return false;
  }
  std::istringstream needs(kind.needs);
  for (std::string key; needs >> key;) {
    if (Has(given.c_str(), key))
      continue;
    why = "'" + rule.word + "' needs '" + key + " N'";
    return false;
  }
  if (at == words.size() || (at + 1 == words.size() && ReadAction(words[at], rule)))
    return true;
  why = "'" + words[at] + "' is none of note, save, stop";
  return false;
}

bool ReadRule(const std::vector<std::string>& words, WatchRule& rule, std::string& why) {
  const auto* kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& k) { return words[0] == k.word; });
  if (kind == std::end(kKinds)) {
    why = "there is no rule '" + words[0] + "': nan, explode, vanish, unchanged, stalled, dead, overfit, plot or every";
    return false;
  }
  rule.kind = kind->kind;
  rule.word = words[0];
  if (words.size() <= kind->names) {
    why = "'" + words[0] + "' needs " + (kind->names == 1 ? "a name" : "two names");
    return false;
  }
  for (std::size_t i = 1; i <= kind->names; ++i)
    rule.names.push_back(NameFrom(words[i]));
  const bool is_of_number = rule.kind == WatchKind::Stalled || rule.kind == WatchKind::Overfit ||
                            rule.kind == WatchKind::Nan || rule.kind == WatchKind::Explode;
  if (rule.names[0].is_text && !is_of_number) {
    why = "'" + words[0] + "' takes a saved region, not a printed number";
    return false;
  }
  return ReadRest(*kind, words, rule, why);
}

bool ReadLine(const std::vector<std::string>& words, WatchFile& file, unsigned line, std::string& why) {
  if (words[0] == "every") {
    const bool is_read = words.size() == 2 && ReadCount(words[1], file.every);
    why = "'every' takes a whole number of steps";
    return is_read;
  }
  if (words[0] == "plot") {
    for (std::size_t i = 1; i < words.size(); ++i)
      file.plots.push_back(NameFrom(words[i]));
    why = "'plot' needs a name";
    return words.size() > 1;
  }
  WatchRule rule;
  rule.line = line;
  const bool is_read = ReadRule(words, rule, why);
  if (is_read)
    file.rules.push_back(std::move(rule));
  return is_read;
}

// `*` stands for any characters.
bool IsLike(const char* pattern, const char* name) {
  if (*pattern == '*')
    return IsLike(pattern + 1, name) || (*name != 0 && IsLike(pattern, name + 1));
  return *pattern == *name && (*pattern == 0 || IsLike(pattern + 1, name + 1));
}

}  // namespace

bool WatchName::Matches(const std::string& name) const {
  return !is_text && IsLike(pattern.c_str(), name.c_str());
}

bool ParseWatch(const std::string& text, WatchFile& file, unsigned& line, std::string& why) {
  std::istringstream lines(text);
  line = 0;
  for (std::string each; std::getline(lines, each);) {
    ++line;
    std::vector<std::string> words;
    if (!Split(each, words)) {
      why = "a quote is not closed";
      return false;
    }
    if (!words.empty() && !ReadLine(words, file, line, why))
      return false;
  }
  why.clear();
  return true;
}

}  // namespace detrain::runtime
