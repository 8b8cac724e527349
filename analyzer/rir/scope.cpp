// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/scope.h"

#include <optional>

namespace detrain::rir {
namespace {

template <typename K>
std::vector<std::uint32_t> Find(const std::map<K, std::vector<std::uint32_t>>& places, const K& key) {
  const auto found = places.find(key);
  return found == places.end() ? std::vector<std::uint32_t>() : found->second;
}

}  // namespace

void Scope::AddFile(FileId id) {
  files_[module_.files[id]].push_back(id);
}

void Scope::AddString(StringId id) {
  strings_.try_emplace(module_.strings[id], id);
}

void Scope::AddRegion(RegionId id, const rir::Region& region) {
  regions_[{region.function, region.name}].push_back(id);
  region_names_[id] = region.name;
}

void Scope::AddFunction(FunctionId id) {
  functions_[module_.functions[id].name].push_back(id);
}

template <typename F, typename G>
std::uint32_t Scope::Reference(const char* what, F places, G name_of) {
  const Token place = cursor_.Current();
  std::optional<std::string> name;
  if (!cursor_.Current().Is("#"))
    name = cursor_.ExpectName(std::string("the name of a ") + what);
  if (cursor_.Accept("#")) {
    const std::uint32_t id = cursor_.ExpectId();
    const std::optional<std::string> real = name_of(id);
    if (name && real != name)
      cursor_.FailAt(place, std::string(what) + " " + std::to_string(id) + " is not called '" + *name + "'");
    return id;
  }
  if (cursor_.error())
    return kNone;
  const std::vector<std::uint32_t> found = places(*name);
  if (found.size() == 1)
    return found.front();
  if (found.empty())
    cursor_.FailAt(place, std::string("no ") + what + " is called '" + *name + "' here");
  else
    cursor_.FailAt(
        place, std::string("more than one ") + what + " is called '" + *name + "', say which by '#' and its number");
  return kNone;
}

RegionId Scope::Region(FunctionId function) {
  cursor_.Expect("@");
  const auto places = [&](const std::string& name) {
    const Places inside = Find(regions_, {function, name});
    return inside.empty() ? Find(regions_, {kNone, name}) : inside;
  };
  const auto name_of = [&](RegionId id) -> std::optional<std::string> {
    const auto found = region_names_.find(id);
    return found == region_names_.end() ? std::nullopt : std::optional(found->second);
  };
  return Reference("region", places, name_of);
}

FunctionId Scope::Function() {
  cursor_.Expect("$");
  const auto name_of = [&](FunctionId id) {
    return id < module_.functions.size() ? std::optional(module_.functions[id].name) : std::nullopt;
  };
  return Reference("function", [&](const std::string& name) { return Find(functions_, name); }, name_of);
}

StringId Scope::String(const std::string& text) {
  const auto [place, is_new] = strings_.try_emplace(text, static_cast<StringId>(module_.strings.size()));
  if (is_new)
    module_.strings.push_back(text);
  return place->second;
}

FileId Scope::File() {
  const auto name_of = [](FileId) -> std::optional<std::string> { return std::nullopt; };
  const FileId file = Reference("file", [&](const std::string& name) { return Find(files_, name); }, name_of);
  cursor_.Expect(":");
  return file;
}

rir::Location Scope::Location(FileId default_file) {
  rir::Location location;
  if (!cursor_.Accept("!"))
    return location;
  location.file = cursor_.Current().kind == TokenKind::Number ? default_file : File();
  location.line = cursor_.ExpectNumber32();
  cursor_.Expect(":");
  location.column = cursor_.ExpectNumber32();
  return location;
}

}  // namespace detrain::rir
