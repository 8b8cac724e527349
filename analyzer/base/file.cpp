// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/file.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace detrain {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error SystemError(const std::string& path, const char* verb) {
  return Error{ErrorKind::Input, std::string("cannot ") + verb + ": " + std::strerror(errno), Location{path, 0, 0}};
}

bool WriteAll(const std::string& path, std::string_view bytes) {
  File file(std::fopen(path.c_str(), "wbe"));  // `e`: no program that another thread starts inherits it
  if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
    return false;
  // Buffered bytes meet a full disk only here.
  return std::fclose(file.release()) == 0;
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rbe"));
  if (!file)
    return SystemError(path, "read");
  std::string bytes;
  std::array<char, 1 << 16> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get()))
    bytes.append(block.data(), count);
  if (std::ferror(file.get()) != 0)
    return SystemError(path, "read");
  return bytes;
}

Result<void> WriteFileAtomically(const std::string& path, std::string_view bytes) {
  const std::string draft = path + ".tmp" + std::to_string(::getpid());
  if (WriteAll(draft, bytes) && std::rename(draft.c_str(), path.c_str()) == 0)
    return {};
  const Error error = SystemError(path, "write");
  std::remove(draft.c_str());
  return error;
}

bool IsSameFile(std::string_view a, std::string_view b) {
  const auto ends = [](std::string_view whole, std::string_view end) {
    return whole.size() > end.size() && whole.ends_with(end) && whole[whole.size() - end.size() - 1] == '/';
  };
  return a == b || ends(a, b) || ends(b, a);
}

}  // namespace detrain
