// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace detrain {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0)
    return Error{ErrorKind::Input, "odd", {"a.c", 3, 0}};
  return value / 2;
}

Result<int> Quarter(int value) {
  DETRAIN_TRY(const int half, Half(value));
  DETRAIN_TRY(const int quarter, Half(half));
  return quarter;
}

Result<void> Accept(int value) {
  DETRAIN_TRY_VOID(Half(value));
  return {};
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_EQ(*Half(8), 4);
  const Result<int> failed = Half(7);
  EXPECT_FALSE(failed.Ok());
  EXPECT_EQ(failed.error().message, "odd");
  EXPECT_EQ(failed.error().location.line, 3U);
}

TEST(Result, TryReturnsTheFirstError) {
  EXPECT_EQ(*Quarter(8), 2);
  EXPECT_FALSE(Quarter(6).Ok());
  EXPECT_FALSE(Quarter(7).Ok());
}

TEST(Result, VoidSucceedsByDefault) {
  EXPECT_TRUE(Accept(2).Ok());
  EXPECT_EQ(Accept(3).error().kind, ErrorKind::Input);
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(ResultDeathTest, TheValueOfAnErrorAborts) {
  EXPECT_DEATH(static_cast<void>(*Half(1)), "value of a failed Result");
}

TEST(ErrorKind, GivesTheContractsExitCodes) {
  EXPECT_EQ(ExitCode(ErrorKind::Usage), 2);
  EXPECT_EQ(ExitCode(ErrorKind::Input), 3);
  EXPECT_EQ(ExitCode(ErrorKind::Coverage), 4);
}

}  // namespace
}  // namespace detrain
