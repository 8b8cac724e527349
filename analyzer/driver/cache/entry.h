// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the cache knows: a unit's RIR, and a program's findings, each good as long as the files are as they were.
#ifndef DETRAIN_ANALYZER_DRIVER_CACHE_ENTRY_H
#define DETRAIN_ANALYZER_DRIVER_CACHE_ENTRY_H

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/driver/cache/file_hashes.h"
#include "analyzer/driver/cache/store.h"

namespace detrain::driver::cache {

struct Entry {
  std::vector<FileStamp> files;            // all that was read
  std::vector<std::string> user_files;     // those of them that are no system headers, as findings name them
  std::vector<diag::Diagnostic> remarks;   // what was said on the way
  std::vector<diag::Diagnostic> findings;  // of a program
  std::string rir;                         // of a unit
  bool leaves_device = false;              // LoadedUnit::LeavesDevice
};

// The entry of this key, where none of its files changed.
std::optional<Entry> Find(const Store& store, const std::string& key, FileHashes& hashes);
void Keep(const Store& store, const std::string& key, const Entry& entry);

// All that the analysis of these commands depends on besides files: detrain itself, `models`, the commands, the
// variables by which compilers find headers, the working directory.
std::string KeyOf(std::string_view kind, std::span<const load::Command> commands, const std::string& models);

// Of the texts of the user's model files.
std::string HashOfModels(std::span<const std::string> models, FileHashes& hashes);

}  // namespace detrain::driver::cache

#endif
