// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// top_k.h on a GPU where rows are many: a block takes a row and keeps its counts in shared memory.
#pragma once

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "top_k.h"

namespace detrain::kernels {

constexpr unsigned kTopThreads = 512, kTopBins = 2048;

// Of the keys that are left, counted by their digit: the digit of the k-th largest. All threads call it.
__device__ inline void FindDigit(const std::uint32_t* counts, TopSearch* search, unsigned shift, bool* is_found) {
  __shared__ std::uint32_t warps[kTopThreads / 32];
  constexpr unsigned kEach = kTopBins / kTopThreads;
  const unsigned lane = threadIdx.x % 32, highest = kTopBins - 1 - threadIdx.x * kEach;
  std::uint32_t own = 0;
  for (unsigned k = 0; k < kEach; ++k)
    own += counts[highest - k];
  std::uint32_t above = own;
  for (unsigned apart = 1; apart < 32; apart *= 2) {
    const std::uint32_t other = __shfl_up_sync(kWholeWarp, above, apart);
    above += lane >= apart ? other : 0;
  }
  if (lane == 31)
    warps[threadIdx.x / 32] = above;
  const std::uint32_t rank = search->rank;
  __syncthreads();
  above -= own;
  for (unsigned warp = 0; warp < threadIdx.x / 32; ++warp)
    above += warps[warp];
  if (above >= rank || above + own < rank)
    return;
  unsigned digit = highest;
  for (; above + counts[digit] < rank; --digit)
    above += counts[digit];
  search->rank = rank - above;
  search->prefix |= std::uint64_t{digit} << shift;
  *is_found = counts[digit] == search->rank;  // all of them belong to the result
}

template <class Place>  // a template, as headers have no other kernels
__global__ void __launch_bounds__(kTopThreads)
    TopOfRows(const float* x, Size rows, Size n, Size k, float* value, Place* index, std::uint64_t* chosen) {
  __shared__ std::uint32_t counts[kTopBins];
  __shared__ TopSearch search;
  __shared__ bool is_found;
  for (Size row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* const from = x + row * n;
    std::uint64_t* const keys = chosen + row * k;
    if (threadIdx.x == 0) {
      search = {0, static_cast<std::uint32_t>(k), 0};
      is_found = false;
    }
    unsigned shift = 64;
    do {
      const unsigned bits = shift % 32 == 10 ? 10 : 11, above = shift;
      shift -= bits;
      for (unsigned bin = threadIdx.x; bin < kTopBins; bin += kTopThreads)
        counts[bin] = 0;
      __syncthreads();
      const std::uint64_t prefix = search.prefix;
#pragma unroll 8
      for (Size i = threadIdx.x; i < n; i += kTopThreads) {
        const std::uint64_t key = TopKey(from[i], i);
        if (above == 64 || (key ^ prefix) >> above == 0)
          atomicAdd(&counts[key >> shift & ((1U << bits) - 1)], 1);
      }
      __syncthreads();
      FindDigit(counts, &search, shift, &is_found);
      __syncthreads();
    } while (!is_found);
    const std::uint64_t least = search.prefix;
#pragma unroll 8
    for (Size i = threadIdx.x; i < n; i += kTopThreads) {
      const std::uint64_t key = TopKey(from[i], i);
      if (key >= least)
        keys[atomicAdd(&search.taken, 1)] = key;
    }
    __syncthreads();
    for (Size item = threadIdx.x; item < k; item += kTopThreads) {
      Size place = row * k;
      for (Size j = 0; j < k; ++j)
        place += keys[j] > keys[item] ? 1 : 0;
      index[place] = ~static_cast<std::uint32_t>(keys[item]);
      value[place] = from[index[place]];
    }
    __syncthreads();
  }
}

inline bool TopK(CudaRun& run, const float* x, Size rows, Size n, Size k, float* value, std::uint32_t* index,
                 void* workspace) {
  // A row that is long, or alone, needs the whole GPU.
  if (k == 0 || k > n || n > Size{1} << 20 || (rows < 16 && n > 65536))
    return TopK<CudaRun>(run, x, rows, n, k, value, index, workspace);
  auto* const chosen = static_cast<std::uint64_t*>(workspace);
  if (rows != 0)
    TopOfRows<<<run.Blocks(rows), kTopThreads, 0, run.stream()>>>(x, rows, n, k, value, index, chosen);
  return true;
}

}  // namespace detrain::kernels
