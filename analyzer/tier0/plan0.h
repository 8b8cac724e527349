// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a program that the symbolic engine does not follow to its end: the step loop from the flow graph, and at
// its boundary all variables that are live and all blocks of the heap, saved as they lie. It saves more than is needed,
// and needs nothing to be proven.
#ifndef DETRAIN_ANALYZER_TIER0_PLAN0_H
#define DETRAIN_ANALYZER_TIER0_PLAN0_H

#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rir/rir.h"

namespace detrain::tier0 {

// `why`: why there is no other plan, for the page; what holds for the whole program has no place. Error of kind
// Coverage: no loop can be the step loop, or the program keeps state where such a plan does not look for it (in objects
// of a library; on a device, where that has no place of its own and --tier=0 is not asked for).
Result<plan::CheckpointPlan> MakePlan0(const rir::Module& module, const plan::Options& options,
                                       const std::vector<plan::Reason>& why);

}  // namespace detrain::tier0

#endif
