// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IEEE half precision: storage, conversions (to nearest even) and arithmetic, which is that of float rounded once.
#pragma once

#include "cuda_runtime.h"

namespace detrain::cudahost {
unsigned short HalfFromFloat(float x);
float HalfToFloat(unsigned short bits);
}  // namespace detrain::cudahost

struct __half_raw {
  unsigned short x;
};

struct __half {
  unsigned short bits;

  __half() = default;
  __half(float x) : bits(::detrain::cudahost::HalfFromFloat(x)) {}
  __half(double x) : __half(static_cast<float>(x)) {}
  __half(int x) : __half(static_cast<float>(x)) {}
  __half(unsigned x) : __half(static_cast<float>(x)) {}
  __half(long long x) : __half(static_cast<float>(x)) {}
  __half(__half_raw raw) : bits(raw.x) {}
  operator float() const { return ::detrain::cudahost::HalfToFloat(bits); }
  operator __half_raw() const { return {bits}; }
};
using __nv_half = __half;
inline __half operator+(__half a, __half b) {
  return static_cast<float>(a) + static_cast<float>(b);
}
inline __half& operator+=(__half& a, __half b) {
  return a = a + b;
}
inline __half operator-(__half a, __half b) {
  return static_cast<float>(a) - static_cast<float>(b);
}
inline __half& operator-=(__half& a, __half b) {
  return a = a - b;
}
inline __half operator*(__half a, __half b) {
  return static_cast<float>(a) * static_cast<float>(b);
}
inline __half& operator*=(__half& a, __half b) {
  return a = a * b;
}
inline __half operator/(__half a, __half b) {
  return static_cast<float>(a) / static_cast<float>(b);
}
inline __half& operator/=(__half& a, __half b) {
  return a = a / b;
}
inline __half operator-(__half a) {
  return __half_raw{static_cast<unsigned short>(a.bits ^ 0x8000)};
}
inline bool operator==(__half a, __half b) {
  return static_cast<float>(a) == static_cast<float>(b);
}
inline bool operator!=(__half a, __half b) {
  return static_cast<float>(a) != static_cast<float>(b);
}
inline bool operator<(__half a, __half b) {
  return static_cast<float>(a) < static_cast<float>(b);
}
inline bool operator>(__half a, __half b) {
  return static_cast<float>(a) > static_cast<float>(b);
}
inline bool operator<=(__half a, __half b) {
  return static_cast<float>(a) <= static_cast<float>(b);
}
inline bool operator>=(__half a, __half b) {
  return static_cast<float>(a) >= static_cast<float>(b);
}

inline float __half2float(__half x) {
  return x;
}
inline __half __float2half(float x) {
  return x;
}
inline __half __float2half_rn(float x) {
  return x;
}
inline __half __double2half(double x) {
  return x;
}
inline __half __int2half_rn(int x) {
  return x;
}
inline int __half2int_rn(__half x) {
  return __float2int_rn(x);
}
inline unsigned short __half_as_ushort(__half x) {
  return x.bits;
}
inline __half __ushort_as_half(unsigned short x) {
  return __half_raw{x};
}
inline __half __hadd(__half a, __half b) {
  return a + b;
}
inline __half __hsub(__half a, __half b) {
  return a - b;
}
inline __half __hmul(__half a, __half b) {
  return a * b;
}
inline __half __hdiv(__half a, __half b) {
  return a / b;
}
inline __half __hneg(__half a) {
  return -a;
}
inline __half __hfma(__half a, __half b, __half c) {
  return std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
}
inline __half __habs(__half a) {
  return __half_raw{static_cast<unsigned short>(a.bits & 0x7fff)};
}
inline __half __hmax(__half a, __half b) {
  return std::fmax(static_cast<float>(a), static_cast<float>(b));
}
inline __half __hmin(__half a, __half b) {
  return std::fmin(static_cast<float>(a), static_cast<float>(b));
}
inline bool __hgt(__half a, __half b) {
  return a > b;
}
inline bool __hlt(__half a, __half b) {
  return a < b;
}
inline bool __heq(__half a, __half b) {
  return a == b;
}
inline bool __hisnan(__half a) {
  return a != a;
}
inline __half hexp(__half a) {
  return std::exp(static_cast<float>(a));
}
inline __half hlog(__half a) {
  return std::log(static_cast<float>(a));
}
inline __half hsqrt(__half a) {
  return std::sqrt(static_cast<float>(a));
}
inline __half hrsqrt(__half a) {
  return 1.0F / std::sqrt(static_cast<float>(a));
}

struct alignas(4) __half2 {
  __half x, y;
};
inline __half2 operator+(__half2 a, __half2 b) {
  return {a.x + b.x, a.y + b.y};
}
inline __half2 operator*(__half2 a, __half2 b) {
  return {a.x * b.x, a.y * b.y};
}
inline __half2 __hadd2(__half2 a, __half2 b) {
  return a + b;
}
inline __half2 __hmul2(__half2 a, __half2 b) {
  return a * b;
}
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
using half = __half;
using half2 = __half2;
inline __half2 __float22half2_rn(float2 a) {
  return {a.x, a.y};
}
inline __half2 __floats2half2_rn(float a, float b) {
  return {a, b};
}
inline float2 __half22float2(__half2 a) {
  return {a.x, a.y};
}
inline __half2 __halves2half2(__half a, __half b) {
  return {a, b};
}
inline __half2 __half2half2(__half a) {
  return {a, a};
}
inline float __low2float(__half2 a) {
  return a.x;
}
inline float __high2float(__half2 a) {
  return a.y;
}
inline __half __low2half(__half2 a) {
  return a.x;
}
inline __half __high2half(__half2 a) {
  return a.y;
}
