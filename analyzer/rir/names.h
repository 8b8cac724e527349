// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the text form refers to the things of a module: by name where the name means one thing only, else with the number
// behind it.
#ifndef DETRAIN_ANALYZER_RIR_NAMES_H
#define DETRAIN_ANALYZER_RIR_NAMES_H

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// Keeps a reference to the module, which must outlive it unchanged.
class Names {
 public:
  explicit Names(const Module& module);

  // "ptr<f32>", "GPT2"; "#12" for a type whose spelling belongs to another one, "#none" for kNone.
  std::string Type(TypeId id) const;
  // The spelling of a type in its own declaration, which says "record" or "union" before the name.
  std::string TypeHead(TypeId id) const;
  // "@x", seen from inside `scope` (kNone: outside all functions).
  std::string Region(RegionId id, FunctionId scope) const;
  // The same without an abbreviation: "@x#7" unless "@x" would mean this region by itself in its scope.
  bool IsUnique(RegionId id) const;
  std::string Function(FunctionId id) const;
  bool IsUniqueFunction(FunctionId id) const;
  std::string String(StringId id) const;
  // " !12:5", with the file's name unless it is `default_file`; empty where nothing is known.
  std::string Location(const rir::Location& location, FileId default_file) const;

  // The function in whose braces a region is declared; kNone: at the top.
  FunctionId ScopeOf(const rir::Region& region) const;

 private:
  void SpellTypes();
  std::string SpellParts(const rir::Type& type) const;
  std::string File(FileId id) const;

  const Module& module_;
  std::vector<std::string> spellings_;  // empty: has no name, or contains itself
  std::map<std::string, TypeId, std::less<>> first_type_;
  std::map<std::pair<FunctionId, std::string_view>, std::uint32_t> region_counts_;
  std::map<std::string_view, std::uint32_t> function_counts_;
  std::map<std::string_view, StringId> first_string_;
  std::map<std::string_view, std::uint32_t> file_counts_;
};

// "none" for kNone.
std::string NumberText(std::uint32_t id);

}  // namespace detrain::rir

#endif
