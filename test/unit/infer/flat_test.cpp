// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/flat.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace detrain::infer {
namespace {

std::vector<std::uint32_t> Listed(const IdSet& ids) {
  return {ids.begin(), ids.end()};
}

TEST(IdSet, HoldsWhatASetHolds) {
  std::mt19937 random(1);
  std::vector<IdSet> flat(4);
  std::vector<std::set<std::uint32_t>> model(4);
  for (int round = 0; round < 2000; ++round) {
    const auto a = random() % 4, b = random() % 4, id = random() % 40;
    switch (random() % 6) {
      case 0:
        flat[a].Merge(flat[b]);
        model[a].insert(model[b].begin(), model[b].end());
        break;
      case 1:
        flat[a].insert(flat[b].begin(), flat[b].end());
        model[a].insert(model[b].begin(), model[b].end());
        break;
      case 2:
        flat[a] = flat[b];
        model[a] = model[b];
        break;
      case 3:
        if (random() % 8 == 0) {
          flat[a].clear();
          model[a].clear();
        }
        break;
      default:
        flat[a].insert(static_cast<std::uint32_t>(id));
        model[a].insert(static_cast<std::uint32_t>(id));
    }
    ASSERT_EQ(Listed(flat[a]), std::vector(model[a].begin(), model[a].end()));
    ASSERT_EQ(flat[a] == flat[b], model[a] == model[b]);
    ASSERT_EQ(flat[a].contains(7), model[a].contains(7));
    ASSERT_EQ(flat[a].empty(), model[a].empty());
  }
}

TEST(IdSet, ACopyDoesNotChangeWithItsOriginal) {
  IdSet a{3, 5};
  const IdSet b = a;
  a.insert(4);
  EXPECT_EQ(Listed(b), (std::vector<std::uint32_t>{3, 5}));
  EXPECT_EQ(Listed(a), (std::vector<std::uint32_t>{3, 4, 5}));
}

TEST(IdList, ACopyDoesNotChangeWithItsOriginal) {
  IdList a(std::vector<std::uint32_t>{5, 3});
  const IdList b = a;
  EXPECT_TRUE(a.IsShared(b));
  a.push_back(4);
  EXPECT_EQ(std::vector(b.begin(), b.end()), (std::vector<std::uint32_t>{5, 3}));
  EXPECT_EQ(std::vector(a.begin(), a.end()), (std::vector<std::uint32_t>{5, 3, 4}));
  EXPECT_FALSE(a == b);
}

TEST(IdList, AnEditThatChangesNothingKeepsWhatIsShared) {
  IdList a(std::vector<std::uint32_t>{5, 3});
  const IdList b = a;
  a.Edit([](std::vector<std::uint32_t>&) {});
  EXPECT_TRUE(a.IsShared(b));
  a.Edit([](std::vector<std::uint32_t>& all) { all = {3}; });
  EXPECT_EQ(std::vector(a.begin(), a.end()), (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(b.size(), 2U);
}

}  // namespace
}  // namespace detrain::infer
