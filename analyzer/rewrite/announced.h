// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last look at a patch: everything that a plan saves must be announced to the runtime by the text that the patch
// leaves, or be led to, along the plan's own table, from something that is.
#ifndef DETRAIN_ANALYZER_REWRITE_ANNOUNCED_H
#define DETRAIN_ANALYZER_REWRITE_ANNOUNCED_H

#include <span>

#include "analyzer/rewrite/rewrite.h"

namespace detrain::rewrite {

// `plans`: of each loop, as the tables have them. It reads the texts of the patch alone, not what made them. Error:
// Coverage, with the name of a saved region that a run would never come to.
Result<void> CheckAnnounced(std::span<const plan::CheckpointPlan> plans, const Patch& patch);

}  // namespace detrain::rewrite

#endif
