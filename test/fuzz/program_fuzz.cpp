// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program reads of its own executable, and of the run that it is to repeat: the section `.detrain.build`, the
// entries of its plan, and the manifest. The first part of the input is a section's text, an entry and a manifest; the
// second an executable, and another section's text.
#include <elf.h>

#include <array>
#include <cstring>

#include "fuzz.h"
#include "runtime/src/bindings.h"
#include "runtime/src/build_record.h"
#include "runtime/src/comparison.h"
#include "runtime/src/json.h"
#include "runtime/src/manifest.h"
#include "runtime/src/provenance.h"

using namespace detrain;

namespace {

constexpr std::string_view kNames{"\0.names\0.detrain.build\0", 23};

template <typename Read>
bool IsRefused(Read read) {
  try {
    read();
  } catch (const fuzz::Refused&) {
    return true;
  }
  return false;
}

template <typename Part>
void Append(std::string& bytes, const Part& part) {
  bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
}

// An executable that has the section, and no more.
std::string ProgramWith(const std::string& section) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_shoff = sizeof header;
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  std::array<Elf64_Shdr, 3> sections{};
  sections[1].sh_name = 1;
  sections[1].sh_offset = sizeof header + sizeof sections;
  sections[1].sh_size = kNames.size();
  sections[2].sh_name = 8;
  sections[2].sh_offset = sections[1].sh_offset + kNames.size();
  sections[2].sh_size = section.size();
  std::string bytes;
  Append(bytes, header);
  Append(bytes, sections);
  return bytes + std::string(kNames) + section;
}

void ReadPrograms(const std::string& text, const std::string& other) {
  const std::string path = fuzz::Folder() + "/program";
  std::string section;
  fuzz::Put("program", other);
  runtime::ReadSection(path, ".detrain.build", section);
  if (section.size() > other.size())
    __builtin_trap();
  IsRefused([&] { runtime::BuildRecordOf(path); });
  fuzz::Put("program", ProgramWith(text));
  if (runtime::ReadSection(path, ".detrain.build", section) != 0 || section != text)
    __builtin_trap();
  const runtime::Json record = runtime::BuildRecordOf(path);
  // A program is built from what it is built from.
  runtime::Comparison same("");
  runtime::CompareBuilds(record, record, same);
  if (IsRefused([&] { same.Judge(); }))
    __builtin_trap();
  runtime::Comparison different("");
  runtime::CompareBuilds(record, runtime::ParseJson(other), different);
  IsRefused([&] { different.Judge(); });
}

void ReadManifests(const std::string& text) {
  const std::string path = fuzz::Folder() + "/manifest.json";
  fuzz::Put("manifest.json", text);
  IsRefused([&] { runtime::CheckManifest(path, {}); });
  // What a run writes of itself it accepts, whatever the entries of its plan.
  static std::array<const char*, 2> entries{};
  static detrain_plan plan{};
  entries[0] = text.c_str();
  plan.abi = DETRAIN_ABI;
  plan.program = "train.c";
  plan.hash = "00";
  plan.entries = entries.data();
  runtime::UsePlan(&plan);
  if (IsRefused([&] {
        runtime::WriteManifest(fuzz::Folder());
        runtime::CheckManifest(path, {});
      }))
    __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string first;
  std::string second;
  fuzz::Split(data, size, first, second);
  ReadPrograms(first, second);
  ReadManifests(first);
  return 0;
}
