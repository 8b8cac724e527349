// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cache/store.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "analyzer/base/file.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::cache {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = 1U << 20U;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

fs::path FolderOfUser() {
  if (const std::string folder = Variable("DETRAIN_CACHE_DIR"); !folder.empty())
    return folder;
  if (const std::string folder = Variable("XDG_CACHE_HOME"); folder.starts_with('/'))
    return fs::path(folder) / "detrain";
  const std::string home = Variable("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".cache/detrain";
}

struct Kept {
  fs::path path;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
};

std::vector<Kept> FilesIn(const fs::path& folder) {
  std::vector<Kept> files;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    std::error_code gone;  // another run may be trimming too
    if (!at->is_regular_file(gone) || gone)
      continue;
    const Kept file{at->path(), at->last_write_time(gone), at->file_size(gone)};
    if (!gone)
      files.push_back(file);
  }
  return files;
}

}  // namespace

Store Store::OfUser() {
  const std::string size = Variable("DETRAIN_CACHE_SIZE");
  const auto mebibytes = static_cast<std::uint64_t>(ParseNumber(size).value_or(1024));
  return {FolderOfUser(), mebibytes * kMiB};
}

fs::path Store::PathOf(const std::string& key) const {
  return folder_ / key.substr(0, 2) / key.substr(2);
}

std::optional<std::string> Store::Get(const std::string& key) const {
  if (!IsOn())
    return std::nullopt;
  const fs::path path = PathOf(key);
  Result<std::string> bytes = ReadFile(path.string());
  if (!bytes)
    return std::nullopt;
  std::error_code ignored;  // a cache that may only be read still serves
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return *std::move(bytes);
}

void Store::Put(const std::string& key, std::string_view bytes) const {
  if (!IsOn())
    return;
  const fs::path path = PathOf(key);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (!error)
    static_cast<void>(WriteFileAtomically(path.string(), bytes));  // what is not kept is made again
}

void Store::Trim() const {
  if (!IsOn())
    return;
  std::vector<Kept> files = FilesIn(folder_);
  std::uint64_t total = 0;
  for (const Kept& file : files)
    total += file.bytes;
  if (total <= limit_)
    return;
  std::sort(files.begin(), files.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& file : files) {
    if (total <= limit_ / 10 * 9)
      return;
    std::error_code error;
    fs::remove(file.path, error);
    total -= file.bytes;
  }
}

}  // namespace detrain::driver::cache
