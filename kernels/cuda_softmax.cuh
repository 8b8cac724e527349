// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax.h on a GPU: a block takes a row. Where shared memory holds it, the row is read once, while the gradient of
// the one before is computed.
#pragma once

#include <type_traits>

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "softmax.h"

namespace detrain::kernels {

// In all threads.
__device__ inline float BlockMaxOrNan(float top) {
  __shared__ float warps[32];
  const auto of_warp = [](float own) {
    for (int apart = 1; apart < 32; apart *= 2)
      own = MaxOrNan(own, __shfl_xor_sync(kWholeWarp, own, apart));
    return own;
  };
  top = of_warp(top);
  const unsigned lane = threadIdx.x % 32;
  __syncthreads();  // an earlier use is over
  if (lane == 0)
    warps[threadIdx.x / 32] = top;
  __syncthreads();
  return of_warp(warps[lane < blockDim.x / 32 ? lane : 0]);
}

// visit(c) of the thread's lane in order, kRounds of them at a time, all of which are there but for the last few.
template <unsigned kRounds, class Visit>
__device__ void ForEachOfLane(unsigned classes, Visit visit) {
  unsigned c = threadIdx.x;
  for (; c + (kRounds - 1) * blockDim.x < classes; c += kRounds * blockDim.x)
    visit(c, std::integral_constant<unsigned, kRounds>{});
  for (; c < classes; c += blockDim.x)
    visit(c, std::integral_constant<unsigned, 1>{});
}

template <class T>
__device__ double SumOfShares(const T* x, unsigned classes, double top) {
  double sum = 0;
  ForEachOfLane<4>(classes, [&](unsigned c, auto rounds) {
    constexpr unsigned kRounds = decltype(rounds)::value;
    double share[kRounds];
#pragma unroll
    for (unsigned round = 0; round < kRounds; ++round)
      share[round] = SoftmaxShare(ToFloat(x[c + round * blockDim.x]), top);
#pragma unroll
    for (unsigned round = 0; round < kRounds; ++round)
      sum += share[round];
  });
  return sum;
}

template <class T, class Index>
__global__ void __launch_bounds__(1024)
    SoftmaxOfRows(const T* logits, const Index* target, Extent extent, float scale, float* loss, T* gradient) {
  const unsigned classes = static_cast<unsigned>(extent.columns);
  for (Size row = blockIdx.x; row < extent.rows; row += gridDim.x) {
    const T* const x = logits + row * classes;
    const Size at = static_cast<Size>(target[row]);
    const bool counts = at < classes;
    const float right = counts ? ToFloat(x[at]) : 0;  // before gradient, which may be there, is written
    float top = -Infinity<float>(false);
#pragma unroll 8
    for (unsigned c = threadIdx.x; c < classes; c += blockDim.x)
      top = MaxOrNan(ToFloat(x[c]), top);
    top = BlockMaxOrNan(top);
    double sum[1] = {SumOfShares(x, classes, top)};
    BlockSum(sum);
    if (threadIdx.x == 0)
      loss[row] = counts ? SoftmaxLoss(right, top, sum[0]) : 0;
    if (gradient == nullptr)
      continue;
    const SoftmaxRow of_row{top, scale / sum[0]};
    T* const out = gradient + row * classes;
    for (unsigned c = threadIdx.x; c < classes; c += blockDim.x)
      out[c] = counts ? SoftmaxGradient<T>(ToFloat(x[c]), of_row, c == at ? scale : 0) : Finish<T>(0);
  }
}

// A thread reads and writes its own lane's elements of `kept` only.
template <class T, class Index>
__global__ void __launch_bounds__(1024)
    SoftmaxInShared(const T* logits, const Index* target, Extent extent, float scale, float* loss, T* gradient) {
  extern __shared__ double memory[];
  T* const kept = reinterpret_cast<T*>(memory);
  const unsigned classes = static_cast<unsigned>(extent.columns), threads = blockDim.x;
  const float least = -Infinity<float>(false);
  float top = least;
  const auto keep = [&](unsigned c, T logit) {
    kept[c] = logit;
    top = MaxOrNan(ToFloat(logit), top);
  };
  for (unsigned c = threadIdx.x; c < classes && blockIdx.x < extent.rows; c += threads)
    keep(c, logits[Size{blockIdx.x} * classes + c]);
  for (Size row = blockIdx.x; row < extent.rows; row += gridDim.x) {
    const Size at = static_cast<Size>(target[row]);
    const bool counts = at < classes, has_next = row + gridDim.x < extent.rows;
    const float right = counts ? ToFloat(logits[row * classes + at]) : 0;  // before gradient, perhaps there, is written
    const float largest = BlockMaxOrNan(top);
    double sum[1] = {SumOfShares(kept, classes, largest)};
    BlockSum(sum);
    if (threadIdx.x == 0)
      loss[row] = counts ? SoftmaxLoss(right, largest, sum[0]) : 0;
    const SoftmaxRow of_row{largest, scale / sum[0]};
    const T* const next = logits + (row + gridDim.x) * classes;
    T* const out = gradient + row * classes;
    top = least;
    const bool has_target = counts && at % threads == threadIdx.x && gradient != nullptr;
    const T of_target = has_target ? SoftmaxGradient<T>(right, of_row, scale) : T{};
    ForEachOfLane<4>(classes, [&](unsigned first, auto rounds) {
      constexpr unsigned kRounds = decltype(rounds)::value;
      T then[kRounds], result[kRounds];
#pragma unroll
      for (unsigned round = 0; round < kRounds; ++round)
        then[round] = has_next ? next[first + round * threads] : T{};
#pragma unroll
      for (unsigned round = 0; round < kRounds; ++round) {
        const unsigned c = first + round * threads;
        result[round] = SoftmaxGradient<T>(ToFloat(kept[c]), of_row, 0);
      }
#pragma unroll
      for (unsigned round = 0; round < kRounds; ++round) {
        if (gradient != nullptr)
          out[first + round * threads] = counts ? result[round] : Finish<T>(0);
        keep(first + round * threads, then[round]);
      }
    });
    if (has_target)
      out[at] = of_target;
  }
}

template <class T, class Index>
void SoftmaxCrossEntropy(CudaRun& run, const T* logits, const Index* target, Extent extent, float scale, float* loss,
                         T* gradient, void* workspace) {
  const Size bytes = extent.columns * sizeof(T);
  if (extent.columns >= Size{1} << 31)
    return SoftmaxCrossEntropy<CudaRun, T, Index>(run, logits, target, extent, scale, loss, gradient, workspace);
  const unsigned threads = static_cast<unsigned>(SoftmaxLanes(extent.columns));
  const bool fits = bytes <= run.SharedMemory() - 1024;  // less what the sums take
  const auto kernel = fits ? SoftmaxInShared<T, Index> : SoftmaxOfRows<T, Index>;
  const auto shared = static_cast<std::size_t>(fits ? bytes : 0);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared));
  kernel<<<run.Resident(extent.rows, 2048 / threads), threads, shared, run.stream()>>>(logits, target, extent, scale,
                                                                                       loss, gradient);
}

}  // namespace detrain::kernels
