// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One plan of the plans of loops in a row, or of the ways to one loop.
#ifndef DETRAIN_ANALYZER_PLAN_JOIN_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_JOIN_LOOPS_H

#include <vector>

#include "analyzer/plan/plan.h"
#include "analyzer/plan/row.h"

namespace detrain::plan {

// `plans`: at least one, in the order in which they run; `rows`: of each, where its row begins. The first one's promise
// is what holds of all.
CheckpointPlan JoinLoops(const rir::Module& module, std::vector<CheckpointPlan> plans,
                         const std::vector<RowPlace>& rows);

// For each of them the number of the first one of its row: itself, where it is in none.
std::vector<std::size_t> RowBegins(const std::vector<RowPlace>& rows);

// Gives all loops of the plan what they have in common: one hash, and whether steps read inputs.
void ShareAmongLoops(CheckpointPlan& plan);

}  // namespace detrain::plan

#endif
