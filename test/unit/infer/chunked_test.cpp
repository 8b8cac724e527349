// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/chunked.h"

#include <gtest/gtest.h>

namespace detrain::infer {
namespace {

TEST(Chunked, HoldsWhatWasAddedWhereItWasAdded) {
  Chunked<int> list;
  list.push_back(0);
  const int* first = &list[0];
  for (int i = 1; i < 10000; ++i)
    list.push_back(3 * i);
  ASSERT_EQ(list.size(), 10000U);
  EXPECT_EQ(&list[0], first);
  for (int i = 0; i < 10000; ++i)
    ASSERT_EQ(list[static_cast<std::size_t>(i)], 3 * i);
}

}  // namespace
}  // namespace detrain::infer
