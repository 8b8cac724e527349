// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler finds a header by its name and by folders, not where we would like it. So the include directives of
// shadows are edited: each then names the very file that is meant.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_INCLUDES_H
#define DETRAIN_ANALYZER_DRIVER_CC_INCLUDES_H

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/load/load.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver::cc {

// `"model.h"` or `<model.h>` in a directive.
struct IncludeName {
  unsigned offset = 0, length = 0;  // with its quotes
  unsigned line = 1;
  std::string name;  // with its quotes
};
std::vector<IncludeName> IncludesIn(std::string_view text);

using ShadowPaths = std::map<std::string, std::filesystem::path>;  // by the name in user_files()

// Which file each directive of a unit means.
class IncludeMap {
 public:
  static Result<IncludeMap> Of(const load::LoadedUnit& unit);

  // The user's files that are wanted, and those with a directive that means one of them, however indirectly: also one
  // that `#pragma once` made empty, as a shadow is another file to it.
  std::set<std::string> FilesLeadingTo(const std::function<bool(const std::string&)>& is_wanted) const;

  // Edits of the shadow of `file`: what includes a file that has a shadow, includes that; what a header includes from
  // beside itself is named absolutely, since the shadow lies elsewhere.
  std::vector<rewrite::Edit> EditsFor(const std::string& file, std::string_view text, const ShadowPaths& shadows) const;

 private:
  const std::string* TargetOf(const std::string& file, const IncludeName& include) const;

  load::Command command_;
  std::string main_;
  std::map<std::string, std::vector<IncludeName>> directives_;  // of each of the user's files
  std::map<std::pair<std::string, unsigned>, std::string> by_place_;
  // For directives that a guard made empty: files by where they lie, and by what others call them.
  std::map<std::filesystem::path, std::string> by_path_;
  std::map<std::string, std::string> by_name_;
};

}  // namespace detrain::driver::cc

#endif
