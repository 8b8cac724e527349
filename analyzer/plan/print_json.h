// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan as JSON, schema "detrain-plan/1". Other tools read it: fields are added, never renamed or dropped.
#ifndef DETRAIN_ANALYZER_PLAN_PRINT_JSON_H
#define DETRAIN_ANALYZER_PLAN_PRINT_JSON_H

#include <string>

#include "analyzer/plan/plan.h"

namespace detrain::plan {

// The whole plan, indented, with a final newline.
std::string PrintJson(const CheckpointPlan& plan);

// One entry on one line, without a newline: what detrain_plan::entries holds.
std::string PrintEntry(const Entry& entry);

// "bitwise", "modelled", "not-replayable".
const char* Text(Guarantee guarantee);

}  // namespace detrain::plan

#endif
