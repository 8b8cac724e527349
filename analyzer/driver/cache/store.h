// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_CACHE_STORE_H
#define DETRAIN_ANALYZER_DRIVER_CACHE_STORE_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace detrain::driver::cache {

// A folder of files by key, as ccache keeps one: a file appears complete or not at all, so that runs may share it; what
// was not used for longest goes when it grows over its bound. A cache that cannot be written is no error.
class Store {
 public:
  // DETRAIN_CACHE_DIR, else XDG_CACHE_HOME/detrain, else ~/.cache/detrain; at most DETRAIN_CACHE_SIZE MiB (1024). With
  // DETRAIN_CACHE_SIZE=0, and where no folder is known, nothing is kept.
  static Store OfUser();
  Store(std::filesystem::path folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

  bool IsOn() const { return limit_ != 0 && !folder_.empty(); }
  std::optional<std::string> Get(const std::string& key) const;
  void Put(const std::string& key, std::string_view bytes) const;
  // Removes the oldest files until at most nine tenths of the bound are left, if it is passed.
  void Trim() const;

 private:
  std::filesystem::path PathOf(const std::string& key) const;

  std::filesystem::path folder_;
  std::uint64_t limit_;  // bytes
};

}  // namespace detrain::driver::cache

#endif
