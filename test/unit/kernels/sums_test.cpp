// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accumulators against exact sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "exact.h"
#include "kernels/binned_sum.h"
#include "kernels/unit_sum.h"
#include "samples.h"

namespace detrain::kernels::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

float Binned(const std::vector<float>& x) {
  BinnedSum<float> sum{};
  for (const float value : x)
    sum.Add(value);
  return sum.Round();
}

float Prerounded(const std::vector<float>& x) {
  PreroundedSum sum{};
  for (const float value : x)
    sum.Announce(value);
  for (const float value : x)
    sum.Add(value, x.size());
  return sum.Round<float>(x.size());
}

Exact ExactOf(const std::vector<float>& x) {
  Exact sum;
  for (const float value : x)
    sum.Add(value);
  return sum;
}

// |sum - rounded| <= (n - 1) * u * sum|x|, u = 2^-24, without any rounding of the left side.
bool IsWithinBound(const std::vector<float>& x, float rounded) {
  double magnitude = 0;
  for (const float value : x)
    magnitude += std::fabs(static_cast<double>(value));
  const double bound = (static_cast<double>(x.size()) - 1) * 0x1p-24 * magnitude * (1 + 1e-12);
  Exact above = ExactOf(x);
  above.Add(-static_cast<double>(rounded));
  Exact below = above;
  above.Add(-bound);
  below.Add(bound);
  return above.Sign() <= 0 && below.Sign() >= 0;
}

std::vector<std::vector<float>> Adversaries(std::mt19937& random) {
  std::vector<std::vector<float>> all;
  for (const Size n : Sizes(random, 3000)) {
    all.push_back(Normals(random, n));
    all.push_back(WildFloats(random, n));
    std::vector<float> cancels = WildFloats(random, n);  // all but a tiny rest goes
    for (Size i = 0; i < n; ++i)
      cancels.push_back(-cancels[i]);
    cancels.push_back(std::ldexp(static_cast<float>(random() % 999), -140));
    std::shuffle(cancels.begin(), cancels.end(), random);
    all.push_back(cancels);
    std::vector<float> tiny(n);
    for (float& value : tiny)
      value = std::ldexp(static_cast<float>(random() % 1024) - 512.0F, -149);
    all.push_back(tiny);
  }
  all.push_back({0x1p24F, 1.0F});                         // a tie, to even
  all.push_back({0x1p24F + 2.0F, 1.0F});                  // a tie, up
  all.push_back({0x1p24F, 1.0F, 0x1p-149F});              // just above a tie
  all.push_back({0x1p24F, 1.0F, -0x1p-149F});             // just below one
  all.push_back({3e38F, 3e38F, -3e38F, -3e38F, 1e-45F});  // overflows on the way only
  all.push_back({3e38F, 3e38F});                          // overflows
  all.push_back({-3.4028235e38F, -0x1p103F, 0x1p-149F});  // a hair inside the range
  all.push_back({-3.4028235e38F, -0x1p103F});             // the first sum outside
  return all;
}

TEST(BinnedSum, IsTheExactSumRoundedOnce) {
  std::mt19937 random(1);
  for (const std::vector<float>& x : Adversaries(random))
    EXPECT_TRUE(IsNearestFloat(ExactOf(x), Binned(x))) << x.size() << " addends, " << Binned(x);
}

TEST(BinnedSum, TheOracleNoticesAWrongLastBit) {
  const std::vector<float> x = {1.0F, 0x1p-30F};
  EXPECT_TRUE(IsNearestFloat(ExactOf(x), 1.0F));
  EXPECT_FALSE(IsNearestFloat(ExactOf(x), std::nextafter(1.0F, 2.0F)));
  EXPECT_FALSE(IsNearestFloat(ExactOf(x), std::nextafter(1.0F, 0.0F)));
}

TEST(BinnedSum, DoublesAreExactToo) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    BinnedSum<double> sum{};
    Exact exact;
    for (int i = 0; i < 200; ++i) {
      const double x = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                  static_cast<int>(random() % 1900) - 1100);
      sum.Add(x);
      exact.Add(x);
    }
    const double rounded = sum.Round();
    Exact rest = exact;
    rest.Add(-rounded);
    const double ulp = std::nextafter(std::fabs(rounded), INFINITY) - std::fabs(rounded);
    Exact above = rest, below = rest;
    above.Add(-ulp / 2);
    below.Add(ulp / 2);
    EXPECT_TRUE(above.Sign() <= 0 && below.Sign() >= 0) << rounded;
  }
}

TEST(BinnedSum, SpecialValues) {
  EXPECT_EQ(BitsOf(Binned({1, kNan, kInfinity})), 0x7fc00000);
  EXPECT_EQ(BitsOf(Binned({-kNan})), 0x7fc00000);
  EXPECT_EQ(BitsOf(Binned({kInfinity, 1, -kInfinity})), 0x7fc00000);
  EXPECT_EQ(Binned({kInfinity, -3e38F}), kInfinity);
  EXPECT_EQ(Binned({1, -kInfinity, -kInfinity}), -kInfinity);
  EXPECT_EQ(BitsOf(Binned({})), 0);
  EXPECT_EQ(BitsOf(Binned({-0.0F, -0.0F})), 0);
  EXPECT_EQ(BitsOf(Binned({5, -5})), 0);
  EXPECT_EQ(BitsOf(Binned({-0x1p-149F})), 0x80000001);
}

