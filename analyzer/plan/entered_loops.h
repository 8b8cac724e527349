// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that a goto from outside leads into.
#ifndef DETRAIN_ANALYZER_PLAN_ENTERED_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_ENTERED_LOOPS_H

#include <set>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

// Such a loop's first iteration begins in its midst, where there is no boundary.
std::set<const rir::LoopOp*> EnteredLoops(const rir::Module& module);

}  // namespace detrain::plan

#endif
