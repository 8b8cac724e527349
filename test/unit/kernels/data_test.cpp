// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose places are chosen by data or by draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "exact.h"
#include "kernels/random.h"
#include "kernels/scan.h"
#include "kernels/scatter.h"
#include "kernels/top_k.h"
#include "samples.h"

namespace detrain::kernels::test {
namespace {

TEST(IndexAdd, IsTheExactSumForOrdinaryNumbers) {
  std::mt19937 random(21);
  std::vector<std::uint64_t> memory;
  for (const Size count : Sizes(random, 3000)) {
    const Size rows = 1 + random() % 50, columns = 1 + random() % 9;
    const std::vector<float> source = Normals(random, count * columns), before = Normals(random, rows * columns);
    std::vector<std::int64_t> index(count);
    for (std::int64_t& i : index)
      i = static_cast<std::int64_t>(random() % (rows + 2)) - 1;  // one below, one above
    std::uint32_t skipped = 0;
    const auto out = SameForAnyOrder([&](HostRun& run) {
      std::vector<float> o = before;
      skipped = 0;
      IndexAdd(run, source.data(), index.data(), count, o.data(), {rows, columns}, &skipped,
               Scratch(memory, IndexAddWorkspace(count, {rows, columns})));
      return o;
    });
    const auto outside = [&](std::int64_t i) { return i < 0 || i >= static_cast<std::int64_t>(rows); };
    EXPECT_EQ(skipped, std::count_if(index.begin(), index.end(), outside));
    for (Size at = 0; at < rows * columns; ++at) {
      Exact sum;
      sum.Add(before[at]);
      for (Size i = 0; i < count; ++i)
        if (index[i] == static_cast<std::int64_t>(at / columns))
          sum.Add(source[i * columns + at % columns]);
      EXPECT_TRUE(IsNearestFloat(sum, out[at])) << at;
    }
  }
}

TEST(ScatterAdd, PlacesThatAreNotNamedKeepTheirBits) {
  HostRun run;
  std::vector<std::uint64_t> memory;
  std::vector<float> out = {-0.0F, -0.0F, 1.0F, NAN, 5.0F};
  const std::uint32_t nan = BitsOf(out[3]);
  const std::vector<float> source = {-0.0F, 2.0F, INFINITY};
  const std::vector<std::int32_t> index = {1, 2, 4};
  ScatterAdd(run, source.data(), index.data(), 3, out.data(), 5, nullptr,
             Scratch(memory, IndexAddWorkspace(3, {5, 1})));
  EXPECT_EQ(BitsOf(out[0]), 0x80000000);
  EXPECT_EQ(BitsOf(out[1]), 0);
  EXPECT_EQ(out[2], 3.0F);
  EXPECT_EQ(BitsOf(out[3]), nan);
  EXPECT_EQ(out[4], INFINITY);
}

void CheckEmbeddingBackward(std::mt19937& random, Size batch, Size time, Size channels, Size vocabulary) {
  std::vector<std::uint64_t> memory;
  const std::vector<float> out = Normals(random, batch * time * channels);
  std::vector<std::int32_t> token(batch * time);
  for (std::int32_t& t : token)
    t = static_cast<std::int32_t>(random() % vocabulary);
  const auto tables = SameForAnyOrder([&](HostRun& run) {
    std::vector<float> both(vocabulary * channels + time * channels, 1.0F);
    const Embedding of{batch, time, channels, vocabulary};
    EmbeddingBackward(run, out.data(), token.data(), of, both.data(), both.data() + vocabulary * channels, nullptr,
                      Scratch(memory, EmbeddingWorkspace(of)));
    return both;
  });
  std::vector<double> want(tables.size(), 1.0);
  for (Size i = 0; i < batch * time * channels; ++i) {
    want[static_cast<Size>(token[i / channels]) * channels + i % channels] += out[i];
    want[vocabulary * channels + i % (time * channels)] += out[i];
  }
  for (Size i = 0; i < want.size(); ++i)
    EXPECT_NEAR(tables[i], want[i], 1e-6 * (1 + std::fabs(want[i])));
}

TEST(EmbeddingBackward, AddsToBothTables) {
  std::mt19937 random(22);
  CheckEmbeddingBackward(random, 3, 17, 5, 11);
  CheckEmbeddingBackward(random, 0, 17, 5, 11);
  CheckEmbeddingBackward(random, 1, 1, 1, 1);
  CheckEmbeddingBackward(random, 33, 7, 3, 2);  // many tokens in one place
  CheckEmbeddingBackward(random, 2, 257, 31, 1000);
}

TEST(Histogram, CountsAndSkips) {
  std::mt19937 random(23);
  for (const Size count : Sizes(random, 20000)) {
    std::vector<std::int32_t> key(count);
    for (std::int32_t& k : key)
      k = static_cast<std::int32_t>(random() % 12) - 1;
    const auto bins = SameForAnyOrder([&](HostRun& run) {
      std::vector<std::uint32_t> b(11);
      Histogram(run, key.data(), count, b.data(), 10, &b[10]);
      return b;
    });
    for (Size b = 0; b < 10; ++b)
      EXPECT_EQ(bins[b], std::count(key.begin(), key.end(), static_cast<std::int32_t>(b)));
    EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), Size{0}), count);
  }
}

