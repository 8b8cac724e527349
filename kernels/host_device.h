// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lets one definition be compiled by nvcc for the device and by any C++17 compiler for the host. A multiplication
// and an addition must never be contracted: nvcc gets -fmad=false, the others -ffp-contract=off, and where a fused
// operation is meant it is written as Fma.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__CUDACC__) || defined(__CUDA__)
#define DETRAIN_HD __host__ __device__
#else
#define DETRAIN_HD
#endif

namespace detrain::kernels {

using Size = std::uint64_t;  // counts of elements, lanes, items

template <class To, class From>
DETRAIN_HD inline To BitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "bits are kept, so sizes are equal");
  To to;
  memcpy(&to, &from, sizeof(to));
  return to;
}

// Integer atomics, relaxed: their results do not depend on order, and all readers wait for the whole pass.
DETRAIN_HD inline void AtomicAdd(std::int64_t* at, std::int64_t addend) {
#ifdef __CUDA_ARCH__
  atomicAdd(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(addend));
#else
  __atomic_fetch_add(at, addend, __ATOMIC_RELAXED);
#endif
}

// Returns the value before, which is a slot that depends on order: its user must not let that show.
DETRAIN_HD inline std::uint32_t AtomicAdd(std::uint32_t* at, std::uint32_t addend) {
#ifdef __CUDA_ARCH__
  return atomicAdd(at, addend);
#else
  return __atomic_fetch_add(at, addend, __ATOMIC_RELAXED);
#endif
}

DETRAIN_HD inline void AtomicOr(std::uint32_t* at, std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  atomicOr(at, bits);
#else
  __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
#endif
}

// May be older than what is there.
DETRAIN_HD inline std::uint32_t AtomicLoad(const std::uint32_t* at) {
#ifdef __CUDA_ARCH__
  return *at;
#else
  return __atomic_load_n(at, __ATOMIC_RELAXED);
#endif
}

DETRAIN_HD inline void AtomicMax(std::uint32_t* at, std::uint32_t value) {
#ifdef __CUDA_ARCH__
  atomicMax(at, value);
#else
  std::uint32_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (seen < value && !__atomic_compare_exchange_n(at, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

// Returns the value before, as above.
DETRAIN_HD inline Size AtomicExchange(Size* at, Size value) {
#ifdef __CUDA_ARCH__
  return atomicExch(reinterpret_cast<unsigned long long*>(at), value);
#else
  return __atomic_exchange_n(at, value, __ATOMIC_RELAXED);
#endif
}

// Number of bits of x without leading zeros; 0 for 0.
DETRAIN_HD inline int BitWidth(std::uint64_t x) {
#ifdef __CUDA_ARCH__
  return 64 - __clzll(static_cast<long long>(x));
#else
  return x == 0 ? 0 : 64 - __builtin_clzll(x);
#endif
}

// The least power of two that is not below x, for x in 1..2^63.
DETRAIN_HD inline Size NextPowerOfTwo(Size x) {
  return x <= 1 ? 1 : Size{1} << BitWidth(x - 1);
}

}  // namespace detrain::kernels
