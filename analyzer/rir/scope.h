// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_SCOPE_H
#define DETRAIN_ANALYZER_RIR_SCOPE_H

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/rir/cursor.h"
#include "analyzer/rir/rir.h"
#include "analyzer/rir/type_parser.h"

namespace detrain::rir {

// The counterpart of Names for reading: finds what a text refers to. What is declared must be added before it is looked
// up.
class Scope {
 public:
  Scope(Cursor& cursor, Module& module) : cursor_(cursor), module_(module), types_(cursor, module.types) {}

  TypeParser& types() { return types_; }

  void AddFile(FileId id);
  void AddString(StringId id);
  void AddRegion(RegionId id, const Region& region);
  void AddFunction(FunctionId id);

  // Reads "@x", "@x#7" or "@#7", seen from inside `function`.
  RegionId Region(FunctionId function);
  // Reads "$f", "$f#7" or "$#7".
  FunctionId Function();
  // A literal; one that is new is added to the module.
  StringId String(const std::string& text);
  // Reads "!12:5", "!file:12:5" or nothing.
  rir::Location Location(FileId default_file);

 private:
  using Places = std::vector<std::uint32_t>;
  // Reads a name, a number or both behind the sign, where `places` gives what a name alone can mean.
  template <typename F, typename G>
  std::uint32_t Reference(const char* what, F places, G name_of);
  FileId File();

  Cursor& cursor_;
  Module& module_;
  TypeParser types_;
  std::map<std::pair<FunctionId, std::string>, Places> regions_;
  std::map<RegionId, std::string> region_names_;
  std::map<std::string, Places> functions_;
  std::map<std::string, Places> files_;
  std::map<std::string, StringId> strings_;
};

}  // namespace detrain::rir

#endif
