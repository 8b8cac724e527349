// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a block of threads of a GPU does together, and loads of four.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "numbers.h"

namespace detrain::kernels {

constexpr unsigned kWholeWarp = 0xffffffff;

// One load or store where it is aligned, by functions that the compiler does not take apart.
template <class T>
struct alignas(4 * sizeof(T)) Four {
  T at[4];
};

template <class Word, unsigned kWords>
struct Words {
  Word word[kWords];

  __device__ static Words Load(const void* from) {
    Words words;
    for (unsigned k = 0; k < kWords; ++k)
      words.word[k] = __ldca(static_cast<const Word*>(from) + k);
    return words;
  }
  __device__ void Store(void* to) const {
    for (unsigned k = 0; k < kWords; ++k)
      __stwb(static_cast<Word*>(to) + k, word[k]);
  }
};

template <class T>
using WordsOf = std::conditional_t<sizeof(Four<T>) == 8, Words<uint2, 1>, Words<uint4, sizeof(Four<T>) / 16>>;

template <class T>
bool IsAligned(const T* x) {
  return reinterpret_cast<std::uintptr_t>(x) % sizeof(Four<T>) == 0;
}

template <class T>
__device__ Four<T> LoadAligned(const T* x) {
  static_assert(sizeof(T) >= 2, "in words of eight bytes");
  return BitCast<Four<T>>(WordsOf<T>::Load(x));
}
template <class T>
__device__ void StoreAligned(T* x, const Four<T>& four) {
  BitCast<WordsOf<T>>(four).Store(x);
}

// x[i] .. x[i + 3], zeros from n on. kAligned: x + i is.
template <bool kAligned, class T>
__device__ Four<T> LoadFour(const T* x, Size i, Size n) {
  if (kAligned && i + 3 < n)
    return LoadAligned(x + i);
  Four<T> four;
  for (Size k = 0; k < 4; ++k)
    four.at[k] = i + k < n ? x[i + k] : T{};
  return four;
}
// kWhole: x + i is aligned and n a multiple of four.
template <bool kWhole, class T>
__device__ Four<T> LoadWhole(const T* x, Size i, Size n) {
  if constexpr (kWhole)
    return i < n ? LoadAligned(x + i) : Four<T>{};
  else
    return LoadFour<false>(x, i, n);
}

template <bool kAligned, class T>
__device__ void StoreFour(T* x, Size i, Size n, const Four<T>& four) {
  if (kAligned && i + 3 < n)
    return StoreAligned(x + i, four);
  for (Size k = 0; k < 4; ++k)
    if (i + k < n)
      x[i + k] = four.at[k];
}
template <bool kWhole, class T>
__device__ void StoreWhole(T* x, Size i, Size n, const Four<T>& four) {
  if constexpr (!kWhole)
    StoreFour<false>(x, i, n, four);
  else if (i < n)
    StoreAligned(x + i, four);
}

// The tree of reduce.h over the 32 lanes, in all threads: additions commute, so both of a pair have the same.
template <class Acc>
__device__ Acc WarpSum(Acc sum) {
  for (int apart = 1; apart < 32; apart *= 2)
    sum += __shfl_xor_sync(kWholeWarp, sum, apart);
  return sum;
}

// The tree over the lanes of the block, each of kSums sums, in all threads.
template <unsigned kSums>
__device__ void BlockSum(double (&sum)[kSums]) {
  __shared__ double warps[kSums][32];
  for (double& own : sum)
    own = WarpSum(own);
  if (blockDim.x == 32)
    return;
  const unsigned lane = threadIdx.x % 32;
  __syncthreads();  // an earlier use is over
  for (unsigned k = 0; k < kSums && lane == 0; ++k)
    warps[k][threadIdx.x / 32] = sum[k];
  __syncthreads();
  for (unsigned k = 0; k < kSums; ++k)
    sum[k] = WarpSum(lane < blockDim.x / 32 ? warps[k][lane] : 0.0);
}

}  // namespace detrain::kernels
