// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp and log of our own, because no two math libraries agree in the last bit. Plain IEEE double operations only: the
// same bits wherever double is IEEE and nothing is contracted.
#pragma once

#include "host_device.h"

namespace detrain::kernels {

// 2^(quarters / 4) for quarters in -4088..4091. The table is made of choices, which cost a GPU less than memory.
DETRAIN_HD inline double PowerOfTwo(int quarters) {
  const double even = (quarters & 2) == 0 ? 1 : 1.4142135623730951;
  const double odd = (quarters & 2) == 0 ? 1.189207115002721 : 1.681792830507429;
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(quarters >> 2)) << 52;
  return BitCast<double>(BitCast<std::uint64_t>((quarters & 1) == 0 ? even : odd) + exponent);
}

// e^x for x up to 700, error below 2 units of the last place; 0 below -701, -infinity too; NaN of NaN. Reduction by a
// quarter of ln 2 in two pieces (Cody and Waite, "Software manual for the elementary functions", 1980), then the
// Chebyshev approximation of degree 8, which errs by 2^-58. No branches, so that several go at a time.
DETRAIN_HD inline double Exp(double x) {
  // Compared as integers: those above the bits of -701 are smaller numbers, and those above -infinity's are NaNs.
  const auto upper = static_cast<std::uint32_t>(BitCast<std::uint64_t>(x) >> 32);
  const bool is_zero = upper >= 0xc085e800 && upper <= 0xfff00000;
  const double rounder = 6755399441055744.0;  // 1.5 * 2^52: the sum's last bit is 1
  const double shifted = x * 5.7707801635558535 + rounder;
  const auto quarters = static_cast<int>(static_cast<std::uint32_t>(BitCast<std::uint64_t>(shifted)));
  const double n = shifted - rounder;
  const double high = x - n * 0.17328679509228095;  // exact: the constant has 32 bits
  const double r = high - n * 4.770537323176469e-11;
  double sum = 2.480625170077937e-05;
  sum = 0.00019845934320204508 + r * sum;
  sum = 0.0013888888625736228 + r * sum;
  sum = 0.008333333070174758 + r * sum;
  sum = 0.041666666666721655 + r * sum;
  sum = 0.16666666666721652 + r * sum;
  sum = 0.49999999999999994 + r * sum;
  sum = 0.9999999999999997 + r * sum;
  sum = 1 + r * sum;
  return is_zero ? 0 : sum * PowerOfTwo(quarters);
}

// The natural logarithm of a normal positive x, error below 2 units of the last place outside the neighbourhood of 1;
// NaN of NaN, infinity of infinity. Series of the inverse hyperbolic tangent.
DETRAIN_HD inline double Log(double x) {
  const std::uint64_t bits = BitCast<std::uint64_t>(x);
  if ((bits >> 52 & 0x7ff) == 0x7ff)
    return x;
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = BitCast<double>((bits & 0xfffffffffffff) | std::uint64_t{1023} << 52);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  const double f = (m - 1) / (m + 1), square = f * f;
  double sum = 0;
  for (int i = 21; i >= 1; i -= 2)
    sum = 1.0 / i + square * sum;
  return exponent * 1.9082149292705877e-10 + 2 * f * sum + exponent * 0.69314718036912382;
}

}  // namespace detrain::kernels
