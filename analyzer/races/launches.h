// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a kernel do to memory that they share.
#ifndef DETRAIN_ANALYZER_RACES_LAUNCHES_H
#define DETRAIN_ANALYZER_RACES_LAUNCHES_H

#include "analyzer/races/threads.h"

namespace detrain::races {

// Adds what it finds in the program's launches.
void JudgeLaunches(const flow::Flow& flow, Threads& threads);

}  // namespace detrain::races

#endif
