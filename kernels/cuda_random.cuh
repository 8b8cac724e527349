// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// random.h on a GPU: the four elements of a block of draws are loaded and stored at once.
#pragma once

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "random.h"

namespace detrain::kernels {

template <bool kAligned>
__device__ Nothing LoadFour(Nothing, Size, Size) {
  return {};
}
__device__ inline Nothing ElementOf(Nothing, int) {
  return {};
}
template <class T>
__device__ T ElementOf(const Four<T>& four, int k) {
  return four.at[k];
}

template <bool kAligned, class X, class T, class Make>
__global__ void __launch_bounds__(kBlock) DrawFours(Draws draws, X x, T* out, Size n, Make make) {
  const Size first = draws.offset / 4, items = (draws.offset + n - 1) / 4 + 1 - first;
  for (Size item = Size{blockIdx.x} * kBlock + threadIdx.x; item < items; item += Size{gridDim.x} * kBlock) {
    const Words4 words = PhiloxBlock(draws.seed, draws.stream, first + item);
    const Size i = 4 * (first + item) - draws.offset;
    if (i < n && n - i >= 4) {
      const auto from = LoadFour<kAligned>(x, i, n);
      Four<T> four;
      for (int w = 0; w < 4; ++w)
        four.at[w] = make(ElementOf(from, w), words.word[w]);
      StoreFour<kAligned>(out, i, n, four);
      continue;
    }
    for (Size w = 0; w < 4; ++w)
      if (i + w < n)
        out[i + w] = make(x[i + w], words.word[w]);
  }
}

// Whether the elements of whole blocks of draws are aligned.
inline bool IsAligned(Nothing, Size) {
  return true;
}
template <class T>
bool IsAligned(const T* x, Size offset) {
  return (reinterpret_cast<std::uintptr_t>(x) - offset % 4 * sizeof(T)) % sizeof(Four<T>) == 0;
}

template <class X, class T, class Make>
void ForEachDraw(CudaRun& run, Draws draws, X x, T* out, Size n, Make make) {
  if (n == 0)
    return;
  const auto kernel = IsAligned(x, draws.offset) && IsAligned(out, draws.offset) ? DrawFours<true, X, T, Make>
                                                                                 : DrawFours<false, X, T, Make>;
  kernel<<<run.Resident((n / 4 + 1) / kBlock + 1, 2048 / kBlock), kBlock, 0, run.stream()>>>(draws, x, out, n, make);
}

}  // namespace detrain::kernels
