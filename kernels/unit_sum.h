// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order-independent sums in one 64-bit integer: smaller and faster than BinnedSum, for who can read the addends twice
// or knows their range. Same bits for any grid, block order, split and run, on every GPU and on the CPU.
//
// PreroundedSum finds the largest exponent first, then all addends are rounded to one unit: the prerounding of J.
// Demmel and H. D. Nguyen, "Fast reproducible floating-point summation", ARITH 2013, with an integer for the
// accumulator. Error of n addends, n up to 2^37: below (n-1) * u * sum|x|, where u = 2^-24.
#pragma once

#include "numbers.h"

namespace detrain::kernels {

// x in units of 2^unit, to nearest, ties to even. |x| must be below 2^(unit + 62); x is finite.
template <class T>
DETRAIN_HD inline std::int64_t ToUnits(T x, int unit) {
  // Of a float 32 bits are enough: what drops 26 is below one half.
  using Word = std::conditional_t<(Format<T>::kPrecision <= 24), std::uint32_t, std::uint64_t>;
  const Parts parts = Take(x);
  const int drop = unit - parts.exponent;
  std::uint64_t units = 0;
  if (drop <= 0) {
    units = parts.significand << -drop;
  } else if (drop <= Format<T>::kPrecision + 1) {
    const auto significand = static_cast<Word>(parts.significand);
    const Word half = Word{1} << (drop - 1), rest = significand & (2 * half - 1), kept = significand >> drop;
    units = kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
  }
  return parts.negative ? -static_cast<std::int64_t>(units) : static_cast<std::int64_t>(units);
}

template <class To>
DETRAIN_HD inline To FromUnits(std::int64_t units, int unit) {
  const std::uint64_t magnitude = units < 0 ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
  return RoundTo<To>(units < 0, magnitude, unit, false);
}

// All bits zero: the empty sum. First announce every addend, then add every addend; then Round. Announce and Add are
// by many threads at once; AnnounceAlone and AddAlone by the only one that has the sum.
struct PreroundedSum {
  static constexpr std::uint32_t kNan = 1, kPlus = 2, kMinus = 4, kInfinities = 6, kZero = 8;

  std::int64_t units;
  std::uint32_t top;  // the largest biased exponent, at least 1
  std::uint32_t special;

  // What is settled already costs no atomic: an old value that was seen errs only towards announcing again.
  DETRAIN_HD void Announce(float x) {
    const std::uint32_t exponent = TopOf(x), flag = FlagOf(x);
    if (exponent > AtomicLoad(&top))
      AtomicMax(&top, exponent);
    if ((flag & ~AtomicLoad(&special)) != 0)
      AtomicOr(&special, flag);
  }
  DETRAIN_HD void AnnounceAlone(float x) {
    const std::uint32_t exponent = TopOf(x);
    top = exponent > top ? exponent : top;
    special |= FlagOf(x);
  }

  DETRAIN_HD bool Announced() const { return top != 0 || special != 0; }

  // `count`: at least the number of addends of this sum; the same in all calls, so that all bits are the same.
  DETRAIN_HD void Add(float x, Size count) {
    if (Adds(x))
      AtomicAdd(&units, ToUnits(x, Unit(top, count)));
  }
  DETRAIN_HD void AddAlone(float x, Size count) {
    if (Adds(x))
      units += ToUnits(x, Unit(top, count));
  }

  template <class To>
  DETRAIN_HD To Round(Size count) const {
    if ((special & kNan) != 0 || (special & kInfinities) == kInfinities)
      return QuietNan<To>();
    if ((special & kInfinities) != 0)
      return Infinity<To>((special & kMinus) != 0);
    return FromUnits<To>(units, Unit(top, count));
  }

  // All addends are below 2^(top - 126); `count` of them stay below 2^62 units.
  DETRAIN_HD static int Unit(std::uint32_t top, Size count) {
    const int unit = static_cast<int>(top) - 126 + BitWidth(count) - 62;
    return unit < Format<float>::kLowest ? Format<float>::kLowest : unit;
  }

  // What x announces: of `top`, 0 where it is no number but zero; and of `special`.
  DETRAIN_HD static std::uint32_t TopOf(float x) {
    const std::uint32_t bits = BitCast<std::uint32_t>(x) & 0x7fffffff;
    return bits == 0 || bits >= 0x7f800000 ? 0 : bits < 0x00800000 ? 1 : bits >> 23;
  }
  DETRAIN_HD static std::uint32_t FlagOf(float x) {
    const std::uint32_t bits = BitCast<std::uint32_t>(x), size = bits & 0x7fffffff;
    if (size > 0x7f800000)
      return kNan;
    return size == 0 ? kZero : size < 0x7f800000 ? 0 : bits != size ? kMinus : kPlus;
  }

 private:
  DETRAIN_HD bool Adds(float x) const { return (special & (kNan | kInfinities)) == 0 && x != 0; }
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