TEST(BinnedSum, NeitherOrderNorSplitShows) {
  std::mt19937 random(3);
  std::vector<float> x = WildFloats(random, 4000);
  const float first = Binned(x);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(x.begin(), x.end(), random);
    std::vector<BinnedSum<float>> parts(1 + random() % 9);
    for (BinnedSum<float>& part : parts)
      part.Clear();
    for (const float value : x)
      parts[random() % parts.size()].Add(value);
    while (parts.size() > 1) {
      const std::size_t into = random() % (parts.size() - 1);
      parts[into].Merge(parts.back());
      parts.pop_back();
    }
    EXPECT_EQ(BitsOf(parts[0].Round()), BitsOf(first));
  }
}

TEST(BinnedSum, ThreadsAddAtOnce) {
  std::mt19937 random(4);
  const std::vector<float> x = WildFloats(random, 8000);
  BinnedSum<float> sum{};
  HostRun(4, 77)(x.size(), [&](Size i) { sum.AtomicAdd(x[i]); });
  EXPECT_EQ(BitsOf(sum.Round()), BitsOf(Binned(x)));
}

TEST(BinnedSum, RoundsOnceIntoSmallFormats) {
  BinnedSum<float> sum{};
  sum.Add(1.0F);
  sum.Add(0x1p-8F);    // the middle between two bf16 numbers
  sum.Add(0x1p-100F);  // would be lost, and the tie go down, if float came between
  EXPECT_EQ(sum.Round<Bf16>().bits, 0x3f81);
  sum.Add(-0x1p-100F);
  EXPECT_EQ(sum.Round<Bf16>().bits, 0x3f80);
  sum.Clear();
  sum.Add(65520.0F);
  EXPECT_EQ(sum.Round<Half>().bits, 0x7c00);  // half's infinity
  sum.Add(-1.0F);
  EXPECT_EQ(sum.Round<Half>().bits, 0x7bff);
  sum.Clear();
  sum.Add(0x1p-25F);
  EXPECT_EQ(sum.Round<Half>().bits, 0);
  sum.Add(0x1p-40F);
  EXPECT_EQ(sum.Round<Half>().bits, 1);  // half's least subnormal
}

TEST(BinnedSum, BinsTakeTwoToThe31Additions) {
  BinnedSum<float> sum{};
  sum.Add(0x1.fffffep+7F);
  BinnedSum<float> many = sum;
  for (int doubling = 0; doubling < 31; ++doubling)
    many.Merge(BinnedSum<float>(many));
  EXPECT_EQ(many.Round(), 0x1.fffffep+38F);
}

TEST(PreroundedSum, KeepsTheBoundAndTheOrderOut) {
  std::mt19937 random(5);
  for (std::vector<float> x : Adversaries(random)) {
    const float first = Prerounded(x);
    EXPECT_TRUE(x.empty() || std::isinf(first) || IsWithinBound(x, first)) << x.size() << " addends, " << first;
    std::shuffle(x.begin(), x.end(), random);
    EXPECT_EQ(BitsOf(Prerounded(x)), BitsOf(first));
  }
}

TEST(PreroundedSum, SpecialValues) {
  EXPECT_EQ(BitsOf(Prerounded({1, -kNan, kInfinity})), 0x7fc00000);
  EXPECT_EQ(BitsOf(Prerounded({kInfinity, -kInfinity})), 0x7fc00000);
  EXPECT_EQ(Prerounded({1, -kInfinity, 0}), -kInfinity);
  EXPECT_EQ(BitsOf(Prerounded({})), 0);
  EXPECT_EQ(BitsOf(Prerounded({-0.0F})), 0);
  EXPECT_EQ(BitsOf(Prerounded({3, -3})), 0);
  EXPECT_EQ(BitsOf(Prerounded({0x1p-149F, 0x1p-149F})), 2);
}

TEST(FixedSum, IsExactOnMultiplesOfItsUnit) {
  FixedSum sum{};
  for (int i = 0; i < 1000; ++i)
    sum.Add(0.25F * static_cast<float>(i), -2);
  EXPECT_EQ(sum.Round(-2), 0.25F * 499500);
  sum.Add(0.125F, -2);  // a tie, to even
  EXPECT_EQ(sum.Round(-2), 0.25F * 499500);
}

// Every bf16 and half goes through float and back; every float rounds as the hardware rounds.
TEST(Formats, ConversionsRoundToNearestEven) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const Half half{static_cast<std::uint16_t>(bits)};
    const Bf16 bf16{static_cast<std::uint16_t>(bits)};
    EXPECT_TRUE(std::isnan(ToFloat(half)) || Convert<Half>(ToFloat(half)).bits == bits) << bits;
    EXPECT_TRUE(std::isnan(ToFloat(bf16)) || Convert<Bf16>(ToFloat(bf16)).bits == bits) << bits;
  }
  std::mt19937_64 random(6);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t bits = random();
    double wide = 0;
    std::memcpy(&wide, &bits, sizeof(wide));
    wide = i % 2 == 0 ? wide : std::ldexp(static_cast<double>(bits), static_cast<int>(bits % 340) - 240);
    EXPECT_TRUE(std::isnan(wide) || BitsOf(Convert<float>(wide)) == BitsOf(static_cast<float>(wide))) << wide;
  }
}

}  // namespace
}  // namespace detrain::kernels::test
