// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cache/file_hashes.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "analyzer/base/file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace detrain::driver::cache {

std::string HashOf(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  std::array<char, 33> text;
  std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return text.data();
}

FileHashes::FileHashes(const std::vector<load::UnsavedFile>& unsaved) {
  for (const load::UnsavedFile& file : unsaved)
    hashes_[file.path] = HashOf(file.text);
}

std::string FileHashes::Of(const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = hashes_.find(path); found != hashes_.end())
      return found->second;
  }
  const Result<std::string> bytes = ReadFile(path);
  const std::string hash = bytes ? HashOf(*bytes) : std::string();
  const std::lock_guard lock(mutex_);
  return hashes_[path] = hash;
}

bool FileHashes::AreCurrent(const std::vector<FileStamp>& stamps) {
  return std::all_of(stamps.begin(), stamps.end(),
                     [this](const FileStamp& stamp) { return !stamp.hash.empty() && Of(stamp.path) == stamp.hash; });
}

}  // namespace detrain::driver::cache
