// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/paged.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace detrain::infer {
namespace {

using Paged = PagedMap<std::string>;
using Model = std::map<std::uint32_t, std::string>;

Model Listed(const Paged& paged) {
  Model out;
  for (const auto& [key, value] : paged)
    out.emplace(key, value);
  return out;
}

// A few keys that lie together, a few that are far away.
std::uint32_t SomeKey(std::mt19937& random) {
  const auto key = static_cast<std::uint32_t>(random() % 40);
  return random() % 3 == 0 ? key * 977 : key;
}

TEST(PagedMap, HoldsWhatAMapHolds) {
  std::mt19937 random(3);
  std::vector<Paged> paged(3);
  std::vector<Model> model(3);
  for (int round = 0; round < 3000; ++round) {
    const auto a = random() % 3, b = random() % 3;
    const std::uint32_t key = SomeKey(random);
    switch (random() % 8) {
      case 0:
        paged[a] = paged[b];
        model[a] = model[b];
        break;
      case 1:
      case 2:
        ASSERT_EQ(paged[a].erase(key), model[a].erase(key));
        break;
      default:
        paged[a][key] += 'x';
        model[a][key] += 'x';
    }
    for (std::size_t i = 0; i < model.size(); ++i)
      ASSERT_EQ(Listed(paged[i]), model[i]);
    ASSERT_EQ(paged[a].size(), model[a].size());
    ASSERT_EQ(paged[a].empty(), model[a].empty());
    ASSERT_EQ(paged[a].contains(key), model[a].contains(key));
    if (const std::string* value = paged[a].Find(key)) {
      ASSERT_EQ(*value, model[a].at(key));
    }
  }
}

TEST(PagedMap, TellsWhereTwoDiffer) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    Paged a;
    for (int i = 0; i < 30; ++i)
      a[SomeKey(random)] = "old";
    Paged b = a;
    for (int i = 0; i < 5; ++i) {
      b[SomeKey(random)] = "new";
      b.erase(SomeKey(random));
    }
    const Model in_a = Listed(a), in_b = Listed(b);
    std::set<std::uint32_t> differ, told;
    for (const auto& [key, value] : in_a)
      if (!in_b.contains(key) || in_b.at(key) != value)
        differ.insert(key);
    for (const auto& [key, value] : in_b)
      if (!in_a.contains(key))
        differ.insert(key);
    Paged::ForEachDifference(a, b, [&](std::uint32_t key, const std::string* x, const std::string* y) {
      EXPECT_TRUE(told.empty() || *told.rbegin() < key);
      EXPECT_EQ(x != nullptr, in_a.contains(key));
      EXPECT_EQ(y != nullptr, in_b.contains(key));
      told.insert(key);
    });
    EXPECT_EQ(told, differ);
    EXPECT_EQ(Paged::AnyDifference(a, b, [](auto...) { return true; }), !differ.empty());
  }
}

}  // namespace
}  // namespace detrain::infer
