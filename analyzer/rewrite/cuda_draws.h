// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws from cuRAND states of which each thread has one, for elements that a loop with the grid's stride gives it,
// become draws named by the element (runtime/gpu/draws.h). docs/draws.md.
#ifndef DETRAIN_ANALYZER_REWRITE_CUDA_DRAWS_H
#define DETRAIN_ANALYZER_REWRITE_CUDA_DRAWS_H

#include "analyzer/rewrite/cuda_calls.h"

namespace detrain::rewrite {

// Notes each kernel: its draws are named now, or stay, with the reason and the line to write.
void WeaveCudaDraws(Weave& weave, const CudaCalls& calls);

}  // namespace detrain::rewrite

#endif