TEST(PrefixSum, InclusiveAndExclusive) {
  std::mt19937 random(24);
  std::vector<std::uint64_t> memory;
  std::vector<Size> sizes = Sizes(random, 100000);
  sizes.push_back(256 * 256 + 1);
  for (const Size n : sizes) {
    const std::vector<float> x = Normals(random, n);
    std::vector<std::int32_t> integers(n);
    for (std::int32_t& i : integers)
      i = static_cast<std::int32_t>(random() % 2000) - 1000;
    for (const Scan kind : {Scan::Inclusive, Scan::Exclusive}) {
      const auto out = SameForAnyOrder([&](HostRun& run) {
        std::vector<float> o(n);
        PrefixSum(run, kind, x.data(), n, o.data(), Scratch(memory, PrefixSumWorkspace<float>(n)));
        return o;
      });
      HostRun run;
      std::vector<std::int32_t> counts = integers;  // in place
      PrefixSum(run, kind, counts.data(), n, counts.data(), Scratch(memory, PrefixSumWorkspace<std::int32_t>(n)));
      double sum = 0;
      std::int32_t count = 0;
      for (Size i = 0; i < n; ++i) {
        const double before = sum;
        const std::int32_t count_before = count;
        sum += x[i];
        count += integers[i];
        ASSERT_NEAR(out[i], kind == Scan::Inclusive ? sum : before, 1e-7 * std::fabs(sum) + 1e-6);
        ASSERT_EQ(counts[i], kind == Scan::Inclusive ? count : count_before);
      }
    }
  }
}

TEST(TopK, TiesGoToTheLowerIndex) {
  std::mt19937 random(25);
  std::vector<std::uint64_t> memory;
  for (const Size n : {1UL, 2UL, 33UL, 1000UL})
    for (const Size k : {Size{1}, (n + 1) / 2, n}) {
      const Size rows = 3;
      std::vector<float> x(rows * n);
      for (float& value : x) {
        const auto pick = static_cast<float>(static_cast<int>(random() % 9) - 4);
        value = pick == 4 ? (random() % 2 == 0 ? NAN : -NAN) : pick == 0 && random() % 2 == 0 ? -0.0F : pick;
      }
      const auto found = SameForAnyOrder([&](HostRun& run) {
        std::vector<float> value(rows * k);
        std::vector<std::uint32_t> index(rows * k);
        EXPECT_TRUE(
            TopK(run, x.data(), rows, n, k, value.data(), index.data(), Scratch(memory, TopKWorkspace(rows, k))));
        return index;
      });
      for (Size r = 0; r < rows; ++r) {
        std::vector<std::uint32_t> want(n);
        std::iota(want.begin(), want.end(), 0);
        const float* const row = &x[r * n];
        std::stable_sort(want.begin(), want.end(), [=](std::uint32_t a, std::uint32_t b) {
          return std::isnan(row[a]) ? !std::isnan(row[b]) : row[a] > row[b];
        });
        for (Size j = 0; j < k; ++j)
          EXPECT_EQ(found[r * k + j], want[j]);
      }
    }
  HostRun run;
  EXPECT_FALSE(TopK(run, nullptr, 1, 3, 4, nullptr, nullptr, nullptr));
}

