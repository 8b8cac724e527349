// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "build_record.h"

#include <elf.h>

#include <cstring>
#include <vector>

#include "disk.h"

namespace detrain::runtime {

std::string ReadSection(const std::string& path, const std::string& name) {
  Elf64_Ehdr header;
  std::uint64_t size = 0;
  if (FileSize(path, size) != 0 || ReadAt(path, 0, &header, sizeof header) != 0 ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shstrndx >= header.e_shnum)
    return "";
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  if (ReadAt(path, header.e_shoff, sections.data(), sections.size() * sizeof(Elf64_Shdr)) != 0)
    return "";
  const auto bytes_of = [&](const Elf64_Shdr& section) {
    std::string bytes(section.sh_size <= size ? section.sh_size : 0, '\0');
    return ReadAt(path, section.sh_offset, bytes.data(), bytes.size()) == 0 ? bytes : std::string();
  };
  const std::string names = bytes_of(sections[header.e_shstrndx]);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_name < names.size() && name == names.c_str() + section.sh_name)
      return bytes_of(section);
  }
  return "";
}

Json BuildRecord() {
  const Json record = ParseJson(ReadSection("/proc/self/exe", ".detrain.build"));
  return record.is_object() ? record : Json(nullptr);
}

}  // namespace detrain::runtime
