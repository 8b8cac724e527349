// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's atomic functions. Each is a place where a schedule may let another warp go first.
#pragma once

#include "detrain/cudahost/device.h"

namespace detrain::cudahost {

// *at = compute(*at), atomically; the value before. Not instrumented: AtomicPoint has told of the access.
template <class T, class Compute>
__attribute__((noinline, no_sanitize("thread"))) T Update(T* at, Compute compute) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                                     std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
  static_assert(sizeof(T) == sizeof(Bits), "atomics are of 1, 2, 4 or 8 bytes");
  AtomicPoint(at, sizeof(T), __builtin_return_address(0));
  auto* const word = reinterpret_cast<Bits*>(at);
  Bits seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  for (;;) {
    T before;
    __builtin_memcpy(static_cast<void*>(&before), &seen, sizeof(T));
    const T after = compute(before);
    Bits wanted;
    __builtin_memcpy(&wanted, static_cast<const void*>(&after), sizeof(T));
    if (__atomic_compare_exchange_n(word, &seen, wanted, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return before;
  }
}

// The type that a value must convert to: no deduction from it, so that atomicAdd(&f, 1) works.
template <class T>
struct Same {
  using Type = T;
};
template <class T>
using As = typename Same<T>::Type;

}  // namespace detrain::cudahost

#define DETRAIN_ATOMIC(name, expression)                                                                               \
  template <class T>                                                                                                   \
  inline __attribute__((always_inline)) T name(T* at, ::detrain::cudahost::As<T> value) {                              \
    return ::detrain::cudahost::Update(at,                                                                             \
                                       [=](T old) __attribute__((no_sanitize("thread"))) -> T { return expression; }); \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  inline __attribute__((always_inline)) T name##_block(T* at, ::detrain::cudahost::As<T> value) {                      \
    return name(at, value);                                                                                            \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  inline __attribute__((always_inline)) T name##_system(T* at, ::detrain::cudahost::As<T> value) {                     \
    return name(at, value);                                                                                            \
  }
DETRAIN_ATOMIC(atomicAdd, static_cast<T>(old + value))
DETRAIN_ATOMIC(atomicSub, static_cast<T>(old - value))
DETRAIN_ATOMIC(atomicMin, value < old ? value : old)
DETRAIN_ATOMIC(atomicMax, old < value ? value : old)
DETRAIN_ATOMIC(atomicAnd, static_cast<T>(old& value))
DETRAIN_ATOMIC(atomicOr, static_cast<T>(old | value))
DETRAIN_ATOMIC(atomicXor, static_cast<T>(old ^ value))
DETRAIN_ATOMIC(atomicExch, (static_cast<void>(old), value))
DETRAIN_ATOMIC(atomicInc, old >= value ? T(0) : static_cast<T>(old + 1))
DETRAIN_ATOMIC(atomicDec, old == 0 || old > value ? value : static_cast<T>(old - 1))
#undef DETRAIN_ATOMIC

template <class T>
inline __attribute__((always_inline)) T atomicCAS(T* at, ::detrain::cudahost::As<T> compare,
                                                  ::detrain::cudahost::As<T> value) {
  return ::detrain::cudahost::Update(
      at, [=](T old) __attribute__((no_sanitize("thread"))) -> T { return old == compare ? value : old; });
}

// Of vectors: each component is one atomic operation.
inline __attribute__((always_inline)) float2 atomicAdd(float2* at, float2 value) {
  return {atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y)};
}
inline __attribute__((always_inline)) float4 atomicAdd(float4* at, float4 value) {
  return {atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y), atomicAdd(&at->z, value.z),
          atomicAdd(&at->w, value.w)};
}
