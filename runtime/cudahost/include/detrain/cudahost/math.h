// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions of arithmetic. The approximate ones of a GPU are computed exactly rounded or by the C library here:
// within their bounds, not the same bits. What glibc declares by the same name (__expf, __logf, __powf, ...) is hidden
// by macros.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "detrain/cudahost/atomics.h"

namespace detrain::cudahost {
inline float ExpF(float x) {
  return std::exp(x);
}
inline float Exp10F(float x) {
  return std::pow(10.0F, x);
}
inline float LogF(float x) {
  return std::log(x);
}
inline float Log2F(float x) {
  return std::log2(x);
}
inline float Log10F(float x) {
  return std::log10(x);
}
inline float PowF(float x, float y) {
  return std::pow(x, y);
}
inline float SinF(float x) {
  return std::sin(x);
}
inline float CosF(float x) {
  return std::cos(x);
}
inline float TanF(float x) {
  return std::tan(x);
}
inline void SinCosF(float x, float* s, float* c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
}  // namespace detrain::cudahost

#define __expf ::detrain::cudahost::ExpF
#define __exp10f ::detrain::cudahost::Exp10F
#define __logf ::detrain::cudahost::LogF
#define __log2f ::detrain::cudahost::Log2F
#define __log10f ::detrain::cudahost::Log10F
#define __powf ::detrain::cudahost::PowF
#define __sinf ::detrain::cudahost::SinF
#define __cosf ::detrain::cudahost::CosF
#define __tanf ::detrain::cudahost::TanF
#define __sincosf ::detrain::cudahost::SinCosF

inline float rsqrtf(float x) {
  return 1.0F / std::sqrt(x);
}
inline double rsqrt(double x) {
  return 1.0 / std::sqrt(x);
}
inline float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
inline float __fsqrt_rn(float x) {
  return std::sqrt(x);
}
inline float __frcp_rn(float x) {
  return 1.0F / x;
}
inline float __fdividef(float x, float y) {
  return x / y;
}
inline float fdividef(float x, float y) {
  return x / y;
}
inline float __saturatef(float x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}
inline float __fadd_rn(float x, float y) {
  return x + y;
}
inline float __fsub_rn(float x, float y) {
  return x - y;
}
inline float __fmul_rn(float x, float y) {
  return x * y;
}
inline float __fdiv_rn(float x, float y) {
  return x / y;
}
inline float __fmaf_rn(float x, float y, float z) {
  return std::fma(x, y, z);
}
inline double __dadd_rn(double x, double y) {
  return x + y;
}
inline double __dmul_rn(double x, double y) {
  return x * y;
}
inline double __fma_rn(double x, double y, double z) {
  return std::fma(x, y, z);
}
inline float normcdff(float x) {
  return 0.5F * std::erfc(-x * 0.70710678118654752F);
}
inline double normcdf(double x) {
  return 0.5 * std::erfc(-x * 0.70710678118654752);
}
inline float sinpif(float x) {
  return std::sin(3.14159265358979F * x);
}
inline float cospif(float x) {
  return std::cos(3.14159265358979F * x);
}

inline unsigned __float_as_uint(float x) {
  return ::detrain::cudahost::FromBits<unsigned>(::detrain::cudahost::ToBits(x));
}
inline int __float_as_int(float x) {
  return ::detrain::cudahost::FromBits<int>(::detrain::cudahost::ToBits(x));
}
inline float __uint_as_float(unsigned x) {
  return ::detrain::cudahost::FromBits<float>(x);
}
inline float __int_as_float(int x) {
  return ::detrain::cudahost::FromBits<float>(static_cast<unsigned>(x));
}
inline long long __double_as_longlong(double x) {
  return static_cast<long long>(::detrain::cudahost::ToBits(x));
}
inline double __longlong_as_double(long long x) {
  return ::detrain::cudahost::FromBits<double>(static_cast<std::uint64_t>(x));
}
inline int __float2int_rn(float x) {
  return static_cast<int>(std::nearbyint(x));
}
inline int __float2int_rd(float x) {
  return static_cast<int>(std::floor(x));
}
inline int __float2int_ru(float x) {
  return static_cast<int>(std::ceil(x));
}
inline int __float2int_rz(float x) {
  return static_cast<int>(x);
}
inline unsigned __float2uint_rn(float x) {
  return static_cast<unsigned>(std::nearbyint(x));
}
inline float __int2float_rn(int x) {
  return static_cast<float>(x);
}
inline float __uint2float_rn(unsigned x) {
  return static_cast<float>(x);
}
inline float __double2float_rn(double x) {
  return static_cast<float>(x);
}
inline long long __float2ll_rn(float x) {
  return std::llrint(x);
}
inline long long __double2ll_rn(double x) {
  return std::llrint(x);
}

inline int __popc(unsigned x) {
  return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
inline int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
inline unsigned __brev(unsigned x) {
  unsigned y = 0;
  for (int i = 0; i < 32; ++i)
    y |= (x >> i & 1U) << (31 - i);
  return y;
}
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned long long>(static_cast<Wide>(x) * y >> 64);
}
inline int __mul24(int x, int y) {
  return x * y;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  by &= 31;
  return by == 0 ? high : high << by | low >> (32 - by);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  by &= 31;
  return by == 0 ? low : low >> by | high << (32 - by);
}

// Hints for caches.
#define DETRAIN_CUDAHOST_LOAD(name) \
  template <class T>                \
  inline T name(const T* at) {      \
    return *at;                     \
  }
DETRAIN_CUDAHOST_LOAD(__ldg)
DETRAIN_CUDAHOST_LOAD(__ldca)
DETRAIN_CUDAHOST_LOAD(__ldcg)
DETRAIN_CUDAHOST_LOAD(__ldcs)
DETRAIN_CUDAHOST_LOAD(__ldcv)
DETRAIN_CUDAHOST_LOAD(__ldlu)
#undef DETRAIN_CUDAHOST_LOAD
#define DETRAIN_CUDAHOST_STORE(name)                          \
  template <class T>                                          \
  inline void name(T* at, ::detrain::cudahost::As<T> value) { \
    *at = value;                                              \
  }
DETRAIN_CUDAHOST_STORE(__stcg)
DETRAIN_CUDAHOST_STORE(__stcs)
DETRAIN_CUDAHOST_STORE(__stwb)
DETRAIN_CUDAHOST_STORE(__stwt)
#undef DETRAIN_CUDAHOST_STORE

// min and max of mixed types, as CUDA overloads them; the common type is that of arithmetic.
template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
inline constexpr std::common_type_t<A, B> min(A a, B b) {
  using T = std::common_type_t<A, B>;
  return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
inline constexpr std::common_type_t<A, B> max(A a, B b) {
  using T = std::common_type_t<A, B>;
  return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}

#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_INF __builtin_inf()
#define CUDART_PI_F 3.141592654F
