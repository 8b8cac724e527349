// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of which one iteration starts a thread and does not wait for it, and those that threads run.
#ifndef DETRAIN_ANALYZER_PLAN_THREAD_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_THREAD_LOOPS_H

#include <set>

#include "analyzer/infer/engine.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rir/rir.h"

namespace detrain::plan {

// One thread's share of the work is no step of training, even where it touches all parameters.
std::set<const rir::LoopOp*> ThreadLoops(const rir::Module& module);

// Whether a function with a loop at that place may be run by a thread that the program starts.
bool IsLoopOfThread(const infer::Engine& engine, const Place& place);

}  // namespace detrain::plan

#endif
