// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/library_units.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/rir/verify.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;

using FilesByName = std::multimap<std::string, fs::path>;

// Unit files below a folder, by name.
void ListUnitFiles(const fs::path& folder, FilesByName& files) {
  constexpr std::size_t crowded = 200000;  // no build folder
  std::error_code error;
  std::size_t seen = 0;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && ++seen < crowded; at.increment(error))
    if (at->path().filename() == ".git")
      at.disable_recursion_pending();
    else if (at->path().string().ends_with(".o.detrain") && at->is_regular_file(error))
      files.emplace(at->path().filename().string(), at->path());
}

FilesByName UnitFilesNear(const std::string& archive) {
  FilesByName files;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path folder = fs::absolute(archive, error).lexically_normal().parent_path();
  ListUnitFiles(here, files);
  if (!folder.string().starts_with(here.string()))
    ListUnitFiles(folder, files);
  return files;
}

std::optional<UnitFile> UnitOf(const ArchiveMember& member, const FilesByName& files) {
  const auto [begin, end] = files.equal_range(UnitFileName(member.name));
  for (auto at = begin; at != end; ++at) {
    std::optional<UnitFile> unit = ReadUnitFileOf(at->second.string(), member.hash);
    if (unit)
      return unit;
  }
  return std::nullopt;
}

struct Named {
  std::string word, path;
};

// What -lNAME stands for, where that is an archive in a folder that the command names.
std::string Resolved(const std::string& name, const std::vector<std::string>& folders) {
  std::error_code error;
  for (const std::string& folder : folders) {
    if (fs::exists(fs::path(folder) / ("lib" + name + ".so"), error))
      return "";
    const fs::path archive = fs::path(folder) / ("lib" + name + ".a");
    if (fs::exists(archive, error))
      return archive.string();
  }
  return "";
}

std::vector<Named> ArchivesOf(const Invocation& call) {
  std::vector<std::string> folders;
  for (const Argument& argument : call.arguments)
    if (argument.words.front().starts_with("-L"))
      folders.push_back(argument.value);
  std::vector<Named> archives;
  for (const Argument& argument : call.arguments) {
    if (argument.kind == ArgumentKind::LinkInput && argument.value.ends_with(".a"))
      archives.push_back({argument.value, argument.value});
    if (argument.kind == ArgumentKind::Linking && argument.words.front().starts_with("-l"))
      if (const std::string path = Resolved(argument.value, folders); !path.empty())
        archives.push_back({"-l" + argument.value, path});
  }
  return archives;
}

// Whether the linker took the member: a symbol of it is in the program.
bool IsTaken(const ArchiveMember& member, const std::set<std::string>& symbols) {
  return symbols.empty() || std::any_of(member.defined.begin(), member.defined.end(),
                                        [&](const std::string& name) { return symbols.contains(name); });
}

}  // namespace

std::vector<Library> LibrariesOf(const Invocation& call) {
  std::vector<Library> libraries;
  std::set<std::string> seen;
  for (const Named& named : ArchivesOf(call)) {
    if (!seen.insert(named.word).second)
      continue;
    // What is no archive (a linker script) holds no unit of ours.
    Result<std::vector<ArchiveMember>> members = MembersOf(named.path);
    if (!members)
      continue;
    const FilesByName files = UnitFilesNear(named.path);
    std::vector<std::optional<UnitFile>> units;
    for (const ArchiveMember& member : *members)
      units.push_back(UnitOf(member, files));
    if (std::any_of(units.begin(), units.end(), [](const auto& unit) { return unit.has_value(); }))
      libraries.push_back({named.word, named.path, *std::move(members), std::move(units)});
  }
  return libraries;
}

Result<std::vector<ProgramUnit>> UnitsTaken(const std::vector<Library>& libraries, const std::string& program) {
  const std::set<std::string> symbols = SymbolsOf(program);
  std::vector<ProgramUnit> taken;
  for (const Library& library : libraries)
    for (std::size_t i = 0; i < library.members.size(); ++i) {
      const std::string name = library.path + "(" + library.members[i].name + ")";
      if (!IsTaken(library.members[i], symbols))
        continue;
      const std::optional<UnitFile>& unit = library.units[i];
      if (!unit)
        return diag::Fail<diag::Failure::NotCompiledByUs>({}, name);
      if (unit->error)
        return *unit->error;
      DETRAIN_TRY(rir::Module module, rir::ParseVerified(unit->rir, name));
      taken.push_back({name, unit->command, unit->depfiles, std::move(module), unit->sources_hash,
                       MemberPlace{library.word, library.path, i}});
    }
  return taken;
}

}  // namespace detrain::driver::cc
