// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "build_record.h"

#include <elf.h>

#include <cstring>
#include <vector>

#include "disk.h"
#include "fail.h"

namespace detrain::runtime {

namespace {

int ReadBytes(const std::string& path, std::uint64_t file_size, const Elf64_Shdr& section, std::string& bytes) {
  bytes.assign(section.sh_size <= file_size ? section.sh_size : 0, '\0');
  return ReadAt(path, section.sh_offset, bytes.data(), bytes.size());
}

}  // namespace

int ReadSection(const std::string& path, const std::string& name, std::string& bytes) {
  bytes.clear();
  Elf64_Ehdr header;
  std::uint64_t size = 0;
  int error = FileSize(path, size);
  if (error == 0)
    error = ReadAt(path, 0, &header, sizeof header);
  if (error != 0)
    return error;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shstrndx >= header.e_shnum)
    return 0;
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  error = ReadAt(path, header.e_shoff, sections.data(), sections.size() * sizeof(Elf64_Shdr));
  std::string names;
  if (error == 0)
    error = ReadBytes(path, size, sections[header.e_shstrndx], names);
  if (error != 0)
    return error;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_name < names.size() && name == names.c_str() + section.sh_name)
      return ReadBytes(path, size, section, bytes);
  }
  return 0;
}

Json BuildRecordOf(const std::string& path) {
  std::string text;
  if (const int error = ReadSection(path, ".detrain.build", text))
    Fail("cannot read " + path + ": " + ErrorText(error));
  const Json record = ParseJson(text);
  return record.is_object() ? record : Json(nullptr);
}

Json BuildRecord() {
  return BuildRecordOf("/proc/self/exe");
}

}  // namespace detrain::runtime
