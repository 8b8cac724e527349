// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan as a page for a person.
#ifndef DETRAIN_ANALYZER_PLAN_PRINT_TEXT_H
#define DETRAIN_ANALYZER_PLAN_PRINT_TEXT_H

#include <string>

#include "analyzer/plan/plan.h"

namespace detrain::plan {

struct PageStyle {
  bool color = false;
  int width = 100;  // columns; long messages are wrapped
};

std::string PrintText(const CheckpointPlan& plan, const PageStyle& style);

}  // namespace detrain::plan

#endif
