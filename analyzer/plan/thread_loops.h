// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of which one iteration starts a thread and does not wait for it.
#ifndef DETRAIN_ANALYZER_PLAN_THREAD_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_THREAD_LOOPS_H

#include <set>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

// One thread's share of the work is no step of training, even where it touches all parameters.
std::set<const rir::LoopOp*> ThreadLoops(const rir::Module& module);

}  // namespace detrain::plan

#endif
