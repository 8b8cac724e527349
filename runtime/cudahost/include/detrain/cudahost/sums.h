// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an atomicAdd on a float whose result nobody uses becomes at --level=deterministic: the addend goes to a binned
// accumulator of its place (kernels/binned_sum.h), which is rounded once, whatever the order was. Where the sum stands
// in its place: for device memory after the kernel and at a barrier of its grid, for shared memory at the next barrier
// of the block. Until then the place holds what it held before.
#pragma once

#include "detrain/cudahost/atomics.h"

namespace detrain::cudahost {

void AddToSum(float* at, float addend, const void* caller);

}  // namespace detrain::cudahost

template <class T>
inline __attribute__((always_inline)) void detrain_sum(T* at, ::detrain::cudahost::As<T> addend) {
  if constexpr (std::is_same_v<T, float>)
    ::detrain::cudahost::AddToSum(at, addend, __builtin_return_address(0));
  else
    atomicAdd(at, addend);  // of integers: equal in every order
}
