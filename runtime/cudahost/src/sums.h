// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accumulators behind detrain/cudahost/sums.h.
#pragma once

namespace detrain::cudahost {

// Of device memory: all sums so far stand in their places. While no block runs, or all wait.
void FinishSums();

// Of this OS thread's shared memory: likewise; or forgotten, as the block has ended.
void FinishBlockSums();
void DropBlockSums();

}  // namespace detrain::cudahost
