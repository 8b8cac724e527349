// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_CACHE_FILE_HASHES_H
#define DETRAIN_ANALYZER_DRIVER_CACHE_FILE_HASHES_H

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/load/load.h"

namespace detrain::driver::cache {

// XXH3-128 as 32 hex digits.
std::string HashOf(std::string_view bytes);

// A file that an analysis read, and the hash of what was in it.
struct FileStamp {
  std::string path;  // absolute
  std::string hash;
  bool operator==(const FileStamp&) const = default;
};

// The hashes of files as they are now, each read once. What an editor holds counts instead of the file. Safe to use
// from several threads.
class FileHashes {
 public:
  explicit FileHashes(const std::vector<load::UnsavedFile>& unsaved = {});

  // Empty where the file cannot be read, which is the hash of no file.
  std::string Of(const std::string& path);
  bool AreCurrent(const std::vector<FileStamp>& stamps);

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> hashes_;
};

}  // namespace detrain::driver::cache

#endif
