// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a kernel do to memory that they share.
#ifndef DETRAIN_ANALYZER_TYPES_LAUNCHES_H
#define DETRAIN_ANALYZER_TYPES_LAUNCHES_H

#include "analyzer/types/threads.h"

namespace detrain::types {

// Whether it is what the threads of a launch do.
bool IsLaunch(const Scope& scope);

// Whether a launch made it, for the threads of its blocks to share. It ends with the launch.
bool IsOfLaunch(const Object& object);

// The same of any memory that the threads of a block, or of a warp, share: none of it lives from launch to launch.
bool EndsWithLaunch(const Flow& flow, const Object& object);

// Adds what it finds in the program's launches.
void JudgeLaunches(const Flow& flow, Threads& threads);

}  // namespace detrain::types

#endif
