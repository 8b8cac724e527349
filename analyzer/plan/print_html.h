// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_PRINT_HTML_H
#define DETRAIN_ANALYZER_PLAN_PRINT_HTML_H

#include <string>
#include <vector>

#include "analyzer/plan/plan.h"

namespace detrain::plan {

// A file of the program, named as the plan's places name it.
struct SourceFile {
  std::string name;
  std::string text;
};

// The files that a page shows beside the plan, of those given: the ones that it speaks of, in order of first mention.
std::vector<std::string> FilesOf(const CheckpointPlan& plan, const std::vector<std::string>& known);

// One HTML file that needs no other: the plan on the left, the sources on the right; each reason leads to its line.
std::string PrintHtml(const CheckpointPlan& plan, const std::vector<SourceFile>& sources);

}  // namespace detrain::plan

#endif
