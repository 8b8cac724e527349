// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/cells.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace detrain::flow {
namespace {

Cells CellsUpTo(std::uint32_t count) {
  Cells cells;
  for (std::uint32_t i = 0; i < count; ++i)
    cells.push_back(10 * i);
  return cells;
}

std::vector<std::uint32_t> All(const Cells& cells) {
  return {cells.begin(), cells.end()};
}

// Some lie in the list itself, more in a block, which grows.
TEST(Cells, KeepsWhatIsPushed) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t count = 0; count < 140; ++count) {
    const Cells cells = CellsUpTo(count);
    EXPECT_EQ(All(cells), expected);
    EXPECT_EQ(cells.size(), count);
    EXPECT_EQ(cells.empty(), count == 0);
    expected.push_back(10 * count);
  }
}

TEST(Cells, HoldsWhatIsThereAndNothingElse) {
  for (const std::uint32_t count : {0U, 1U, 3U, 4U, 8U, 9U, 31U, 120U}) {
    const Cells cells = CellsUpTo(count);
    for (std::uint32_t i = 0; i < count; ++i)
      EXPECT_TRUE(cells.Holds(10 * i)) << i << " of " << count;
    EXPECT_FALSE(cells.Holds(10 * count)) << count;
    EXPECT_FALSE(cells.Holds(5)) << count;
  }
}

TEST(Cells, CopiesAreApart) {
  for (const std::uint32_t count : {2U, 3U, 8U, 40U}) {
    const Cells cells = CellsUpTo(count);
    Cells copy = cells;
    copy.push_back(7);
    EXPECT_FALSE(cells.Holds(7)) << count;
    EXPECT_EQ(cells.size(), count);
    EXPECT_TRUE(copy.Holds(7)) << count;
    const Cells moved = std::move(copy);
    EXPECT_EQ(moved.size(), count + 1);
    copy = cells;
    EXPECT_EQ(All(copy), All(cells));
  }
}

}  // namespace
}  // namespace detrain::flow
