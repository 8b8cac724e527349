// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloat16: storage, conversions (to nearest even) and arithmetic, which is that of float rounded once.
#pragma once

#include "cuda_runtime.h"

namespace detrain::cudahost {
unsigned short BfloatFromFloat(float x);
float BfloatToFloat(unsigned short bits);
}  // namespace detrain::cudahost

struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __nv_bfloat16 {
  unsigned short bits;

  __nv_bfloat16() = default;
  __nv_bfloat16(float x) : bits(::detrain::cudahost::BfloatFromFloat(x)) {}
  __nv_bfloat16(double x) : __nv_bfloat16(static_cast<float>(x)) {}
  __nv_bfloat16(int x) : __nv_bfloat16(static_cast<float>(x)) {}
  __nv_bfloat16(unsigned x) : __nv_bfloat16(static_cast<float>(x)) {}
  __nv_bfloat16(long long x) : __nv_bfloat16(static_cast<float>(x)) {}
  __nv_bfloat16(__nv_bfloat16_raw raw) : bits(raw.x) {}
  operator float() const { return ::detrain::cudahost::BfloatToFloat(bits); }
  operator __nv_bfloat16_raw() const { return {bits}; }
};
using nv_bfloat16 = __nv_bfloat16;
inline __nv_bfloat16 operator+(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) + static_cast<float>(b);
}
inline __nv_bfloat16& operator+=(__nv_bfloat16& a, __nv_bfloat16 b) {
  return a = a + b;
}
inline __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) - static_cast<float>(b);
}
inline __nv_bfloat16& operator-=(__nv_bfloat16& a, __nv_bfloat16 b) {
  return a = a - b;
}
inline __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) * static_cast<float>(b);
}
inline __nv_bfloat16& operator*=(__nv_bfloat16& a, __nv_bfloat16 b) {
  return a = a * b;
}
inline __nv_bfloat16 operator/(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) / static_cast<float>(b);
}
inline __nv_bfloat16& operator/=(__nv_bfloat16& a, __nv_bfloat16 b) {
  return a = a / b;
}
inline __nv_bfloat16 operator-(__nv_bfloat16 a) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(a.bits ^ 0x8000)};
}
inline bool operator==(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) == static_cast<float>(b);
}
inline bool operator!=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) != static_cast<float>(b);
}
inline bool operator<(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) < static_cast<float>(b);
}
inline bool operator>(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) > static_cast<float>(b);
}
inline bool operator<=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) <= static_cast<float>(b);
}
inline bool operator>=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) >= static_cast<float>(b);
}

inline float __bfloat162float(__nv_bfloat16 x) {
  return x;
}
inline __nv_bfloat16 __float2bfloat16(float x) {
  return x;
}
inline __nv_bfloat16 __float2bfloat16_rn(float x) {
  return x;
}
inline __nv_bfloat16 __double2bfloat16(double x) {
  return x;
}
inline __nv_bfloat16 __int2bfloat16_rn(int x) {
  return x;
}
inline int __bfloat162int_rn(__nv_bfloat16 x) {
  return __float2int_rn(x);
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) {
  return x.bits;
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
  return __nv_bfloat16_raw{x};
}
inline __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a + b;
}
inline __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a - b;
}
inline __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a * b;
}
inline __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a / b;
}
inline __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return -a;
}
inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
}
inline __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(a.bits & 0x7fff)};
}
inline __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return std::fmax(static_cast<float>(a), static_cast<float>(b));
}
inline __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return std::fmin(static_cast<float>(a), static_cast<float>(b));
}
inline bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a > b;
}
inline bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a < b;
}
inline bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a == b;
}
inline bool __hisnan(__nv_bfloat16 a) {
  return a != a;
}
inline __nv_bfloat16 hexp(__nv_bfloat16 a) {
  return std::exp(static_cast<float>(a));
}
inline __nv_bfloat16 hlog(__nv_bfloat16 a) {
  return std::log(static_cast<float>(a));
}
inline __nv_bfloat16 hsqrt(__nv_bfloat16 a) {
  return std::sqrt(static_cast<float>(a));
}
inline __nv_bfloat16 hrsqrt(__nv_bfloat16 a) {
  return 1.0F / std::sqrt(static_cast<float>(a));
}

struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};
inline __nv_bfloat162 operator+(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.x + b.x, a.y + b.y};
}
inline __nv_bfloat162 operator*(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.x * b.x, a.y * b.y};
}
inline __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return a + b;
}
inline __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return a * b;
}
inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
using nv_bfloat162 = __nv_bfloat162;
inline __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return {a.x, a.y};
}
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return {a, b};
}
inline float2 __bfloat1622float2(__nv_bfloat162 a) {
  return {a.x, a.y};
}
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return {a, b};
}
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return {a, a};
}
inline float __low2float(__nv_bfloat162 a) {
  return a.x;
}
inline float __high2float(__nv_bfloat162 a) {
  return a.y;
}
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
  return a.x;
}
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
  return a.y;
}
