// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grids on a pool of OS threads. Without a schedule every core takes blocks in order. With one a single thread has the
// baton at any time; where the blocks of a grid can see each other's progress, several are under way and the baton
// moves between them.
#pragma once

#include "block.h"

namespace detrain::cudahost {

// Runs all blocks; returns when they have ended. By the host's thread.
void RunGrid(const Grid& grid);

// By a worker, of itself: lets another block go on first, if the schedule says so.
void PassBaton(Worker& worker);
// Returns when all blocks of the grid have come here.
void WaitForGrid(Worker& worker);

}  // namespace detrain::cudahost
