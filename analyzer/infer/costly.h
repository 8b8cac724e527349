// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a run that has met its limit had better not follow at each call.
#ifndef DETRAIN_ANALYZER_INFER_COSTLY_H
#define DETRAIN_ANALYZER_INFER_COSTLY_H

#include "analyzer/infer/engine.h"

namespace detrain::infer {

// Adds to `options.summarized` functions that took most of what the run could spend, by many calls. False where there
// are none of which it is known what they may touch, or only such as hold the step loop.
bool AddCostly(Engine& engine, EngineOptions& options);

// Takes those out of `options.summarized` that hold the step loop.
void DropHolders(const rir::Module& module, EngineOptions& options);

}  // namespace detrain::infer

#endif
