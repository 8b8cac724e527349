// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "analyzer/catalog/embedded.h"
#include "runtime/src/fail.h"

namespace detrain::fuzz {

const std::string& Folder() {
  static const std::string folder = [] {
    std::string name = access("/dev/shm", W_OK) == 0 ? "/dev/shm/detrain-fuzz.XXXXXX" : "/tmp/detrain-fuzz.XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      abort();
    for (const char* folder : {"/step_00000007", "/a", "/b"})
      mkdir((name + folder).c_str(), 0755);
    return name;
  }();
  return folder;
}

void Put(const std::string& name, const std::string& text) {
  std::ofstream(Folder() + "/" + name, std::ios::binary) << text;
}

void Split(const std::uint8_t* data, std::size_t size, std::string& first, std::string& second) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = std::min(text.find('\0'), size);
  first = text.substr(0, zero);
  second = zero < size ? text.substr(zero + 1) : std::string();
}

}  // namespace detrain::fuzz

// In the place of runtime/src/fail.cpp.
namespace detrain::runtime {

void Say(const std::string&) {}
void Refuse(const std::string&) {
  throw fuzz::Refused();
}
void Refuse(const std::vector<std::string>&) {
  throw fuzz::Refused();
}
void Fail(const std::string&) {
  throw fuzz::Refused();
}
void NotCovered(const std::string&) {
  throw fuzz::Refused();
}
void Leave(int) {
  throw fuzz::Refused();
}
void LeaveBySignal(int) {
  throw fuzz::Refused();
}
bool IsFailing() {
  return false;
}
// NOLINTNEXTLINE(performance-unnecessary-value-param): as the runtime declares it
void OnLeave(std::function<void()>) {}

}  // namespace detrain::runtime

// The tool's own rows are no input.
namespace detrain::catalog {

std::span<const EmbeddedFile> EmbeddedFiles() {
  return {};
}

}  // namespace detrain::catalog
