// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a kernel do to memory that they share.
#ifndef DETRAIN_ANALYZER_TYPES_LAUNCHES_H
#define DETRAIN_ANALYZER_TYPES_LAUNCHES_H

#include "analyzer/types/threads.h"

namespace detrain::types {

// Whether a launch made it, for the threads of its blocks to share. It ends with the launch.
bool IsOfLaunch(const Object& object);

// Adds what it finds in the program's launches.
void JudgeLaunches(const Flow& flow, Threads& threads);

}  // namespace detrain::types

#endif
