// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order-independent sums in one 64-bit integer: smaller and faster than BinnedSum, for who can read the addends twice
// or knows their range. Same bits for any grid, block order, split and run, on every GPU and on the CPU.
//
// PreroundedSum finds the largest exponent first, then all addends are rounded to one unit: the prerounding of J.
// Demmel and H. D. Nguyen, "Fast reproducible floating-point summation", ARITH 2013, with an integer for the
// accumulator. Error of n addends, n up to 2^37: below (n-1) * u * sum|x|, where u = 2^-24.
#pragma once

#include "kernels/numbers.h"

namespace detrain::kernels {

// x in units of 2^unit, to nearest, ties to even. |x| must be below 2^(unit + 62); x is finite.
DETRAIN_HD inline std::int64_t ToUnits(float x, int unit) {
  const Parts parts = Take(x);
  const int drop = unit - parts.exponent;
  std::uint64_t units = 0;
  if (drop <= 0) {
    units = parts.significand << -drop;
  } else if (drop < 64) {
    const std::uint64_t half = std::uint64_t{1} << (drop - 1), rest = parts.significand & (2 * half - 1);
    units = parts.significand >> drop;
    units += rest > half || (rest == half && (units & 1) != 0) ? 1 : 0;
  }
  return parts.negative ? -static_cast<std::int64_t>(units) : static_cast<std::int64_t>(units);
}

template <class To>
DETRAIN_HD inline To FromUnits(std::int64_t units, int unit) {
  const std::uint64_t magnitude = units < 0 ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
  return RoundTo<To>(units < 0, magnitude, unit, false);
}

// All bits zero: the empty sum. First Announce every addend, then Add every addend; then Round.
struct PreroundedSum {
  static constexpr std::uint32_t kNan = 1, kPlus = 2, kMinus = 4, kInfinities = 6, kZero = 8;

  std::int64_t units;
  std::uint32_t top;  // the largest biased exponent, at least 1
  std::uint32_t special;

  DETRAIN_HD void Announce(float x) {
    const std::uint32_t bits = BitCast<std::uint32_t>(x) & 0x7fffffff;
    if (bits >= 0x7f800000)
      AtomicOr(&special, bits > 0x7f800000 ? kNan : BitCast<std::uint32_t>(x) >> 31 != 0 ? kMinus : kPlus);
    else if (bits != 0)
      AtomicMax(&top, bits < 0x00800000 ? 1 : bits >> 23);
    else
      AtomicOr(&special, kZero);
  }

  DETRAIN_HD bool Announced() const { return top != 0 || special != 0; }

  // `count`: at least the number of addends of this sum; the same in all calls, so that all bits are the same.
  DETRAIN_HD void Add(float x, Size count) {
    if ((special & (kNan | kInfinities)) == 0 && x != 0)
      AtomicAdd(&units, ToUnits(x, Unit(count)));
  }

  template <class To>
  DETRAIN_HD To Round(Size count) const {
    if ((special & kNan) != 0 || (special & kInfinities) == kInfinities)
      return QuietNan<To>();
    if ((special & kInfinities) != 0)
      return Infinity<To>((special & kMinus) != 0);
    return FromUnits<To>(units, Unit(count));
  }

 private:
  // All addends are below 2^(top - 126); `count` of them stay below 2^62 units.
  DETRAIN_HD int Unit(Size count) const {
    const int unit = static_cast<int>(top) - 126 + BitWidth(count) - 62;
    return unit < Format<float>::kLowest ? Format<float>::kLowest : unit;
  }
};

// Fixed point, where |x| < 2^(unit + 62) / count is proven for all `count` addends. Each is rounded to 2^unit: the
// error is count * 2^(unit - 1) at most, and 0 where all are multiples of 2^unit.
struct FixedSum {
  std::int64_t units;

  DETRAIN_HD void Add(float x, int unit) { units += ToUnits(x, unit); }
  DETRAIN_HD void AtomicAdd(float x, int unit) { kernels::AtomicAdd(&units, ToUnits(x, unit)); }
  template <class To = float>
  DETRAIN_HD To Round(int unit) const {
    return FromUnits<To>(units, unit);
  }
};

}  // namespace detrain::kernels
