// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/shadow.h"

#include <algorithm>
#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
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
  return edit.length == 0 && edit.text.ends_with('\n') && (edit.offset == 0 || text[edit.offset - 1] == '\n');
}

// Where the shadow of a user's file goes: as it lies seen from the working directory, or beside the main file where
// that is named absolutely.
Result<fs::path> ShadowPath(const load::LoadedUnit& unit, const std::string& file, const fs::path& folder) {
  const fs::path path(file);
  if (path.is_relative() && *path.lexically_normal().begin() != "..")
    return folder / path.lexically_normal();
  if (file == unit.user_files().front())
    return folder / path.filename();
  return diag::Fail<Failure::HeaderOutside>(Location{file, 0, 0}, unit.user_files().front());
}

Result<void> WriteBelow(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{path.string(), 0, 0}, error.message());
  return WriteFileAtomically(path.string(), text);
}

Result<fs::path> WriteOne(const load::LoadedUnit& unit, const std::string& file, const rewrite::Patch& patch,
                          const fs::path& folder) {
  DETRAIN_TRY(const fs::path target, ShadowPath(unit, file, folder));
  DETRAIN_TRY(const std::string text, ReadFile(PathOf(unit.command(), file).string()));
  DETRAIN_TRY_VOID(WriteBelow(target, ShadowText(text, file, patch)));
  return target;
}

Result<void> WriteHeaders(const load::LoadedUnit& unit, const rewrite::Patch& patch, const fs::path& folder) {
  const std::vector<std::string>& files = unit.user_files();
  if (std::none_of(files.begin() + 1, files.end(), [&](const std::string& file) { return IsEdited(file, patch); }))
    return {};
  for (std::size_t i = 1; i < files.size(); ++i) {
    const bool is_beside = ShadowPath(unit, files[i], folder).Ok();
    if (is_beside || IsEdited(files[i], patch))
      DETRAIN_TRY_VOID(WriteOne(unit, files[i], patch, folder));
  }
  return {};
}

}  // namespace

bool IsTouched(const load::LoadedUnit& unit, const rewrite::Patch& patch) {
  const std::vector<std::string>& files = unit.user_files();
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) { return IsEdited(file, patch); });
}

std::string ShadowText(const std::string& text, const std::string& file, const rewrite::Patch& patch) {
  std::string out = LineDirective(1, file);
  std::size_t at = 0, line = 1;
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
  const std::string& main = unit.user_files().front();
  DETRAIN_TRY(const fs::path target, WriteOne(unit, main, patch, folder));
  DETRAIN_TRY_VOID(WriteHeaders(unit, patch, folder));
  const fs::path main_folder = fs::path(main).parent_path();
  for (const rewrite::NewFile& file : patch.files)
    if (fs::path(file.path).parent_path() == main_folder)
      DETRAIN_TRY_VOID(WriteBelow(target.parent_path() / fs::path(file.path).filename(), file.text));
  return target.string();
}

}  // namespace detrain::driver::cc
