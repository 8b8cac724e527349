// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A patch as people and `patch -p1` read it.
#ifndef DETRAIN_ANALYZER_DRIVER_PATCH_TEXT_H
#define DETRAIN_ANALYZER_DRIVER_PATCH_TEXT_H

#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver {

// A file of the rewritten program: changed, new, or as it was.
struct RewrittenFile {
  std::string name;  // as the user names it
  std::string path;  // where the original lies; empty: it is new
  std::string before, after;
};

// Whether the file that the command compiles was rewritten before. Error: it cannot be read.
Result<bool> IsRewritten(const load::Command& command);

// Every user file of the program, each once, and the new ones. Error: it cannot be rewritten, or a file cannot be read.
Result<std::vector<RewrittenFile>> Rewritten(const AnalysedProgram& program);

// The changes of one file with three lines of context; empty where there are none.
std::string UnifiedDiff(const std::string& name, const std::string& before, const std::string& after);

// Of all files; what is new is a change from nothing.
std::string UnifiedDiff(const std::vector<RewrittenFile>& files);

}  // namespace detrain::driver

#endif
