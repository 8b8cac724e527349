// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums by float atomicAdd, whose result hangs on the order in which threads come, become order-independent ones
// (runtime/cudahost/include/detrain/cudahost/sums.h, runtime/gpu/sums.h). docs/cuda.md.
#ifndef DETRAIN_ANALYZER_REWRITE_CUDA_SUMS_H
#define DETRAIN_ANALYZER_REWRITE_CUDA_SUMS_H

#include "analyzer/rewrite/cuda_calls.h"

namespace detrain::rewrite {

// Notes each site in `patch`: replaced, or left with the reason.
void WeaveCudaSums(Weave& weave, const CudaCalls& calls, Patch& patch);

}  // namespace detrain::rewrite

#endif
