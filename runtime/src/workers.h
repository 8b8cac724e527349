// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many processors the program is told that it has: as many as where the run began, wherever it goes on. Programs
// cut their work by that number, and so their sums.
#ifndef DETRAIN_RUNTIME_SRC_WORKERS_H
#define DETRAIN_RUNTIME_SRC_WORKERS_H

namespace detrain::runtime {

int WorkersOfRun();
// Of the run that goes on, or is replayed. Before the program asks.
void SetWorkersOfRun(int count);

}  // namespace detrain::runtime

#endif
