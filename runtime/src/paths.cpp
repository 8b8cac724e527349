// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "paths.h"

#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>

#include "settings.h"

namespace detrain::runtime {
namespace {

std::string Resolved(const std::string& path) {
  char full[PATH_MAX];
  return realpath(path.c_str(), full) != nullptr ? full : std::string();
}

// The file itself may not exist yet, its folder does.
std::string Absolute(const std::string& path) {
  std::string full = Resolved(path);
  if (!full.empty())
    return full;
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  full = Resolved(folder);
  if (full.empty())
    return path;
  return full == "/" ? full + name : full + "/" + name;
}

}  // namespace

std::string KeyOf(const std::string& path) {
  static const auto* start = new std::string(Resolved(GetSettings().start_folder) + "/");
  const std::string full = Absolute(path);
  return full.compare(0, start->size(), *start) == 0 ? full.substr(start->size()) : full;
}

std::string PathOf(const std::string& key) {
  if (key == kTextKey)
    return GetSettings().text;
  return !key.empty() && key.front() == '/' ? key : GetSettings().start_folder + "/" + key;
}

bool IsSpecial(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace detrain::runtime
