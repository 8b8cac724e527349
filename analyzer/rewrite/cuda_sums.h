// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums by float atomicAdd, whose result hangs on the order in which threads come, become order-independent ones
// (runtime/cudahost/include/detrain/cudahost/sums.h, runtime/gpu/sums.h). docs/cuda.md.
#ifndef DETRAIN_ANALYZER_REWRITE_CUDA_SUMS_H
#define DETRAIN_ANALYZER_REWRITE_CUDA_SUMS_H

#include "analyzer/rewrite/cuda_calls.h"
#include "analyzer/rewrite/sum_sites.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// Replaces those that can be. `sums` were found among `calls`.
void WeaveCudaSums(Weave& weave, const CudaCalls& calls, const CudaSums& sums);

}  // namespace detrain::rewrite

#endif
