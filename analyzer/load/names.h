// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_NAMES_H
#define DETRAIN_ANALYZER_LOAD_NAMES_H

#include <llvm/ADT/DenseMap.h>

#include <string>
#include <unordered_map>

#include "analyzer/base/location.h"
#include "analyzer/load/load.h"

namespace clang {
class FileEntryRef;
class SourceManager;
}  // namespace clang

namespace detrain::load {

// The names of files as the user would write them. The main file: as given. Another: as Clang found it; where that is
// an absolute path, relative to the working directory (the main file's folder, if the main file was named by an
// absolute path) if it lies below it. What is known is kept, as the disk is asked for it: one thread at a time.
class Names {
 public:
  explicit Names(const Command& command);

  std::string NameOf(const clang::SourceManager& sources, clang::FileEntryRef file) const;
  Location LocationOf(const clang::SourceManager& sources, clang::SourceLocation place) const;

 private:
  [[nodiscard]] std::string FoundName(const clang::SourceManager& sources, clang::FileEntryRef file) const;
  std::string Absolute(const std::string& path) const;
  const std::string& Real(const std::string& name) const;

  std::string directory_;                                      // absolute
  std::string main_;                                           // as given
  std::string base_;                                           // absolute: what other names are relative to
  mutable llvm::DenseMap<const void*, std::string> names_;     // by the entry of Clang's table of files
  mutable std::unordered_map<std::string, std::string> real_;  // what was asked of the disk
};

}  // namespace detrain::load

#endif
