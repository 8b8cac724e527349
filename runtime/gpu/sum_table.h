// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/sum_table.h: where the accumulators of sums in the user's own kernels lie, while a kernel runs. Memory that is
// added to is cut into pieces of 64 numbers (8 doubles). A piece that is added to gets a page of accumulators, which a
// hash table finds by the piece's address; a page stays with its piece from launch to launch, and is zero in between.
// Within a page, bins of one weight lie side by side, so that neighbouring threads add to neighbouring words.
#ifndef DETRAIN_GPU_SUM_TABLE_H
#define DETRAIN_GPU_SUM_TABLE_H

#include <cuda_runtime.h>

namespace detrain {
namespace gpu {

// Bin b of place p is bins[b * places + p] (kernels/binned_sum.h: 9 bins for float, half and bf16; 66 for double).
struct SumPage {
  long long bins[9 * 64];
  unsigned special[64];
};

struct SumEntry {
  unsigned long long key;  // 0: free
  unsigned page;           // 0: being made; else the page's number + 1
  unsigned unused;
};

// Of device memory, but for `seen`.
struct SumTable {
  SumEntry* entries;
  unsigned long long* keys;   // by page: of which piece it is
  unsigned long long* masks;  // by page: which bins are not zero
  SumPage* pages;
  unsigned* used;  // pages that are given away; more than `capacity` where there were too few
  unsigned* seen;  // of the host: the same, as of the last launch that has ended
  unsigned last_entry;
  unsigned capacity;
};

// The host's part (sum_tables.h), called by what stands around a launch (sums.h).
extern "C" {

// Tells how to hand the table to the kernels of one unit of the program. Before main.
void detrain_gpu_sums_unit(void (*hand)(const SumTable* table, cudaStream_t stream));
// What is launched next on the stream adds; behind it the sums are finished. No other thread launches such a kernel
// in between. Ends the process with code 3 where there is no memory, or pages were too few for what ran before.
void detrain_gpu_sums_begin(cudaStream_t stream);
void detrain_gpu_sums_end(cudaStream_t stream);
// How many blocks fill the GPU.
unsigned detrain_gpu_sums_blocks(void);

}  // extern "C"

}  // namespace gpu
}  // namespace detrain

#endif
