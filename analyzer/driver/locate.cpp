// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/locate.h"

#include <sched.h>

#include <filesystem>
#include <initializer_list>
#include <system_error>

#include "analyzer/diag/message.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;

fs::path Prefix() {
  return fs::path(ToolPath()).parent_path().parent_path();
}

Result<std::string> FindPart(const std::string& name, std::initializer_list<const char*> folders) {
  std::error_code error;
  for (const char* folder : folders)
    if (const fs::path path = Prefix() / folder / name; fs::exists(path, error))
      return path.string();
  return diag::Fail<diag::Failure::PartMissing>({}, name, Prefix().string());
}

}  // namespace

std::string ToolPath() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).string();
}

Result<std::string> RuntimeArchive() {
  return FindPart("libdetrain_rt.a", {"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"});
}

Result<std::string> HostBackendArchive() {
  return FindPart("libdetrain_cudahost.a", {"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"});
}

Result<std::string> RuntimeInclude() {
  DETRAIN_TRY(const std::string header, FindPart("detrain/detrain.h", {"include"}));
  return fs::path(header).parent_path().parent_path().string();
}

Result<std::string> PreloadLibrary() {
  return FindPart("libdetrain_replay.so", {"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"});
}

std::string CatalogFolder() {
  return (Prefix() / "share/detrain/catalog").string();
}

int FirstCpu() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(static_cast<std::size_t>(cpu), &set))
        return cpu;
  return 0;
}

}  // namespace detrain::driver
