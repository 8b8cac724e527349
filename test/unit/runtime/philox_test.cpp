// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "detrain/detrain.h"
#include "detrain/detrain.hpp"

namespace {

struct Vector {
  uint32_t counter[4];
  uint32_t key[2];
  uint32_t want[4];
};

// Random123, tests/kat_vectors, philox4x32 10.
TEST(Philox, PublishedKnownAnswers) {
  const Vector vectors[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const Vector& v : vectors) {
    uint32_t out[4];
    detrain_philox4x32_10(v.counter, v.key, out);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(out[i], v.want[i]);
  }
}

TEST(Stream, FirstBlockIsPhilox) {
  detrain_stream s;
  detrain_stream_init(&s, 0x299f31d0a4093822, 0);
  const uint32_t counter[4] = {0, 0, 0, 0};
  const uint32_t key[2] = {0xa4093822, 0x299f31d0};
  uint32_t want[4];
  detrain_philox4x32_10(counter, key, want);
  for (const uint32_t word : want)
    EXPECT_EQ(detrain_stream_u32(&s), word);
}

TEST(Stream, SkippingIsDrawing) {
  for (const uint64_t n : {0UL, 1UL, 3UL, 4UL, 5UL, 1000UL}) {
    detrain_stream drawn;
    detrain_stream skipped;
    detrain_stream_init(&drawn, 5, 9);
    detrain_stream_init(&skipped, 5, 9);
    for (uint64_t i = 0; i < n; ++i)
      detrain_stream_u32(&drawn);
    detrain_stream_skip(&skipped, n);
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(detrain_stream_u32(&drawn), detrain_stream_u32(&skipped)) << n;
  }
}

TEST(Stream, SeedAndStreamMatter) {
  detrain_stream a;
  detrain_stream b;
  detrain_stream c;
  detrain_stream_init(&a, 1, 0);
  detrain_stream_init(&b, 2, 0);
  detrain_stream_init(&c, 1, 1);
  const uint32_t first = detrain_stream_u32(&a);
  EXPECT_NE(first, detrain_stream_u32(&b));
  EXPECT_NE(first, detrain_stream_u32(&c));
}

TEST(Stream, FloatsLieInTheirRangeAndAverageHalf) {
  detrain_stream s;
  detrain_stream_init(&s, 3, 0);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const float x = detrain_stream_f32(&s);
    const double y = detrain_stream_f64(&s);
    ASSERT_TRUE(x >= 0 && x < 1 && y >= 0 && y < 1);
    sum += static_cast<double>(x) + y;
  }
  EXPECT_NEAR(sum / 20000, 0.5, 0.02);
}

TEST(Stream, BelowIsInBoundsAndHitsAll) {
  detrain_stream s;
  detrain_stream_init(&s, 4, 0);
  std::vector<int> hits(7);
  for (int i = 0; i < 7000; ++i) {
    const uint32_t x = detrain_stream_below(&s, 7);
    ASSERT_LT(x, 7U);
    ++hits[x];
  }
  for (const int n : hits)
    EXPECT_NEAR(n, 1000, 150);
  EXPECT_EQ(detrain_stream_below(&s, 1), 0U);
}

TEST(Stream, NormalHasMeanZeroAndVarianceOneAndTakesTwoDraws) {
  detrain_stream s;
  detrain_stream_init(&s, 6, 0);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = static_cast<double>(detrain_stream_normal_f32(&s));
    ASSERT_TRUE(std::isfinite(x));
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 20000, 0, 0.03);
  EXPECT_NEAR(squares / 20000, 1, 0.05);
  EXPECT_EQ(s.next, 40000U);
}

TEST(Stream, CxxFaceGivesTheSameNumbers) {
  detrain_stream s;
  detrain_stream_init(&s, 8, 2);
  detrain::Stream stream(8, 2);
  EXPECT_EQ(stream(), detrain_stream_u32(&s));
  EXPECT_EQ(stream.Uniform(), detrain_stream_f32(&s));
  stream.Skip(11);
  detrain_stream_skip(&s, 11);
  EXPECT_EQ(stream.Below(100), detrain_stream_below(&s, 100));
  EXPECT_EQ(stream.Normal(), detrain_stream_normal_f32(&s));
}

}  // namespace
