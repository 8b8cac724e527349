// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_CHANGED_LINES_H
#define DETRAIN_ANALYZER_DRIVER_GATE_CHANGED_LINES_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver::gate {

// The lines of the working tree that a revision does not have.
class ChangedLines {
 public:
  // Since the commit at which HEAD left `revision`, as code hosts show a pull request. Files that git does not track
  // are new as a whole. Error (Usage): no repository, no such revision.
  static Result<ChangedLines> Since(const std::string& revision, const std::filesystem::path& root);

  // `path` as Sources::PathInRepository has it.
  bool Holds(const std::string& path, std::uint32_t line) const;

  // What `git diff --unified=0` prints.
  void AddDiff(std::string_view diff);
  void AddWhole(const std::string& path);

 private:
  std::map<std::string, std::vector<std::pair<std::uint32_t, std::uint32_t>>> ranges_;  // first and last line
};

}  // namespace detrain::driver::gate

#endif
