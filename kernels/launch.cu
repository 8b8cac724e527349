// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_run.cuh"
#include "launch.h"
#include "reduce.h"
#include "softmax.h"
#include "top_k.h"

namespace detrain::kernels::cuda {

void Reduce(cudaStream_t stream, const float* x, Size n, float* sum, void* workspace) {
  CudaRun run(stream);
  kernels::Reduce(run, x, n, sum, workspace);
}

void GlobalNorm(cudaStream_t stream, const float* x, Size n, float* norm, void* workspace) {
  CudaRun run(stream);
  kernels::GlobalNorm(run, x, n, norm, workspace);
}

void SegmentedReduce(cudaStream_t stream, const float* x, const Size* offset, Size segments, float* sum) {
  CudaRun run(stream);
  kernels::SegmentedReduce(run, x, offset, segments, sum);
}

void BiasGradient(cudaStream_t stream, const float* out, Size rows, Size columns, float* bias, void* workspace) {
  CudaRun run(stream);
  kernels::BiasGradient(run, out, rows, columns, bias, workspace);
}

void IndexAdd(cudaStream_t stream, const float* source, const std::int32_t* index, Size count, float* out,
              Extent extent, std::uint32_t* skipped, void* workspace) {
  CudaRun run(stream);
  kernels::IndexAdd(run, source, index, count, out, extent, skipped, workspace);
}

void EmbeddingBackward(cudaStream_t stream, const float* out, const std::int32_t* token, Embedding of, float* tokens,
                       float* positions, std::uint32_t* skipped, void* workspace) {
  CudaRun run(stream);
  kernels::EmbeddingBackward(run, out, token, of, tokens, positions, skipped, workspace);
}

void Histogram(cudaStream_t stream, const std::int32_t* key, Size count, std::uint32_t* bins, Size bin_count,
               std::uint32_t* skipped) {
  CudaRun run(stream);
  kernels::Histogram(run, key, count, bins, bin_count, skipped);
}

void GroupNormBackward(cudaStream_t stream, const NormShape<float>& shape, float* input, float* weight, float* bias,
                       void* workspace) {
  CudaRun run(stream);
  kernels::GroupNormBackward(run, shape, input, weight, bias, workspace);
}

void SoftmaxCrossEntropy(cudaStream_t stream, const float* logits, const std::int32_t* target, Extent extent,
                         float scale, float* loss, float* gradient, void* workspace) {
  CudaRun run(stream);
  kernels::SoftmaxCrossEntropy(run, logits, target, extent, scale, loss, gradient, workspace);
}

void FillBits(cudaStream_t stream, Draws draws, std::uint32_t* out, Size n) {
  CudaRun run(stream);
  kernels::FillBits(run, draws, out, n);
}

void FillUniform(cudaStream_t stream, Draws draws, float* out, Size n) {
  CudaRun run(stream);
  kernels::FillUniform(run, draws, out, n);
}

void FillUniformAsCurand(cudaStream_t stream, Draws draws, float* out, Size n) {
  CudaRun run(stream);
  kernels::FillUniformAsCurand(run, draws, out, n);
}

void Dropout(cudaStream_t stream, Draws draws, float p, const float* x, float* out, Size n) {
  CudaRun run(stream);
  kernels::Dropout(run, draws, p, x, out, n);
}

void StochasticRounding(cudaStream_t stream, Draws draws, const float* x, Bf16* out, Size n) {
  CudaRun run(stream);
  kernels::StochasticRounding(run, draws, x, out, n);
}

void PrefixSum(cudaStream_t stream, Scan kind, const float* x, Size n, float* out, void* workspace) {
  CudaRun run(stream);
  kernels::PrefixSum(run, kind, x, n, out, workspace);
}

bool TopK(cudaStream_t stream, const float* x, Size rows, Size n, Size k, float* value, std::uint32_t* index,
          void* workspace) {
  CudaRun run(stream);
  return kernels::TopK(run, x, rows, n, k, value, index, workspace);
}

}  // namespace detrain::kernels::cuda
