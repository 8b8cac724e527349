// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "image.h"

#include <link.h>

namespace detrain::runtime {
namespace {

struct Segment {
  std::uintptr_t from, to;
};

struct Loaded {
  Image image;
  std::string path;
  std::vector<Segment> segments;
};

// The first image that dl_iterate_phdr names is the program.
int Collect(dl_phdr_info* info, std::size_t, void* out) {
  auto& all = *static_cast<std::vector<Loaded>*>(out);
  Loaded loaded;
  loaded.path = info->dlpi_name;
  loaded.image.name = loaded.path.substr(loaded.path.rfind('/') + 1);
  loaded.image.base = info->dlpi_addr;
  loaded.image.is_program = all.empty();
  loaded.image.index = all.size();
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD)
      continue;
    const std::uintptr_t from = info->dlpi_addr + header.p_vaddr;
    loaded.segments.push_back({from, from + header.p_memsz});
  }
  all.push_back(loaded);
  return 0;
}

std::vector<Loaded> LoadNow() {
  std::vector<Loaded> all;
  dl_iterate_phdr(Collect, &all);
  return all;
}

// How many images were ever loaded: tells whether dlopen added one.
unsigned long long LoadedSoFar() {
  unsigned long long count = 0;
  const auto first = [](dl_phdr_info* info, std::size_t, void* out) {
    *static_cast<unsigned long long*>(out) = info->dlpi_adds;
    return 1;
  };
  dl_iterate_phdr(first, &count);
  return count;
}

const std::vector<Loaded>& Cached(bool again) {
  static auto* all = new std::vector<Loaded>(LoadNow());
  static unsigned long long count = LoadedSoFar();
  if (!again || count == LoadedSoFar())
    return *all;
  *all = LoadNow();
  count = LoadedSoFar();
  return *all;
}

const Loaded* Find(std::uintptr_t address, bool again) {
  for (const Loaded& loaded : Cached(again)) {
    for (const Segment& segment : loaded.segments) {
      if (address >= segment.from && address < segment.to)
        return &loaded;
    }
  }
  return nullptr;
}

}  // namespace

std::size_t ImageCountAtStart() {
  static const std::size_t count = Cached(false).size();
  return count;
}

bool FindImage(std::uintptr_t address, Image& image) {
  const Loaded* loaded = Find(address, false);
  if (loaded == nullptr)
    loaded = Find(address, true);  // dlopen may have added one
  if (loaded == nullptr)
    return false;
  image = loaded->image;
  return true;
}

bool FindImage(const std::string& name, Image& image) {
  for (const Loaded& loaded : Cached(true)) {
    if (loaded.image.is_program || loaded.image.name != name)
      continue;
    image = loaded.image;
    return true;
  }
  return false;
}

std::vector<std::string> Libraries() {
  std::vector<std::string> paths;
  for (const Loaded& loaded : Cached(true)) {
    if (!loaded.path.empty())
      paths.push_back(loaded.path);
  }
  return paths;
}

}  // namespace detrain::runtime
