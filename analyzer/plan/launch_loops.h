// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that run inside of what starts threads and waits for them: a kernel's launch, a construct of OpenMP.
#ifndef DETRAIN_ANALYZER_PLAN_LAUNCH_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_LAUNCH_LOOPS_H

#include <set>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

// Of a launch those over blocks and over threads; those of the kernels themselves run inside of these.
std::set<const rir::LoopOp*> LaunchLoops(const rir::Module& module);

// Those that stand inside of a construct of OpenMP.
std::set<const rir::LoopOp*> ConstructLoops(const rir::Module& module);

// Whether that loop or call of the function stands inside of a construct of OpenMP. `loop` null: the call at
// `location`.
bool IsInConstruct(const rir::Function& function, const rir::LoopOp* loop, const rir::Location& location);

}  // namespace detrain::plan

#endif
