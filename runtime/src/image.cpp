// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "image.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "hash.h"

namespace detrain::runtime {
namespace {

struct Segment {
  std::uintptr_t from, to;
  bool is_writable = false;
};

struct Loaded {
  Image image;
  std::string path;
  std::vector<Segment> segments;
  std::vector<Segment> notes;
  std::vector<Segment> relocated;  // written by the loader, then protected (PT_GNU_RELRO)
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
    const std::uintptr_t from = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD)
      loaded.segments.push_back({from, from + header.p_memsz, (header.p_flags & PF_W) != 0});
    if (header.p_type == PT_GNU_RELRO)
      loaded.relocated.push_back({from, from + header.p_memsz});
    if (header.p_type == PT_NOTE)
      loaded.notes.push_back({from, from + header.p_memsz});
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

const Segment* SegmentOf(const std::vector<Segment>& segments, std::uintptr_t address) {
  for (const Segment& segment : segments)
    if (address >= segment.from && address < segment.to)
      return &segment;
  return nullptr;
}

const Loaded* Find(std::uintptr_t address, bool again) {
  for (const Loaded& loaded : Cached(again))
    if (SegmentOf(loaded.segments, address) != nullptr)
      return &loaded;
  return nullptr;
}

constexpr std::size_t Aligned(std::size_t size) {
  return (size + 3) / 4 * 4;
}

std::string BuildIdIn(const Segment& notes) {
  for (std::uintptr_t at = notes.from; at + sizeof(ElfW(Nhdr)) <= notes.to;) {
    const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
    const auto* name = reinterpret_cast<const char*>(at + sizeof *note);
    const auto* bytes = reinterpret_cast<const unsigned char*>(name + Aligned(note->n_namesz));
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      std::string id;
      for (std::size_t i = 0; i < note->n_descsz; ++i) {
        constexpr const char* digits = "0123456789abcdef";
        id += {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
      }
      return id;
    }
    at += sizeof *note + Aligned(note->n_namesz) + Aligned(note->n_descsz);
  }
  return "";
}

std::string HashOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return bytes.empty() ? "" : Hex(Hash(bytes.data(), bytes.size()));
}

}  // namespace

bool IsConstantData(std::uintptr_t address) {
  for (const bool again : {false, true})
    if (const Loaded* loaded = Find(address, again))
      return !SegmentOf(loaded->segments, address)->is_writable || SegmentOf(loaded->relocated, address) != nullptr;
  return false;
}

std::string BuildOf(std::uintptr_t base) {
  static auto* known = new std::map<std::uintptr_t, std::string>;
  const auto [build, is_new] = known->try_emplace(base);
  for (const Loaded& loaded : Cached(true)) {
    if (!is_new || loaded.image.base != base)
      continue;
    for (const Segment& notes : loaded.notes)
      build->second = build->second.empty() ? BuildIdIn(notes) : build->second;
    if (build->second.empty())
      build->second = HashOfFile(loaded.image.is_program ? "/proc/self/exe" : loaded.path);
  }
  return build->second;
}

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
    if (loaded.image.name != name)
      continue;
    image = loaded.image;
    return true;
  }
  return false;
}

std::vector<Extent> ExtentsLoaded() {
  std::vector<Extent> extents;
  for (const Loaded& loaded : Cached(true)) {
    Extent extent{loaded.image.name, loaded.image.base, UINTPTR_MAX, 0};
    for (const Segment& segment : loaded.segments) {
      extent.begin = std::min(extent.begin, segment.from);
      extent.end = std::max(extent.end, segment.to);
    }
    extents.push_back(extent);
  }
  return extents;
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
