// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an atomicAdd of floating-point numbers whose result nobody uses becomes at --level=deterministic: the addend
// goes to a binned accumulator of its place (kernels/binned_sum.h), which is rounded once, whatever the order was.
// Where the sum stands in its place: for device memory after the kernel and at a barrier of its grid, for shared memory
// at the next barrier of the block. Until then the place holds what it held before.
#pragma once

#include "detrain/cudahost/atomics.h"
#include "detrain/cudahost/narrow.h"

namespace detrain::cudahost {

void AddToSum(float* at, float addend, const void* caller);
void AddToSum(double* at, double addend, const void* caller);
// Of a 16-bit format, by its bits.
void AddToSum(NarrowFormat format, unsigned short* at, unsigned short addend, const void* caller);

template <class T, class = void>
inline constexpr bool kIsNarrow = false;
template <class T>
inline constexpr bool kIsNarrow<T, std::void_t<decltype(T::kFormat)>> = true;

}  // namespace detrain::cudahost

template <class T>
inline __attribute__((always_inline)) void detrain_sum(T* at, ::detrain::cudahost::As<T> addend) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    ::detrain::cudahost::AddToSum(at, addend, __builtin_return_address(0));
  } else if constexpr (::detrain::cudahost::kIsNarrow<T>) {
    ::detrain::cudahost::AddToSum(T::kFormat, &at->bits, addend.bits, __builtin_return_address(0));
  } else if constexpr (std::is_class_v<T>) {  // float2, float4 and pairs of 16-bit numbers: a sum for each component
    detrain_sum(&at->x, addend.x);
    detrain_sum(&at->y, addend.y);
    if constexpr (sizeof(T) == 4 * sizeof(at->x)) {
      detrain_sum(&at->z, addend.z);
      detrain_sum(&at->w, addend.w);
    }
  } else {
    atomicAdd(at, addend);  // of integers: equal in every order
  }
}
