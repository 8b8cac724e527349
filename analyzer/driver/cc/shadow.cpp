// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/shadow.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <system_error>

#include "analyzer/base/byte_order_mark.h"
#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/cc/includes.h"
#include "analyzer/driver/pipeline.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

bool IsEdited(const std::string& file, const rewrite::Patch& patch) {
  return std::any_of(patch.edits.begin(), patch.edits.end(),
                     [&](const rewrite::Edit& edit) { return edit.file == file; });
}

std::string LineDirective(std::size_t line, const std::string& file) {
  std::string text = "#line " + std::to_string(line) + " \"";
  for (const char c : file) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + "\"\n";
}

// A whole line that was put before another one.
bool InsertsLines(const rewrite::Edit& edit, const std::string& text) {
  const bool is_at_line = edit.offset == ByteOrderMark(text) || text[edit.offset - 1] == '\n';
  return edit.length == 0 && edit.text.ends_with('\n') && is_at_line;
}

// Where shadows go: the main file as it lies seen from the working directory, so that messages of tools that ignore
// #line can be read; headers each in a folder of their own.
ShadowPaths PathsFor(const load::LoadedUnit& unit, const IncludeMap& includes, const rewrite::Patch& patch,
                     const fs::path& folder) {
  const std::vector<std::string>& files = unit.user_files();
  const fs::path main(files.front());
  const bool is_below = main.is_relative() && *main.lexically_normal().begin() != "..";
  ShadowPaths paths = {{files.front(), folder / (is_below ? main.lexically_normal() : main.filename())}};
  const std::set<std::string> shadowed =
      includes.FilesLeadingTo([&](const std::string& file) { return IsEdited(file, patch); });
  for (std::size_t i = 1; i < files.size(); ++i)
    if (shadowed.contains(files[i]))
      paths[files[i]] = folder / "headers" / std::to_string(i) / fs::path(files[i]).filename();
  return paths;
}

Result<void> WriteBelow(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{path.string(), 0, 0}, error.message());
  return WriteFileAtomically(path.string(), text);
}

// A file's own edits, and those that lead its includes to other shadows.
rewrite::Patch PatchOf(const IncludeMap& includes, const ShadowPaths& paths, const std::string& file,
                       const std::string& text, const rewrite::Patch& patch) {
  rewrite::Patch own;
  own.edits = includes.EditsFor(file, text, paths);
  std::copy_if(patch.edits.begin(), patch.edits.end(), std::back_inserter(own.edits),
               [&](const rewrite::Edit& edit) { return edit.file == file; });
  std::stable_sort(own.edits.begin(), own.edits.end(),
                   [](const rewrite::Edit& a, const rewrite::Edit& b) { return a.offset < b.offset; });
  return own;
}

}  // namespace

bool IsTouched(const load::LoadedUnit& unit, const rewrite::Patch& patch) {
  const std::vector<std::string>& files = unit.user_files();
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) { return IsEdited(file, patch); });
}

std::string ShadowText(const std::string& text, const std::string& file, const rewrite::Patch& patch) {
  std::string out = LineDirective(1, file);
  std::size_t at = ByteOrderMark(text), line = 1;
  for (const rewrite::Edit& edit : patch.edits) {
    if (edit.file != file)
      continue;
    line += static_cast<std::size_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + edit.offset, '\n'));
    out.append(text, at, edit.offset - at).append(edit.text);
    if (InsertsLines(edit, text))
      out += LineDirective(line, file);
    at = edit.offset + edit.length;
    line += static_cast<std::size_t>(
        std::count(text.begin() + edit.offset, text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  return out.append(text, at);
}

Result<std::string> WriteShadow(const load::LoadedUnit& unit, const rewrite::Patch& patch, const fs::path& folder) {
  DETRAIN_TRY(const IncludeMap includes, IncludeMap::Of(unit));
  const ShadowPaths paths = PathsFor(unit, includes, patch, folder);
  for (const auto& [file, target] : paths) {
    DETRAIN_TRY(const std::string text, ReadFile(PathOf(unit.command(), file).string()));
    const rewrite::Patch own = PatchOf(includes, paths, file, text, patch);
    DETRAIN_TRY_VOID(WriteBelow(target, ShadowText(text, file, own)));
  }
  const std::string& main = unit.user_files().front();
  const fs::path& target = paths.at(main);
  for (const rewrite::NewFile& file : patch.files)
    if (fs::path(file.path).parent_path() == fs::path(main).parent_path())
      DETRAIN_TRY_VOID(WriteBelow(target.parent_path() / fs::path(file.path).filename(), file.text));
  return target.string();
}

}  // namespace detrain::driver::cc
