// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp and log of our own, because no two math libraries agree in the last bit. Plain IEEE double operations only: the
// same bits wherever double is IEEE and nothing is contracted.
#pragma once

#include "kernels/host_device.h"

namespace detrain::kernels {

// 2^n for n in -1022..1023.
DETRAIN_HD inline double PowerOfTwo(int n) {
  return BitCast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

// e^x for x up to 700, error below 2 units of the last place; 0 below -700. Reduction by ln 2 in two pieces (Cody and
// Waite, "Software manual for the elementary functions", 1980), then the series.
DETRAIN_HD inline double Exp(double x) {
  if (!(x >= -700))
    return x != x ? x : 0;
  const double scaled = x * 1.4426950408889634;
  const int n = static_cast<int>(scaled + (scaled < 0 ? -0.5 : 0.5));
  const double high = x - n * 0.69314718036912382;  // exact: the constant has 33 bits
  const double r = high - n * 1.9082149292705877e-10;
  double sum = 1;
  for (int i = 13; i >= 1; --i)
    sum = 1 + r * sum / i;
  return sum * PowerOfTwo(n);
}

// The natural logarithm of a normal positive x, error below 2 units of the last place outside the neighbourhood of 1.
// Series of the inverse hyperbolic tangent.
DETRAIN_HD inline double Log(double x) {
  const std::uint64_t bits = BitCast<std::uint64_t>(x);
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
