// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle for sums: one two's complement number of 2560 bits, which takes floating-point numbers apart by frexp. It
// shares no code with kernels/, and judges a rounding by comparing distances, without rounding itself.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace detrain::kernels::test {

class Exact {
 public:
  void Add(double x) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    const auto significand = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    AddShifted(significand, exponent - 53 + kUnit);
  }

  // -1, 0 or 1.
  int Sign() const {
    if (words_.back() >> 63 != 0)
      return -1;
    for (const std::uint64_t word : words_)
      if (word != 0)
        return 1;
    return 0;
  }

 private:
  static constexpr int kUnit = 1130;  // the last bit is 2^-1130

  void AddShifted(std::int64_t value, int shift) {
    const std::uint64_t sign = value < 0 ? ~std::uint64_t{0} : 0;
    const auto bits = static_cast<std::uint64_t>(value);
    const auto word = static_cast<std::size_t>(shift / 64);
    const int by = shift % 64;
    unsigned carry = 0;
    for (std::size_t i = word; i < words_.size(); ++i) {
      std::uint64_t addend = sign;
      if (i == word)
        addend = bits << by;
      else if (i == word + 1)
        addend = by == 0 ? sign : bits >> (64 - by) | sign << by;
      const std::uint64_t sum = words_[i] + addend;
      const std::uint64_t total = sum + carry;
      carry = (sum < addend ? 1U : 0U) + (total < sum ? 1U : 0U);
      words_[i] = total;
    }
  }

  std::array<std::uint64_t, 40> words_{};
};

// Whether `rounded` is `sum` to nearest, ties to even, among the floats; the neighbours of the largest are 2^128.
inline bool IsNearestFloat(const Exact& sum, float rounded) {
  const auto value = [](float x) { return std::isinf(x) ? std::copysign(0x1p128, x) : static_cast<double>(x); };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float towards : {-kInfinity, kInfinity}) {
    const float other = std::nextafter(rounded, towards);
    if (other == rounded)
      continue;          // an infinity has one neighbour
    Exact beyond = sum;  // the middle of the two; halves of floats are exact in double
    beyond.Add(-value(rounded) / 2);
    beyond.Add(-value(other) / 2);
    const int side = beyond.Sign() * (towards > 0 ? 1 : -1);
    if (side > 0)
      return false;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &rounded, sizeof(bits));
    if (side == 0 && (bits & 1) != 0)
      return false;
  }
  return true;
}

}  // namespace detrain::kernels::test