TEST(Random, ElementsDoNotDependOnTheRangeThatIsFilled) {
  std::mt19937 random(26);
  HostRun plain;
  std::vector<std::uint32_t> whole(1000);
  FillBits(plain, {7, 3, 0}, whole.data(), whole.size());
  for (const Size n : Sizes(random, 500)) {
    const Size offset = n < 990 ? random() % (1000 - n) : 0;
    const auto part = SameForAnyOrder([&](HostRun& run) {
      std::vector<std::uint32_t> p(n);
      FillBits(run, {7, 3, offset}, p.data(), n);
      return p;
    });
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(offset)));
  }
}

// Random123, tests/kat_vectors, philox4x32 10; and the stream's meaning of seed, stream and block.
TEST(Random, PhiloxKnownAnswers) {
  const Words4 pi = Philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0);
  EXPECT_EQ(pi.word[0], 0xd16cfe09);
  EXPECT_EQ(pi.word[3], 0x24126ea1);
  const Words4 block = PhiloxBlock(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88);
  EXPECT_EQ(block.word[0], 0xd16cfe09);
}

TEST(Random, UniformsLieInTheirIntervals) {
  HostRun run;
  std::vector<float> half_open(100000), other(100000);
  FillUniform(run, {1, 0, 0}, half_open.data(), half_open.size());
  FillUniformAsCurand(run, {1, 0, 0}, other.data(), other.size());
  EXPECT_GE(*std::min_element(half_open.begin(), half_open.end()), 0.0F);
  EXPECT_LT(*std::max_element(half_open.begin(), half_open.end()), 1.0F);
  EXPECT_GT(*std::min_element(other.begin(), other.end()), 0.0F);
  EXPECT_LE(*std::max_element(other.begin(), other.end()), 1.0F);
  EXPECT_NEAR(std::accumulate(other.begin(), other.end(), 0.0) / 1e5, 0.5, 0.005);
}

TEST(Dropout, KeepsTheShareAndTheMean) {
  std::mt19937 random(27);
  for (const Size n : Sizes(random, 50000)) {
    const std::vector<float> x(n, 3.0F);
    const auto out = SameForAnyOrder([&](HostRun& run) {
      std::vector<float> o(n);
      Dropout(run, {5, 1, 2}, 0.25F, x.data(), o.data(), n);
      return o;
    });
    const auto kept = std::count(out.begin(), out.end(), 4.0F);
    EXPECT_EQ(kept + std::count(out.begin(), out.end(), 0.0F), n);
    EXPECT_NEAR(static_cast<double>(kept), 0.75 * static_cast<double>(n), 5 * std::sqrt(static_cast<double>(n)));
  }
}

// From the words that FillBits gives: the number is between its two neighbours, and the word decides which.
TEST(StochasticRounding, OfAnySizeFollowsTheDraws) {
  std::mt19937 random(28);
  for (const Size n : Sizes(random, 5000)) {
    const std::vector<float> x = Normals(random, n);
    const Draws draws{11, 4, random() % 100};
    HostRun plain;
    std::vector<std::uint32_t> word(n);
    FillBits(plain, draws, word.data(), n);
    const auto rounded = SameForAnyOrder([&](HostRun& run) {
      std::vector<Bf16> out(n);
      StochasticRounding(run, draws, x.data(), out.data(), n);
      return out;
    });
    for (Size i = 0; i < n; ++i) {
      const std::uint32_t bits = BitsOf(x[i]), up = (word[i] & 0xffff) + (bits & 0xffff) > 0xffff ? 1 : 0;
      ASSERT_EQ(rounded[i].bits, (bits >> 16) + up) << i;
    }
  }
}

TEST(StochasticRounding, IsUnbiasedAndKeepsWhatFits) {
  HostRun run;
  const Size n = 65536;
  std::vector<Bf16> out(n);
  const std::vector<float> x(n, 1.0F + 0x1p-9F);  // a quarter of the way
  StochasticRounding(run, {3, 0, 0}, x.data(), out.data(), n);
  Size up = 0;
  for (const Bf16 value : out) {
    ASSERT_TRUE(value.bits == 0x3f80 || value.bits == 0x3f81);
    up += value.bits == 0x3f81 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(up), 16384.0, 500.0);
  EXPECT_EQ(StochasticRound(-2.5F, 0xffffffff).bits, 0xc020);
  EXPECT_EQ(StochasticRound(-NAN, 0xffffffff).bits, 0x7fc0);
  EXPECT_EQ(StochasticRound(INFINITY, 0xffffffff).bits, 0x7f80);
}

}  // namespace
}  // namespace detrain::kernels::test
