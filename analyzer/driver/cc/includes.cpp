// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/includes.h"

#include <algorithm>

#include "analyzer/base/byte_order_mark.h"
#include "analyzer/base/file.h"
#include "analyzer/driver/pipeline.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t";

std::string_view AfterBlanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

// What stands behind `word` and blanks; nothing where the text begins otherwise.
std::string_view After(std::string_view text, std::string_view word) {
  text = AfterBlanks(text);
  return text.starts_with(word) ? AfterBlanks(text.substr(word.size())) : std::string_view();
}

// With its quotes; empty where the line is no directive that names a file.
std::string_view NameIn(std::string_view line) {
  const std::string_view rest = After(After(line, "#"), "include");
  if (rest.empty() || (rest.front() != '"' && rest.front() != '<'))
    return {};
  const std::size_t end = rest.find(rest.front() == '<' ? '>' : '"', 1);
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end + 1);
}

std::string Quoted(const fs::path& path) {
  std::string text(1, '"');
  text.append(path.string()).push_back('"');
  return text;
}

}  // namespace

std::vector<IncludeName> IncludesIn(std::string_view text) {
  std::vector<IncludeName> includes;
  unsigned line = 1;
  for (std::size_t at = ByteOrderMark(text); at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view name = NameIn(text.substr(at, end - at));
    if (!name.empty())
      includes.push_back({static_cast<unsigned>(name.data() - text.data()), static_cast<unsigned>(name.size()), line,
                          std::string(name)});
    at = end + 1;
  }
  return includes;
}

Result<IncludeMap> IncludeMap::Of(const load::LoadedUnit& unit) {
  IncludeMap map;
  map.command_ = unit.command();
  map.main_ = unit.user_files().front();
  for (const load::Include& include : unit.includes())
    map.by_place_[{include.from, include.line}] = include.to;
  for (const std::string& file : unit.user_files()) {
    map.by_path_.emplace(PathOf(map.command_, file).lexically_normal(), file);
    DETRAIN_TRY(const std::string text, ReadFile(PathOf(unit.command(), file).string()));
    std::vector<IncludeName>& directives = map.directives_[file];
    directives = IncludesIn(text);
    for (const IncludeName& include : directives)
      if (const auto found = map.by_place_.find({file, include.line}); found != map.by_place_.end())
        map.by_name_.emplace(include.name, found->second);
  }
  return map;
}

std::set<std::string> IncludeMap::FilesLeadingTo(const std::function<bool(const std::string&)>& is_wanted) const {
  std::set<std::string> files;
  for (const auto& [file, directives] : directives_)
    if (is_wanted(file))
      files.insert(file);
  const auto leads_to_one = [&](const auto& of) {
    return std::ranges::any_of(of.second, [&](const IncludeName& include) {
      const std::string* target = TargetOf(of.first, include);
      return target && files.contains(*target);
    });
  };
  for (std::size_t before = 0; before != files.size();) {
    before = files.size();
    for (const auto& of : directives_)
      if (!files.contains(of.first) && leads_to_one(of))
        files.insert(of.first);
  }
  return files;
}

const std::string* IncludeMap::TargetOf(const std::string& file, const IncludeName& include) const {
  if (const auto found = by_place_.find({file, include.line}); found != by_place_.end())
    return &found->second;
  if (include.name.front() == '"') {
    const fs::path beside = PathOf(command_, file).parent_path() / include.name.substr(1, include.name.size() - 2);
    if (const auto found = by_path_.find(beside.lexically_normal()); found != by_path_.end())
      return &found->second;
  }
  const auto named = by_name_.find(include.name);
  return named == by_name_.end() ? nullptr : &named->second;
}

std::vector<rewrite::Edit> IncludeMap::EditsFor(const std::string& file, std::string_view text,
                                                const ShadowPaths& shadows) const {
  std::vector<rewrite::Edit> edits;
  const fs::path folder = shadows.at(file).parent_path();
  for (const IncludeName& include : IncludesIn(text)) {
    const std::string* target = TargetOf(file, include);
    if (!target)
      continue;
    const auto shadow = shadows.find(*target);
    if (shadow != shadows.end())
      edits.push_back(
          {file, include.offset, include.length, Quoted(shadow->second.lexically_relative(folder)), "shadow"});
    else if (file != main_)
      edits.push_back({file, include.offset, include.length,
                       Quoted(fs::absolute(PathOf(command_, *target)).lexically_normal()), "shadow"});
  }
  return edits;
}

}  // namespace detrain::driver::cc
