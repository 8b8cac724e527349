// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order-independent sums. Same bits for any grid, block order, split and run, on every GPU and on the CPU: all that is
// ever added is integers.
//
// BinnedSum cuts the whole range of the format into bins of 32 bits, each kept in 64, as in J. Demmel and H. D. Nguyen,
// "Parallel reproducible summation", IEEE TC 2015, and P. Ahrens, J. Demmel, H. D. Nguyen, "Algorithms for efficient
// reproducible floating point summation", ACM TOMS 2020. Those keep the few uppermost bins and renormalise them as they
// go, which no plain atomic can do; here every bin is kept and carries are left to the end. So the sum is exact, and is
// rounded once, to nearest even.
//
// Semantics: any NaN, or infinities of both signs: the quiet NaN; else an infinity: itself; an exact zero: +0;
// subnormals are kept; a sum out of range: an infinity.
#pragma once

#include "numbers.h"

namespace detrain::kernels {

// T: the format of the addends, float or double; bf16 and half are exact as float. All bits zero: the empty sum. At
// most 2^31 additions, merged ones counted in. sizeof: 80 for float, 536 for double.
template <class T>
struct BinnedSum {
  static constexpr int kBins = (Format<T>::kHighest - Format<T>::kLowest + 1 + 31) / 32;
  static constexpr std::uint32_t kNan = 1, kPlus = 2, kMinus = 4;

  std::int64_t bins[kBins];  // bin i counts units of 2^(Format<T>::kLowest + 32 i)
  std::uint32_t special;
  std::uint32_t unused;

  DETRAIN_HD void Clear() { *this = BinnedSum{}; }

  DETRAIN_HD void Add(T x) {
    struct Plain {
      BinnedSum* sum;
      DETRAIN_HD void Bin(int i, std::int64_t by) const { sum->bins[i] += by; }
      DETRAIN_HD void Flag(std::uint32_t bit) const { sum->special |= bit; }
    };
    Scatter(x, Plain{this});
  }

  // By many threads at once, and by nobody in another way at the same time. *this lies in global or shared memory.
  DETRAIN_HD void AtomicAdd(T x) {
    struct Atomic {
      BinnedSum* sum;
      DETRAIN_HD void Bin(int i, std::int64_t by) const { kernels::AtomicAdd(&sum->bins[i], by); }
      DETRAIN_HD void Flag(std::uint32_t bit) const { AtomicOr(&sum->special, bit); }
    };
    Scatter(x, Atomic{this});
  }

  // What x adds, for who keeps the numbers of a sum in another order: how.Bin(i, by) for two or three bins, or
  // how.Flag(bit).
  template <class How>
  DETRAIN_HD static void Scatter(T x, How&& how) {
    const Parts parts = Take(x);
    if (parts.nan || parts.infinite)
      return how.Flag(parts.nan ? kNan : parts.negative ? kMinus : kPlus);
    if (parts.significand == 0)
      return;
    const auto at = static_cast<unsigned>(parts.exponent - Format<T>::kLowest), shift = at % 32;
    const auto add = [&](unsigned piece, std::uint32_t digits) {
      if (digits != 0)
        how.Bin(static_cast<int>(at / 32 + piece), parts.negative ? -std::int64_t{digits} : std::int64_t{digits});
    };
    // At most 24 + 31 bits: two pieces of 32. Of a double 53 + 31, three.
    const std::uint64_t low = (parts.significand & 0xffffffff) << shift;
    add(0, static_cast<std::uint32_t>(low));
    if constexpr (Format<T>::kPrecision <= 32) {
      add(1, static_cast<std::uint32_t>(low >> 32));
    } else {
      const std::uint64_t high = ((parts.significand >> 32) << shift) + (low >> 32);
      add(1, static_cast<std::uint32_t>(high));
      add(2, static_cast<std::uint32_t>(high >> 32));
    }
  }

  DETRAIN_HD void Merge(const BinnedSum& other) {
    for (int i = 0; i < kBins; ++i)
      bins[i] += other.bins[i];
    special |= other.special;
  }

  // The sum in the format To, rounded once.
  template <class To = T>
  DETRAIN_HD To Round() const {
    if ((special & kNan) != 0 || (special & (kPlus | kMinus)) == (kPlus | kMinus))
      return QuietNan<To>();
    if (special != 0)
      return Infinity<To>(special == kMinus);
    std::uint32_t digits[kBins + 2];
    const bool negative = Normalize(digits);
    int top = kBins + 1;
    while (top >= 0 && digits[top] == 0)
      --top;
    if (top < 0)
      return RoundTo<To>(false, 0, 0, false);
    return RoundDigits<To>(negative, digits, top);
  }

 private:
  // The sum's magnitude in base 2^32, lowest digit first; true where the sum is negative.
  DETRAIN_HD bool Normalize(std::uint32_t* digits) const {
    std::int64_t carry = 0;
    for (int i = 0; i < kBins; ++i) {
      // Neither term exceeds 2^63 - 2^32 after 2^31 additions, but their sum might: add the halves.
      const std::int64_t low = (bins[i] & 0xffffffff) + (carry & 0xffffffff);
      digits[i] = static_cast<std::uint32_t>(low);
      carry = (bins[i] >> 32) + (carry >> 32) + (low >> 32);
    }
    digits[kBins] = static_cast<std::uint32_t>(carry);
    digits[kBins + 1] = static_cast<std::uint32_t>(carry >> 32);
    if (carry >= 0)
      return false;
    std::uint64_t borrow = 1;
    for (int i = 0; i < kBins + 2; ++i) {
      borrow += static_cast<std::uint32_t>(~digits[i]);
      digits[i] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
    return true;
  }

  template <class To>
  DETRAIN_HD static To RoundDigits(bool negative, const std::uint32_t* digits, int top) {
    const int lead = 32 - BitWidth(digits[top]);
    const std::uint32_t second = top >= 1 ? digits[top - 1] : 0, third = top >= 2 ? digits[top - 2] : 0;
    // The uppermost 64 bits, left-adjusted; all below them only matter for being zero or not.
    const std::uint64_t upper = static_cast<std::uint64_t>(digits[top]) << 32 | second;
    const std::uint64_t bits = lead == 0 ? upper : upper << lead | third >> (32 - lead);
    bool sticky = lead == 0 ? third != 0 : static_cast<std::uint32_t>(third << lead) != 0;
    for (int i = 0; i < top - 2; ++i)
      sticky = sticky || digits[i] != 0;
    return RoundTo<To>(negative, bits, Format<T>::kLowest + 32 * (top - 1) - lead, sticky);
  }
};

}  // namespace detrain::kernels
