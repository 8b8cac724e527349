// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace detrain {
namespace {

struct Point {
  int x;
  double y;
};

TEST(Arena, KeepsWhatItMade) {
  Arena arena;
  const Point* first = arena.Create<Point>(1, 2.0);
  for (int i = 0; i < 10000; ++i)
    arena.Create<Point>(i, 0.0);
  EXPECT_EQ(first->x, 1);
  EXPECT_EQ(first->y, 2.0);
}

TEST(Arena, CopiesText) {
  Arena arena;
  std::string text = "weights";
  const std::string_view copy = arena.Copy(text);
  text.assign("xxxxxxx");
  EXPECT_EQ(copy, "weights");
}

TEST(Arena, AlignsWhatItGivesOut) {
  Arena arena;
  arena.Copy("x");
  const auto address = reinterpret_cast<std::uintptr_t>(arena.Create<double>(1.0));
  EXPECT_EQ(address % alignof(double), 0U);
}

TEST(Arena, MovesWithoutMovingItsContents) {
  Arena arena;
  const int* value = arena.Create<int>(3);
  const Arena moved = std::move(arena);
  EXPECT_EQ(*value, 3);
}

TEST(Arena, GivesOutMoreThanAChunkHolds) {
  Arena arena;
  const std::string_view small = arena.Copy("weights"), large = arena.Copy(std::string(1U << 20U, 'x'));
  const std::string_view next = arena.Copy("moments");
  EXPECT_EQ(small, "weights");
  EXPECT_EQ(large, std::string(1U << 20U, 'x'));
  EXPECT_EQ(next, "moments");
}

}  // namespace
}  // namespace detrain
