// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/names.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace detrain::load {
namespace path = llvm::sys::path;

Names::Names(const Command& command) : main_(command.file) {
  llvm::SmallString<128> directory(command.directory);
  static_cast<void>(llvm::sys::fs::make_absolute(directory));  // fails only without a current directory
  path::remove_dots(directory, true);
  directory_ = std::string(directory);
  base_ = path::is_absolute(main_) ? std::string(path::parent_path(Absolute(main_))) : directory_;
}

std::string Names::Absolute(const std::string& name) const {
  llvm::SmallString<128> absolute(name);
  llvm::sys::path::make_absolute(directory_, absolute);
  llvm::SmallString<128> plain(absolute);
  path::remove_dots(plain, true);
  return plain == absolute ? std::string(plain) : Real(std::string(absolute));
}

// `..` behind a link leads elsewhere than the text says: /lib/gcc/../../include is /usr/include where /lib is a link.
const std::string& Names::Real(const std::string& name) const {
  const auto [known, is_new] = real_.try_emplace(name);
  if (!is_new)
    return known->second;
  llvm::SmallString<128> plain(name), real;
  path::remove_dots(plain, true);
  const bool is_other =
      llvm::sys::fs::exists(name) && !llvm::sys::fs::equivalent(plain, name) && !llvm::sys::fs::real_path(name, real);
  return known->second = std::string(is_other ? real : plain);
}

std::string Names::NameOf(const clang::SourceManager& sources, clang::FileEntryRef file) const {
  const auto [known, is_new] = names_.try_emplace(&file.getMapEntry());
  if (is_new)
    known->second = FoundName(sources, file);
  return known->second;
}

std::string Names::FoundName(const clang::SourceManager& sources, clang::FileEntryRef file) const {
  const auto main = sources.getFileEntryRefForID(sources.getMainFileID());
  if (main && *main == file)
    return main_;
  llvm::SmallString<128> found(file.getName());
  path::remove_dots(found);
  if (!path::is_absolute(found))
    return std::string(found);
  const std::string absolute = Absolute(std::string(found));
  for (const std::string& base : {base_, directory_})
    if (absolute.starts_with(base + "/"))
      return absolute.substr(base.size() + 1);
  return absolute;
}

Location Names::LocationOf(const clang::SourceManager& sources, clang::SourceLocation place) const {
  const clang::SourceLocation expansion = sources.getExpansionLoc(place);
  const auto [id, offset] = sources.getDecomposedLoc(expansion);
  const auto file = sources.getFileEntryRefForID(id);
  if (!file)
    return {};
  return {NameOf(sources, *file), sources.getLineNumber(id, offset), sources.getColumnNumber(id, offset)};
}

}  // namespace detrain::load
