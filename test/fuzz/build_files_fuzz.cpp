// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tool reads that builds and earlier calls left: compile_commands.json, what lies beside an object, entries of
// the cache, and the manifest of a run that is to be run again. The first part of the input is one of these; the second
// is the object, and the RIR of a unit.
#include <new>

#include "analyzer/driver/cache/diagnostic_json.h"
#include "analyzer/driver/cache/entry.h"
#include "analyzer/driver/cc/unit_file.h"
#include "analyzer/driver/past_run.h"
#include "analyzer/driver/step_folder.h"
#include "fuzz.h"

using namespace detrain;
using namespace detrain::driver;

namespace {

void ReadDatabase(const std::string& text) {
  fuzz::Put("compile_commands.json", text);
  fuzz::Put("a.c", "");
  const Result<std::vector<load::Command>> all = load::Commands({}, fuzz::Folder(), {"-w"});
  const Result<std::vector<load::Command>> one = load::Commands({fuzz::Folder() + "/a.c"}, fuzz::Folder(), {});
  if (one && !all)
    __builtin_trap();
}

void ReadUnit(const std::string& text, const std::string& object) {
  const std::string path = fuzz::Folder() + "/a.o";
  fuzz::Put("a.o", object);
  fuzz::Put("a.o.detrain", text);
  (void)cc::ReadUnitFileOf(path + ".detrain", HashText(object));
  const Result<std::optional<cc::UnitFile>> unit = cc::ReadUnitFile(path);
  // What could be read is written so that it can be read again.
  if (unit && *unit && (!cc::WriteUnitFile(path, **unit) || !cc::ReadUnitFile(path)))
    __builtin_trap();
}

void ReadEntry(const std::string& text, const std::string& rir) {
  const cache::Store store(fuzz::Folder() + "/cache", 1U << 30U);
  const std::string key = cache::HashOf("key");
  cache::FileHashes hashes;
  store.Put(key, text);
  (void)cache::Find(store, key, hashes);
  fuzz::Put("a.c", "int a;\n");
  const std::string file = fuzz::Folder() + "/a.c";
  cache::FileHashes now;
  const std::vector<diag::Diagnostic> said = cache::DiagnosticsFrom(Json::parse(text, nullptr, false));
  cache::Keep(store, key, {{{file, now.Of(file)}}, {text.substr(0, 9)}, said, said, rir});
  const std::optional<cache::Entry> entry = cache::Find(store, key, now);
  if (!entry || entry->rir != rir || entry->findings.size() != said.size())
    __builtin_trap();
}

void ReadManifest(const std::string& text) {
  fuzz::Put("manifest.json", text);
  const Result<PastRun> run = ReadPastRun(fuzz::Folder());
  for (const auto& [name, value] : run ? run->variables : Environment())
    if (name.starts_with("DETRAIN_"))
      __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string first;
  std::string second;
  fuzz::Split(data, size, first, second);
  ReadDatabase(first);
  ReadUnit(first, second);
  ReadEntry(first, second);
  ReadManifest(first);
  return 0;
}
