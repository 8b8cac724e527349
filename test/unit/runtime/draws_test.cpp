// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "detrain/draws.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <vector>

#include "detrain/detrain.h"
#include "detrain/draws.hpp"

namespace {

// The first block is Philox under the key that Philox gives for the stream and the step: published answers follow.
TEST(Draws, ArePhilox) {
  const uint32_t name[4] = {7, 0, 11, 0}, seed[2] = {42, 1};
  uint32_t key[4], want[4];
  detrain_philox4x32_10(name, seed, key);
  const uint32_t counter[4] = {5, 1U ^ key[2], 3, 2U ^ key[3]};
  detrain_philox4x32_10(counter, key, want);
  const detrain_draws draws = detrain_draws_at(42 + (1ULL << 32), 7, 11);
  EXPECT_EQ(detrain_draw_u32(&draws, 3 + (2ULL << 32), 5 + (1ULL << 32)), want[0]);
}

TEST(Draws, EveryPartOfTheNameCounts) {
  std::set<uint32_t> seen;
  for (const uint64_t bit : {1ULL, 1ULL << 31, 1ULL << 32, 1ULL << 63}) {
    const detrain_draws by_seed = detrain_draws_at(bit, 0, 0), by_stream = detrain_draws_at(0, bit, 0),
                        by_step = detrain_draws_at(0, 0, bit), none = detrain_draws_at(0, 0, 0);
    for (const detrain_draws* draws : {&by_seed, &by_stream, &by_step})
      seen.insert(detrain_draw_u32(draws, 0, 0));
    seen.insert(detrain_draw_u32(&none, bit, 0));
    seen.insert(detrain_draw_u32(&none, 0, bit));
  }
  EXPECT_EQ(seen.size(), 20U);
}

// Samples cut among workers in any way, each worker going backwards: the mask of the whole batch is the same.
TEST(Draws, AreTheSameOnAnyNumberOfWorkers) {
  const uint64_t samples = 60, elements = 17;
  std::vector<std::vector<float>> masks;
  for (const uint64_t workers : {1U, 2U, 3U, 4U, 8U}) {
    std::vector<float> mask(samples * elements, -1);
    for (uint64_t worker = 0; worker < workers; ++worker) {
      const detrain_draws draws = detrain_draws_at(9, 1, 4);
      for (uint64_t sample = worker; sample < samples; sample += workers)
        for (uint64_t i = elements; i-- > 0;)
          mask[sample * elements + i] = detrain_draw_f32(&draws, sample, i);
    }
    masks.push_back(mask);
  }
  for (const std::vector<float>& mask : masks)
    EXPECT_EQ(mask, masks.front());
}

TEST(Draws, FollowTheirDistributions) {
  const detrain_draws draws = detrain_draws_at(1, 2, 3);
  double mean = 0, normal = 0, square = 0;
  std::vector<int> hits(7);
  const int n = 70000;
  for (uint64_t i = 0; i < static_cast<uint64_t>(n); ++i) {
    const double u = detrain_draw_f64(&draws, i, 0);
    const auto z = static_cast<double>(detrain_draw_normal_f32(&draws, i, 1));
    EXPECT_TRUE(u >= 0 && u < 1);
    mean += u / n;
    normal += z / n;
    square += z * z / n;
    ++hits.at(detrain_draw_below(&draws, i, 2, 7));
  }
  EXPECT_NEAR(mean, 0.5, 0.01);
  EXPECT_NEAR(normal, 0, 0.02);
  EXPECT_NEAR(square, 1, 0.03);
  for (const int count : hits)
    EXPECT_NEAR(count, n / 7.0, 500);
  EXPECT_EQ(detrain_draw_below(&draws, 0, 0, 0), 0U);
}

TEST(Draws, AShuffleHasEachNumberOnce) {
  for (const uint64_t count : {1ULL, 2ULL, 5ULL, 64ULL, 1000ULL, 4097ULL}) {
    const detrain_draws first = detrain_draws_at(3, 0, 0), second = detrain_draws_at(3, 0, 1);
    std::set<uint64_t> seen;
    uint64_t same = 0;
    for (uint64_t place = 0; place < count; ++place) {
      const uint64_t number = detrain_draw_shuffled(&first, place, count);
      EXPECT_LT(number, count);
      seen.insert(number);
      same += number == detrain_draw_shuffled(&second, place, count) ? 1U : 0U;
    }
    EXPECT_EQ(seen.size(), count);
    EXPECT_TRUE(count < 1000 || same < 20);
  }
  const detrain_draws draws = detrain_draws_at(3, 0, 0);
  EXPECT_EQ(detrain_draw_shuffled(&draws, 9, 9), 9U);
  EXPECT_LT(detrain_draw_shuffled(&draws, 1, ~0ULL), ~0ULL);
}

// What a generator draws in front of the loop names the sample's draws; a second loop's are others.
TEST(Draws, OfASampleFollowFromTheEnginesStateAndTheSample) {
  std::mt19937 engine(5), same(5);
  const auto first = detrain::DrawsBy(engine), again = detrain::DrawsBy(same), second = detrain::DrawsBy(engine);
  std::set<uint32_t> seen;
  for (int sample = 0; sample < 50; ++sample) {
    auto one = first.Of(sample), other = again.Of(sample), later = second.Of(sample);
    std::mt19937 whole = first.EngineOf(sample), whole_again = again.EngineOf(sample);
    for (int element = 0; element < 20; ++element) {
      const auto number = one();
      EXPECT_EQ(number, other());
      seen.insert(static_cast<uint32_t>(number));
      seen.insert(static_cast<uint32_t>(later()));
      EXPECT_EQ(whole(), whole_again());
    }
  }
  EXPECT_EQ(seen.size(), 2000U);
  EXPECT_EQ(engine(), (same.discard(3), same()));
  std::mt19937_64 wide(5);
  EXPECT_GT(detrain::DrawsBy(wide).Of(1)(), 0xffffffffU);
}

TEST(Draws, OfASampleWithAStateOfTheCLibrary) {
  unsigned seed = 3, same_seed = 3;
  unsigned short state[3] = {1, 2, 3}, same_state[3] = {1, 2, 3}, mine[3], again[3];
  const detrain_draws by_seed = detrain_draws_by_rand_r(&seed), by_same = detrain_draws_by_rand_r(&same_seed);
  const detrain_draws by_state = detrain_draws_by_erand48(state), by_same_state = detrain_draws_by_erand48(same_state);
  std::set<unsigned> seeds;
  for (uint64_t sample = 0; sample < 100; ++sample) {
    EXPECT_EQ(detrain_sample_rand_r(&by_seed, sample), detrain_sample_rand_r(&by_same, sample));
    seeds.insert(detrain_sample_rand_r(&by_seed, sample));
    detrain_sample_erand48(&by_state, sample, mine);
    detrain_sample_erand48(&by_same_state, sample, again);
    EXPECT_EQ(0, std::memcmp(mine, again, sizeof mine));
  }
  EXPECT_EQ(seeds.size(), 100U);
  EXPECT_NE(seed, 3U);
  EXPECT_EQ(seed, same_seed);
}

}  // namespace
