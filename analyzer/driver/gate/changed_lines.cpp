// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/changed_lines.h"

#include <algorithm>
#include <optional>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/scratch.h"

namespace detrain::driver::gate {
namespace {

Result<std::string> Git(const std::filesystem::path& root, std::vector<std::string> arguments) {
  DETRAIN_TRY(const ScratchFolder folder, ScratchFolder::Make(std::filesystem::temp_directory_path(), "detrain_git_"));
  ChildSpec child{.argv = {"git", "-C", root.string(), "-c", "core.quotePath=false"}};
  child.argv.insert(child.argv.end(), arguments.begin(), arguments.end());
  child.stdout_path = folder.path() / "out";
  child.stderr_path = folder.path() / "err";
  DETRAIN_TRY(const Outcome outcome, Run(child));
  if (outcome.Succeeded())
    return ReadFile(child.stdout_path);
  DETRAIN_TRY(const std::string said, ReadFile(child.stderr_path));
  return diag::Fail<diag::Failure::CannotRun>({}, "git", Split(said, '\n').front());
}

// "+++ b/train.c": without the mark, and without the tab that git puts behind a name with blanks.
std::optional<std::string> FileOf(const std::string& line) {
  if (!line.starts_with("+++ b/"))
    return std::nullopt;
  return Split(line, '\t').front().erase(0, 6);
}

struct Range {
  std::uint32_t first = 0, count = 0;
};

// "-12,3", or "-12" for one line.
std::optional<Range> RangeOf(std::string text) {
  text.erase(0, 1);
  const std::vector<std::string> parts = Split(text, ',');
  const auto first = ParseNumber(parts.front());
  const auto count = ParseNumber(parts.size() == 1 ? "1" : parts.back());
  if (!first || !count)
    return std::nullopt;
  return Range{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*count)};
}

struct Hunk {
  Range old_lines, new_lines;
};

// "@@ -10,2 +12,3 @@ int main(void) {"
std::optional<Hunk> HunkOf(const std::string& line) {
  const std::vector<std::string> words = Split(line, ' ');
  if (words.size() < 4 || words[0] != "@@" || !words[1].starts_with('-') || !words[2].starts_with('+'))
    return std::nullopt;
  const auto old_lines = RangeOf(words[1]);
  const auto new_lines = RangeOf(words[2]);
  return old_lines && new_lines ? std::optional(Hunk{*old_lines, *new_lines}) : std::nullopt;
}

}  // namespace

void ChangedLines::AddDiff(std::string_view diff) {
  std::string file;
  std::uint32_t to_skip = 0;  // lines of a hunk may look like anything
  for (const std::string& line : Split(diff, '\n')) {
    if (to_skip > 0) {
      to_skip -= line.starts_with('\\') ? 0 : 1;  // "\ No newline at end of file"
    } else if (const auto name = FileOf(line)) {
      file = *name;
    } else if (const auto hunk = HunkOf(line)) {
      to_skip = hunk->old_lines.count + hunk->new_lines.count;
      if (hunk->new_lines.count != 0)
        ranges_[file].emplace_back(hunk->new_lines.first, hunk->new_lines.first + hunk->new_lines.count - 1);
    }
  }
}

void ChangedLines::AddWhole(const std::string& path) {
  ranges_[path].emplace_back(0, UINT32_MAX);
}

bool ChangedLines::Holds(const std::string& path, std::uint32_t line) const {
  const auto found = ranges_.find(path);
  return found != ranges_.end() && std::any_of(found->second.begin(), found->second.end(), [&](const auto& range) {
           return range.first <= line && line <= range.second;
         });
}

Result<ChangedLines> ChangedLines::Since(const std::string& revision, const std::filesystem::path& root) {
  const auto fail = [&](const Error& error) {
    return diag::Fail<diag::Failure::NoDiffBase>({}, revision, error.message);
  };
  Result<std::string> base = Git(root, {"merge-base", "--end-of-options", revision, "HEAD"});
  if (!base)  // histories without a common commit
    base = Git(root, {"rev-parse", "--verify", "--end-of-options", revision + "^{commit}"});
  if (!base)
    return fail(base.error());
  const std::string commit = Split(*base, '\n').front();
  const Result<std::string> diff = Git(
      root, {"diff", "--unified=0", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", commit, "--"});
  if (!diff)
    return fail(diff.error());
  const Result<std::string> untracked = Git(root, {"ls-files", "--others", "--exclude-standard", "-z"});
  if (!untracked)
    return fail(untracked.error());
  ChangedLines changed;
  changed.AddDiff(*diff);
  for (const std::string& path : Split(*untracked, '\0'))
    changed.AddWhole(path);
  return changed;
}

}  // namespace detrain::driver::gate
