// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the calls on the way to the step loop are made with. A resumed run makes those that stand in a loop, or in a row
// of loops, before all of its state is restored: it must have by then what their arguments are read from.
#ifndef DETRAIN_ANALYZER_PLAN_NEST_ARGUMENTS_H
#define DETRAIN_ANALYZER_PLAN_NEST_ARGUMENTS_H

#include <vector>

#include "analyzer/infer/infer.h"
#include "analyzer/plan/layout.h"
#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Saves it where no step reads them, or where they hold the same at each boundary.
void KeepNestArguments(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts);

}  // namespace detrain::plan

#endif
