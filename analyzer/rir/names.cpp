// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/names.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

#include "analyzer/rir/text.h"
#include "analyzer/rir/types.h"

namespace detrain::rir {
namespace {

std::string RecordName(const std::string& name) {
  return IsReservedTypeWord(name) ? Quote(name) : NameText(name);
}

std::string ScalarName(const Type& type) {
  const std::optional<Type> scalar = FindScalar(type.name);
  if (scalar && scalar->kind == type.kind)
    return type.name;
  return (type.kind == TypeKind::Int ? "int<" : "float<") + NameText(type.name) + ">";
}

template <typename K>
std::uint32_t CountOf(const std::map<K, std::uint32_t>& counts, const K& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

}  // namespace

std::string NumberText(std::uint32_t id) {
  return id == kNone ? "none" : std::to_string(id);
}

Names::Names(const Module& module) : module_(module), spellings_(module.types.size()) {
  SpellTypes();
  for (const rir::Region& region : module.regions)
    ++region_counts_[{ScopeOf(region), region.name}];
  for (const rir::Function& function : module.functions)
    ++function_counts_[function.name];
  for (StringId id = 0; id < module.strings.size(); ++id)
    first_string_.try_emplace(module.strings[id], id);
  for (const std::string& file : module.files)
    ++file_counts_[file];
}

// From the inside out, one layer of pointers and arrays per round, so that a spelling is only used once it is known
// which type it stands for. A type that reaches itself through pointers and arrays alone (no C type does) is never
// reached and has no spelling.
void Names::SpellTypes() {
  std::vector<TypeId> left(module_.types.size());
  std::iota(left.begin(), left.end(), 0U);
  std::vector<bool> is_done(left.size());
  const auto is_ready = [&](TypeId id) {
    const rir::Type& type = module_.types[id];
    const bool has_parts = type.kind == TypeKind::Pointer || type.kind == TypeKind::Array;
    return !has_parts || type.element >= is_done.size() || is_done[type.element];
  };
  while (true) {
    std::vector<TypeId> ready;
    std::ranges::copy_if(left, std::back_inserter(ready), is_ready);
    if (ready.empty())
      return;
    std::erase_if(left, is_ready);
    for (const TypeId id : ready) {
      spellings_[id] = SpellParts(module_.types[id]);
      if (!spellings_[id].empty())
        first_type_.try_emplace(spellings_[id], id);
      is_done[id] = true;
    }
  }
}

std::string Names::SpellParts(const rir::Type& type) const {
  switch (type.kind) {
    case TypeKind::Void:
      return "void";
    case TypeKind::Function:
      return "fn";
    case TypeKind::Int:
    case TypeKind::Float:
      return ScalarName(type);
    case TypeKind::Handle:
      return "handle<" + NameText(type.name) + ">";
    case TypeKind::Record:
      return type.name.empty() ? "" : RecordName(type.name);
    case TypeKind::Pointer:
      return type.element == kNone ? "ptr" : "ptr<" + Type(type.element) + ">";
    case TypeKind::Array:
      return "array<" + Type(type.element) + (type.count ? ", " + std::to_string(*type.count) : "") + ">";
  }
  return "";
}

std::string Names::Type(TypeId id) const {
  if (id < module_.types.size() && !spellings_[id].empty() && first_type_.at(spellings_[id]) == id)
    return spellings_[id];
  return "#" + NumberText(id);
}

std::string Names::TypeHead(TypeId id) const {
  const rir::Type& type = module_.types[id];
  if (type.kind == TypeKind::Record)
    return (type.is_union ? "union " : "record ") + RecordName(type.name);
  return SpellParts(type);
}

FunctionId Names::ScopeOf(const rir::Region& region) const {
  return region.function < module_.functions.size() ? region.function : kNone;
}

bool Names::IsUnique(RegionId id) const {
  const rir::Region& region = module_.regions[id];
  return !region.name.empty() && region_counts_.at({ScopeOf(region), region.name}) == 1;
}

std::string Names::Region(RegionId id, FunctionId scope) const {
  if (id >= module_.regions.size())
    return "@#" + NumberText(id);
  const rir::Region& region = module_.regions[id];
  if (region.name.empty())
    return "@#" + std::to_string(id);
  const FunctionId home = ScopeOf(region);
  const bool is_hidden = home != scope && CountOf(region_counts_, {scope, std::string_view(region.name)}) != 0;
  const bool is_visible = (home == scope || home == kNone) && !is_hidden;
  return "@" + NameText(region.name) + (is_visible && IsUnique(id) ? "" : "#" + std::to_string(id));
}

bool Names::IsUniqueFunction(FunctionId id) const {
  const std::string& name = module_.functions[id].name;
  return !name.empty() && function_counts_.at(name) == 1;
}

std::string Names::Function(FunctionId id) const {
  if (id >= module_.functions.size() || module_.functions[id].name.empty())
    return "$#" + NumberText(id);
  return "$" + NameText(module_.functions[id].name) + (IsUniqueFunction(id) ? "" : "#" + std::to_string(id));
}

std::string Names::String(StringId id) const {
  if (id < module_.strings.size() && first_string_.at(module_.strings[id]) == id)
    return Quote(module_.strings[id]);
  return "string #" + NumberText(id);
}

std::string Names::File(FileId id) const {
  if (id < module_.files.size() && CountOf(file_counts_, std::string_view(module_.files[id])) == 1)
    return NameText(module_.files[id]);
  return "#" + NumberText(id);
}

std::string Names::Location(const rir::Location& location, FileId default_file) const {
  if (location == rir::Location{})
    return "";
  std::string text = " !";
  if (location.file != default_file)
    text += File(location.file) + ":";
  return text + std::to_string(location.line) + ":" + std::to_string(location.column);
}

}  // namespace detrain::rir
