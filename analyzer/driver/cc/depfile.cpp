// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/depfile.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "analyzer/base/file.h"

namespace detrain::driver::cc {
namespace {

std::string Escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '#' || c == '\\')
      text += '\\';
    text += c == '$' ? "$$" : std::string(1, c);
  }
  return text;
}

// Names of the file, escapes kept; a backslash before a line's end joins lines.
std::vector<std::string> Words(const std::string& depfile) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < depfile.size(); ++i) {
    const char c = depfile[i];
    const bool joins = c == '\\' && i + 1 < depfile.size() && depfile[i + 1] == '\n';
    if (c == '\\' && !joins && i + 1 < depfile.size()) {
      words.back() += {c, depfile[++i]};
    } else if (joins || c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      if (!words.back().empty())
        words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// What stands before the first colon that a blank follows.
std::string Targets(const std::string& depfile) {
  for (std::size_t at = depfile.find(':'); at != std::string::npos; at = depfile.find(':', at + 1))
    if (at + 1 == depfile.size() || depfile[at + 1] == ' ' || depfile[at + 1] == '\n' || depfile[at + 1] == '\\')
      return depfile.substr(0, at);
  return "";
}

// Whether the compiler was called with -MP, which gives each header a rule without prerequisites, so that make does not
// stop where a header is gone.
bool HasPhonyRules(const std::string& depfile) {
  for (std::size_t at = depfile.find(":\n"); at != std::string::npos; at = depfile.find(":\n", at + 1))
    if (depfile.rfind('\n', at) != std::string::npos)
      return true;
  return false;
}

// As a prerequisite, or as the target of an empty rule.
bool IsAmong(const std::vector<std::string>& words, const std::string& name) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word == name || word == name + ":"; });
}

}  // namespace

std::string WithSources(const std::string& depfile, std::span<const std::string> sources) {
  const std::string targets = Targets(depfile);
  const std::vector<std::string> known = Words(depfile);
  std::string added, phony;
  for (const std::string& source : sources) {
    const std::string name = Escaped(source);
    if (IsAmong(known, name))
      continue;
    added += " \\\n " + name;
    phony += name + ":\n";
  }
  if (targets.empty() || added.empty())
    return depfile;
  const std::string rule = (depfile.ends_with('\n') ? "" : "\n") + targets + ":" + added + "\n";
  return depfile + rule + (HasPhonyRules(depfile) ? phony : "");
}

Result<void> AddSources(const std::string& path, std::span<const std::string> sources) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return {};
  DETRAIN_TRY(const std::string text, ReadFile(path));
  const std::string with = WithSources(text, sources);
  return with == text ? Result<void>() : WriteFileAtomically(path, with);
}

}  // namespace detrain::driver::cc
