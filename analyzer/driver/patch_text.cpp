// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/patch_text.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/driver/cc/shadow.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver {
namespace {

using Lines = std::vector<std::string>;

// With their line ends, so that a last line without one stays distinct.
Lines LinesOf(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

// Old lines [begin, end) give way to new lines [new_begin, new_end).
struct Change {
  std::size_t begin = 0, end = 0, new_begin = 0, new_end = 0;
};

// How many lines it takes until old and new agree again, by the smallest sum of both. Rewriting changes little at a
// time, so this ends soon.
std::pair<std::size_t, std::size_t> Resync(const Lines& before, std::size_t i, const Lines& after, std::size_t j) {
  const std::size_t most = (before.size() - i) + (after.size() - j);
  for (std::size_t sum = 1; sum < most; ++sum)
    for (std::size_t skip = 0; skip <= sum; ++skip) {
      const std::size_t a = i + skip, b = j + (sum - skip);
      if (a < before.size() && b < after.size() && before[a] == after[b])
        return {a, b};
    }
  return {before.size(), after.size()};
}

std::vector<Change> ChangesOf(const Lines& before, const Lines& after) {
  std::vector<Change> changes;
  std::size_t i = 0, j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && j < after.size() && before[i] == after[j]) {
      ++i;
      ++j;
      continue;
    }
    const auto [a, b] = Resync(before, i, after, j);
    changes.push_back({i, a, j, b});
    i = a;
    j = b;
  }
  return changes;
}

constexpr std::size_t context = 3;

void AddLine(char mark, const std::string& line, std::string& text) {
  text.append(1, mark).append(line);
  if (!line.ends_with('\n'))
    text += "\n\\ No newline at end of file\n";
}

// Header numbers count from 1; an empty range names the line before it.
std::string Range(std::size_t begin, std::size_t count) {
  return std::to_string(count == 0 ? begin : begin + 1) + "," + std::to_string(count);
}

// Changes [first, last) that lie so close that their contexts meet.
std::string Hunk(const std::vector<Change>& changes, std::size_t first, std::size_t last, const Lines& before,
                 const Lines& after) {
  const std::size_t begin = changes[first].begin - std::min(context, changes[first].begin);
  const std::size_t end = std::min(changes[last - 1].end + context, before.size());
  const std::size_t new_begin = changes[first].new_begin - (changes[first].begin - begin);
  const std::size_t new_end = changes[last - 1].new_end + (end - changes[last - 1].end);
  std::string text = "@@ -" + Range(begin, end - begin) + " +" + Range(new_begin, new_end - new_begin) + " @@\n";
  std::size_t at = begin;
  for (std::size_t i = first; i < last; ++i) {
    for (; at < changes[i].begin; ++at)
      AddLine(' ', before[at], text);
    for (; at < changes[i].end; ++at)
      AddLine('-', before[at], text);
    for (std::size_t line = changes[i].new_begin; line < changes[i].new_end; ++line)
      AddLine('+', after[line], text);
  }
  for (; at < end; ++at)
    AddLine(' ', before[at], text);
  return text;
}

}  // namespace

std::string UnifiedDiff(const std::string& name, const std::string& before, const std::string& after) {
  const Lines old_lines = LinesOf(before), new_lines = LinesOf(after);
  const std::vector<Change> changes = ChangesOf(old_lines, new_lines);
  if (changes.empty())
    return "";
  std::string text = (before.empty() ? "--- /dev/null\n" : "--- a/" + name + "\n") + "+++ b/" + name + "\n";
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first + 1;
    while (last < changes.size() && changes[last].begin - changes[last - 1].end <= 2 * context)
      ++last;
    text += Hunk(changes, first, last, old_lines, new_lines);
    first = last;
  }
  return text;
}

std::string UnifiedDiff(const std::vector<RewrittenFile>& files) {
  std::string text;
  for (const RewrittenFile& file : files)
    text += UnifiedDiff(file.name, file.before, file.after);
  return text;
}

// The first run left an include of what it generated.
Result<bool> IsRewritten(const load::Command& command) {
  const std::filesystem::path path = PathOf(command, command.file);
  DETRAIN_TRY(const std::string text, ReadFile(path.string()));
  return text.find("#include \"" + path.stem().string() + ".detrain.h\"\n") != std::string::npos;
}

Result<std::vector<RewrittenFile>> Rewritten(const AnalysedProgram& program) {
  rewrite::Patch patch;
  if (program.decided != nullptr) {
    DETRAIN_TRY(patch, rewrite::Rewrite(program.plan, *program.decided));
    SayWhatStays(program.plan, patch);
  }
  std::vector<RewrittenFile> files;
  std::set<std::string> seen;
  for (const load::LoadedUnit& unit : program.units)
    for (const std::string& name : unit.user_files()) {
      if (!seen.insert(name).second)
        continue;
      const std::string path = PathOf(unit.command(), name).string();
      DETRAIN_TRY(std::string before, ReadFile(path));
      std::string after = rewrite::Apply(before, name, patch);
      files.push_back({name, path, std::move(before), std::move(after)});
    }
  for (const rewrite::NewFile& file : patch.files)
    files.push_back({file.path, "", "", file.text});
  return files;
}

}  // namespace detrain::driver
