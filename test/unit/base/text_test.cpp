// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/text.h"

#include <gtest/gtest.h>

#include <vector>

#include "analyzer/base/location.h"

namespace detrain {
namespace {

TEST(Text, CountsPlaceholdersByTheHighest) {
  static_assert(PlaceholderCount("none {} {x}") == 0);
  static_assert(PlaceholderCount("{0}") == 1);
  EXPECT_EQ(PlaceholderCount("{1} and {1}"), 2U);
}

TEST(Text, SubstitutesInAnyOrderAndLeavesOtherBraces) {
  const std::vector<std::string> arguments = {"a", "{0}"};
  EXPECT_EQ(Substitute("{1}-{0}-{0} {x}", arguments), "{0}-a-a {x}");
}

TEST(Text, JoinsEqualParts) {
  EXPECT_EQ(Join(std::vector<std::string>{"a", "a", "b"}, ", "), "a, a, b");
  EXPECT_EQ(Join({}, ", "), "");
}

TEST(Location, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(ToString(Location{"a.c", 3, 4}), "a.c:3:4");
  EXPECT_EQ(ToString(Location{"a.c", 3, 0}), "a.c:3");
  EXPECT_EQ(ToString(Location{"a.c", 0, 0}), "a.c");
  EXPECT_EQ(ToString(Location{}), "");
}

}  // namespace
}  // namespace detrain
