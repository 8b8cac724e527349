// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/text_follower.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace detrain::driver {

void TextFollower::Show() {
  shown_ = std::min(shown_, Size());
  std::FILE* file = std::fopen(path_.c_str(), "rb");
  if (!file)
    return;
  std::array<char, 1 << 14> block;
  std::fseek(file, static_cast<long>(shown_), SEEK_SET);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file)) {
    std::fwrite(block.data(), 1, count, stdout);
    shown_ += count;
  }
  std::fclose(file);
  std::fflush(stdout);
}

std::uintmax_t TextFollower::Size() const {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path_, error);
  return error ? 0 : size;
}

}  // namespace detrain::driver
