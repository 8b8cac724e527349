// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point formats as data, bf16 and half among them, and rounding into them by integer arithmetic alone, so that
// it is the same on every machine and under every compiler flag. Formats: IEEE 754-2019; bfloat16 is the upper half of
// a binary32.
#pragma once

#include <type_traits>

#include "host_device.h"

namespace detrain::kernels {

// The bits of __nv_bfloat16 and of __half.
struct Bf16 {
  std::uint16_t bits;
};
struct Half {
  std::uint16_t bits;
};

// kPrecision: bits of the significand with the hidden one. kLowest: exponent of the last bit of a subnormal.
template <class T>
struct Format;
template <>
struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr int kPrecision = 24, kLowest = -149, kHighest = 127;
};
template <>
struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr int kPrecision = 53, kLowest = -1074, kHighest = 1023;
};
template <>
struct Format<Bf16> {
  using Bits = std::uint16_t;
  static constexpr int kPrecision = 8, kLowest = -133, kHighest = 127;
};
template <>
struct Format<Half> {
  using Bits = std::uint16_t;
  static constexpr int kPrecision = 11, kLowest = -24, kHighest = 15;
};

// A number taken apart: value = (-1)^negative * significand * 2^exponent.
struct Parts {
  std::uint64_t significand;
  int exponent;
  bool negative, infinite, nan;
};

template <class T>
DETRAIN_HD inline Parts Take(T x) {
  using F = Format<T>;
  using Bits = typename F::Bits;
  constexpr int kFraction = F::kPrecision - 1;
  constexpr int kExponentBits = static_cast<int>(8 * sizeof(Bits)) - F::kPrecision;
  const std::uint64_t bits = BitCast<Bits>(x);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFraction) - 1);
  const int biased = static_cast<int>(bits >> kFraction) & ((1 << kExponentBits) - 1);
  const bool negative = (bits >> (8 * sizeof(Bits) - 1)) != 0;
  if (biased == (1 << kExponentBits) - 1)
    return {fraction, 0, negative, fraction == 0, fraction != 0};
  if (biased == 0)
    return {fraction, F::kLowest, negative, false, false};
  return {fraction | std::uint64_t{1} << kFraction, F::kLowest + biased - 1, negative, false, false};
}

// Bits of a positive infinity, and of the quiet NaN that all NaNs become (0x7fc00000 for float).
template <class T>
DETRAIN_HD inline T Infinity(bool negative) {
  using F = Format<T>;
  using Bits = typename F::Bits;
  constexpr int kWidth = static_cast<int>(8 * sizeof(Bits));
  const std::uint64_t exponent = ((std::uint64_t{1} << (kWidth - F::kPrecision)) - 1) << (F::kPrecision - 1);
  return BitCast<T>(static_cast<Bits>(exponent | static_cast<std::uint64_t>(negative) << (kWidth - 1)));
}

template <class T>
DETRAIN_HD inline T QuietNan() {
  using Bits = typename Format<T>::Bits;
  const std::uint64_t infinity = BitCast<Bits>(Infinity<T>(false));
  return BitCast<T>(static_cast<Bits>(infinity | std::uint64_t{1} << (Format<T>::kPrecision - 2)));
}

// (-1)^negative * significand * 2^exponent, to nearest, ties to even; overflow gives an infinity. `sticky`: the true
// value lies above by less than one unit of the significand, which must then have at least kPrecision + 1 bits. A zero
// is +0, whatever the sign.
template <class T>
DETRAIN_HD inline T RoundTo(bool negative, std::uint64_t significand, int exponent, bool sticky) {
  using F = Format<T>;
  using Bits = typename F::Bits;
  constexpr int kWidth = static_cast<int>(8 * sizeof(Bits));
  if (significand == 0)
    return BitCast<T>(Bits{0});
  // The last bit that the result keeps; `drop` bits below it go.
  const int by_precision = exponent + BitWidth(significand) - F::kPrecision;
  const int last = by_precision < F::kLowest ? F::kLowest : by_precision;
  const int drop = last - exponent;
  std::uint64_t kept = 0;
  bool half = false, below = sticky;
  if (drop <= 0) {
    kept = significand << -drop;
  } else if (drop <= 64) {
    kept = drop == 64 ? 0 : significand >> drop;
    half = (significand >> (drop - 1) & 1) != 0;
    below = below || (significand & ((std::uint64_t{1} << (drop - 1)) - 1)) != 0;
  }
  kept += half && (below || (kept & 1) != 0) ? 1 : 0;
  // A carry into the hidden bit raises the exponent by itself, because the fields lie next to each other.
  const std::uint64_t hidden = std::uint64_t{1} << (F::kPrecision - 1);
  const bool normal = kept >= hidden;
  const std::uint64_t biased = normal ? static_cast<std::uint64_t>(last - F::kLowest) + 1 : 0;
  if (normal && last + F::kPrecision - 1 + (kept >= 2 * hidden ? 1 : 0) > F::kHighest)
    return Infinity<T>(negative);
  const std::uint64_t bits = (normal ? (biased << (F::kPrecision - 1)) + (kept - hidden) : kept) |
                             static_cast<std::uint64_t>(negative && kept != 0) << (kWidth - 1);
  return BitCast<T>(static_cast<Bits>(bits));
}

// One rounding from any format into any other. A NaN becomes the quiet NaN above; -0 stays -0.
template <class To, class From>
DETRAIN_HD inline To Convert(From x) {
#ifdef __CUDA_ARCH__
  // One instruction, which -ftz does not reach; it would keep the bits of a NaN.
  if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>) {
    float to;
    asm("cvt.rn.f32.f64 %0, %1;" : "=f"(to) : "d"(x));
    return to != to ? QuietNan<float>() : to;
  }
#endif
  const Parts parts = Take(x);
  if (parts.nan)
    return QuietNan<To>();
  if (parts.infinite)
    return Infinity<To>(parts.negative);
  const To to = RoundTo<To>(parts.negative, parts.significand, parts.exponent, false);
  if (!parts.negative)
    return to;
  using Bits = typename Format<To>::Bits;
  constexpr int kSign = static_cast<int>(8 * sizeof(Bits)) - 1;
  return BitCast<To>(static_cast<Bits>(BitCast<Bits>(to) | std::uint64_t{1} << kSign));
}

// The conversions that kernels make for every element, by the hardware where it does them exactly.
DETRAIN_HD inline float ToFloat(float x) {
  return x;
}
DETRAIN_HD inline float ToFloat(Bf16 x) {
  return BitCast<float>(static_cast<std::uint32_t>(x.bits) << 16);
}
DETRAIN_HD inline float ToFloat(Half x) {
#ifdef __CUDA_ARCH__
  float to;
  asm("cvt.f32.f16 %0, %1;" : "=f"(to) : "h"(x.bits));
  return to;
#else
  return Convert<float>(x);
#endif
}

// From the double in which a kernel computed: rounded once, all NaNs one NaN, zero is +0.
template <class T>
DETRAIN_HD inline T Finish(double x) {
#ifdef __CUDA_ARCH__
  // The usual case without comparing doubles, which takes a GPU as long as adding them.
  if constexpr (std::is_same_v<T, float>) {
    const auto to = Convert<float>(x);
    return (BitCast<std::uint32_t>(to) & 0x7fffffff) == 0 && x == 0 ? 0 : to;
  }
#endif
  return Convert<T>(x == 0 ? 0.0 : x);
}

}  // namespace detrain::kernels
