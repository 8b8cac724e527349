// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phase check: what makes runs differ, as findings. See docs/check.md; a page per rule is in docs/rules.
#ifndef DETRAIN_ANALYZER_CHECK_CHECK_H
#define DETRAIN_ANALYZER_CHECK_CHECK_H

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/rir/rir.h"

namespace detrain::check {

// How a unit is compiled, for detrain-fast-math: flags of gcc, clang or nvcc, and the unit's main file as the module
// names it.
struct Build {
  std::string file;
  std::vector<std::string> arguments;
};

// The text of a user's file, named as in the module: its pragmas are read for detrain-fast-math.
struct SourceText {
  std::string file;
  std::string text;
};

struct CheckOptions {
  std::vector<Build> builds;
  std::vector<SourceText> sources;
  std::set<std::string> defined_elsewhere;  // link names of functions that are checked with another part of the project
  std::size_t jobs = 1;                     // threads that the rules share; the findings do not depend on it
};

struct Outcome {
  std::vector<diag::Diagnostic> findings;
  bool is_truncated = false;  // the program is larger than the limits of docs/flow.md: some flows are missing
};

// The findings in `linked`, in the order of their places, each once. `linked` is a whole program where it defines
// main, and otherwise a part of one: what leaves that through results, parameters and globals may be state, so its
// findings are warnings. It must pass rir::Verify. Nothing is reported in headers of the system; what happens there is
// reported where the user's code calls them.
Outcome Check(const rir::Module& linked, const CheckOptions& options);

}  // namespace detrain::check

#endif
