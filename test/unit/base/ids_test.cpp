// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/ids.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_set>

namespace detrain {
namespace {

using NodeId = Id<struct Node>;

TEST(Id, IsInvalidUntilSet) {
  EXPECT_FALSE(NodeId().IsValid());
  EXPECT_TRUE(NodeId(0).IsValid());
  EXPECT_NE(NodeId(), NodeId(0));
  EXPECT_LT(NodeId(1), NodeId(2));
}

TEST(Id, Hashes) {
  const std::unordered_set<NodeId> ids = {NodeId(1), NodeId(1), NodeId(2)};
  EXPECT_EQ(ids.size(), 2U);
}

TEST(IdVector, GivesTheIdOfWhatItAdds) {
  IdVector<NodeId, std::string> names;
  const NodeId first = names.Add("a");
  const NodeId second = names.Add("b");
  EXPECT_EQ(names[first], "a");
  EXPECT_EQ(names[second], "b");
  EXPECT_EQ(names.Ids(), (std::vector<NodeId>{first, second}));
}

TEST(IdVectorDeathTest, ChecksEveryAccess) {
  IdVector<NodeId, int> items;
  items.Add(1);
  EXPECT_DEATH(static_cast<void>(items[NodeId(1)]), "id out of range");
  EXPECT_DEATH(static_cast<void>(items[NodeId()]), "id out of range");
}

}  // namespace
}  // namespace detrain
