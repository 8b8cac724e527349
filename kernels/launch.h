// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels on a stream of the current GPU, compiled into libdetrain_kernels_cuda.a. All pointers are to device
// memory but `shape`, which is read before the call returns. Meaning, bounds and workspaces are those of the template
// of the same name, where also the guarantee is stated; work is only enqueued, and errors are left to cudaGetLastError.
// Other formats and index types: include the templates with cuda_run.cuh.
#pragma once

#include <cuda_runtime_api.h>

#include "norm_backward.h"
#include "random.h"
#include "scan.h"
#include "scatter.h"

namespace detrain::kernels::cuda {

void Reduce(cudaStream_t stream, const float* x, Size n, float* sum, void* workspace);
void GlobalNorm(cudaStream_t stream, const float* x, Size n, float* norm, void* workspace);
void SegmentedReduce(cudaStream_t stream, const float* x, const Size* offset, Size segments, float* sum);
void BiasGradient(cudaStream_t stream, const float* out, Size rows, Size columns, float* bias, void* workspace);
void IndexAdd(cudaStream_t stream, const float* source, const std::int32_t* index, Size count, float* out,
              Extent extent, std::uint32_t* skipped, void* workspace);
void EmbeddingBackward(cudaStream_t stream, const float* out, const std::int32_t* token, Embedding of, float* tokens,
                       float* positions, std::uint32_t* skipped, void* workspace);
void Histogram(cudaStream_t stream, const std::int32_t* key, Size count, std::uint32_t* bins, Size bin_count,
               std::uint32_t* skipped);
void GroupNormBackward(cudaStream_t stream, const NormShape<float>& shape, float* input, float* weight, float* bias,
                       void* workspace);
void SoftmaxCrossEntropy(cudaStream_t stream, const float* logits, const std::int32_t* target, Extent extent,
                         float scale, float* loss, float* gradient, void* workspace);
void FillBits(cudaStream_t stream, Draws draws, std::uint32_t* out, Size n);
void FillUniform(cudaStream_t stream, Draws draws, float* out, Size n);
void FillUniformAsCurand(cudaStream_t stream, Draws draws, float* out, Size n);
void Dropout(cudaStream_t stream, Draws draws, float p, const float* x, float* out, Size n);
void StochasticRounding(cudaStream_t stream, Draws draws, const float* x, Bf16* out, Size n);
void PrefixSum(cudaStream_t stream, Scan kind, const float* x, Size n, float* out, void* workspace);
bool TopK(cudaStream_t stream, const float* x, Size rows, Size n, Size k, float* value, std::uint32_t* index,
          void* workspace);

}  // namespace detrain::kernels::cuda
