// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "detrain/ranks.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "detrain/shards.h"

namespace {

// Numbers of one shard: far apart in size, so that each order of adding them rounds differently.
template <typename T>
T Number(unsigned shard, std::size_t at) {
  const auto n = static_cast<T>((std::size_t{7919} * shard + at * 104729U) % 10007U + 1);
  return (shard + at) % 3 == 0 ? T{1e7} / n : n / T{1000};
}

int Sum(const detrain_transport* ranks, unsigned shards, const float* parts, std::size_t n, float* sum) {
  return detrain_all_sum_f32(ranks, shards, parts, n, sum);
}
int Sum(const detrain_transport* ranks, unsigned shards, const double* parts, std::size_t n, double* sum) {
  return detrain_all_sum_f64(ranks, shards, parts, n, sum);
}

template <typename T>
struct Work {
  unsigned shards;
  std::size_t length;
  std::vector<std::vector<T>> sums;  // by rank
};

template <typename T>
void AddUp(const detrain_transport* ranks, void* argument) {
  auto& work = *static_cast<Work<T>*>(argument);
  std::vector<T> parts;
  const unsigned end = detrain_first_shard(work.shards, ranks->rank + 1, ranks->size);
  for (unsigned s = detrain_first_shard(work.shards, ranks->rank, ranks->size); s < end; ++s)
    for (std::size_t at = 0; at < work.length; ++at)
      parts.push_back(Number<T>(s, at));
  std::vector<T>& sum = work.sums[static_cast<std::size_t>(ranks->rank)];
  sum.resize(work.length);
  EXPECT_EQ(Sum(ranks, work.shards, parts.data(), work.length, sum.data()), 0);
}

// The tree of detrain/shards.h, which loops over threads use.
std::vector<float> Tree(unsigned shards, std::size_t length) {
  std::vector<float> sums;
  for (std::size_t at = 0; at < length; ++at) {
    float sum = 0;
    DETRAIN_PARTS(16, sum);
    for (unsigned s = 0; s < shards; ++s)
      detrain_parts_sum[s] = Number<float>(s, at);
    DETRAIN_MERGE_PARTS(shards, sum, +);
    sums.push_back(sum);
  }
  return sums;
}

TEST(Ranks, SumsAreThoseOfTheTreeOnAnyNumber) {
  for (const unsigned shards : {8U, 6U, 13U})
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{1000}}) {
      const std::vector<float> want = Tree(shards, length);
      for (const int size : {1, 2, 3, 4, 6}) {
        Work<float> work{shards, length, std::vector<std::vector<float>>(static_cast<std::size_t>(size))};
        detrain_run_virtual(size, AddUp<float>, &work);
        for (const std::vector<float>& sum : work.sums)
          EXPECT_TRUE(length == 0 || std::memcmp(sum.data(), want.data(), length * sizeof(float)) == 0)
              << shards << " " << size;
      }
    }
}

TEST(Ranks, DoublesToo) {
  Work<double> one{8, 100, std::vector<std::vector<double>>(1)}, eight{8, 100, std::vector<std::vector<double>>(8)};
  detrain_run_virtual(1, AddUp<double>, &one);
  detrain_run_virtual(8, AddUp<double>, &eight);
  for (const std::vector<double>& sum : eight.sums)
    EXPECT_EQ(sum, one.sums[0]);
}

// The control: added rank by rank, as a library may, four ranks give other bits than one.
TEST(Ranks, AnotherOrderGivesOtherBits) {
  const std::vector<float> tree = Tree(8, 1000);
  std::vector<float> in_turn(1000, 0);
  for (unsigned s = 0; s < 8; ++s)
    for (std::size_t at = 0; at < in_turn.size(); ++at)
      in_turn[at] += Number<float>(s, at);
  EXPECT_NE(tree, in_turn);
}

void Gather(const detrain_transport* ranks, void*) {
  const std::size_t total = 37;
  std::vector<unsigned char> all(total);
  const auto cut = [&](int rank) { return detrain_first_shard(37, rank, ranks->size); };
  for (unsigned i = cut(ranks->rank); i < cut(ranks->rank + 1); ++i)
    all[i] = static_cast<unsigned char>(i + 1);
  EXPECT_EQ(detrain_all_gather(ranks, all.data(), total), 0);
  EXPECT_EQ(detrain_all_wait(ranks), 0);
  for (unsigned i = 0; i < total; ++i)
    EXPECT_EQ(all[i], i + 1);
}

TEST(Ranks, GatherAll) {
  for (const int size : {1, 2, 5, 8})
    detrain_run_virtual(size, Gather, nullptr);
}

void TooMany(const detrain_transport* ranks, void*) {
  const float part = 1;
  float sum = 0;
  detrain_all_sum_f32(ranks, 2, &part, 1, &sum);
}

TEST(RanksDeathTest, MoreThanShardsAreRefused) {
  EXPECT_EXIT(detrain_run_virtual(3, TooMany, nullptr), testing::ExitedWithCode(2), "3 ranks for 2 shards");
}

}  // namespace
