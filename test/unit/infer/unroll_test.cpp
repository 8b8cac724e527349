// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short loops are run as they are, until that costs more than there is.
#include <gtest/gtest.h>

#include "analyzer/infer/infer.h"
#include "analyzer/rir/parse.h"

namespace detrain::infer {
namespace {

// Rows of blocks that no function makes, so that no summary of a call helps.
constexpr const char* kProgram = R"(
source "u.c"
file "u.c"
file_static @rows: array<ptr<ptr<f32>>, 16> !2:16
func $main() -> i32 !3:5 {
  local @k: i32 !4:12
  local @i: i32 !6:14
  declare @k !4:8
  store: i32 @k, 0 !4:16
  loop 0 !4:3 test {
    %0: i32 = load @k !4:19
    %1: i32 = lt %0, 16 !4:19
  } if %1 body {
    %2: ptr<ptr<f32>> = alloc 128 of ptr<f32> by malloc !5:15
    %3: i32 = load @k !5:10
    %4: ptr<ptr<ptr<f32>>> = index @rows, %3 of ptr<ptr<f32>> bound 16 !5:5
    store: ptr<ptr<f32>> %4, %2 !5:5
    declare @i !6:10
    store: i32 @i, 0 !6:18
    loop 1 !6:5 test {
      %5: i32 = load @i !6:21
      %6: i32 = lt %5, 16 !6:21
    } if %6 body {
      %7: ptr<f32> = alloc 16 of f32 by malloc !7:20
      %8: i32 = load @k !7:12
      %9: ptr<ptr<ptr<f32>>> = index @rows, %8 of ptr<ptr<f32>> bound 16 !7:7
      %10: ptr<ptr<f32>> = load %9 !7:7
      %11: i32 = load @i !7:15
      %12: ptr<ptr<f32>> = index %10, %11 of ptr<f32> !7:7
      store: ptr<f32> %12, %7 !7:7
    } step {
      %13: i32 = load @i !6:29
      %14: i32 = add %13, 1 !6:29
      store: i32 @i, %14 !6:29
    }
  } step {
    %15: i32 = load @k !4:27
    %16: i32 = add %15, 1 !4:27
    store: i32 @k, %16 !4:27
  }
}
)";

class UnrollTest : public testing::Test {
 protected:
  rir::Module module_ = *rir::Parse(kProgram, "u.rir");
  EngineOptions options_;
};

TEST_F(UnrollTest, RunsShortLoopsAsTheyAre) {
  const auto engine = RunWithTypes(module_, options_);
  EXPECT_TRUE(options_.unrolls);
  EXPECT_GT(engine->objects.size(), 256U);  // a block for each element of each row
}

TEST_F(UnrollTest, TreatsTheirIterationsAlikeWhereThatIsTooMuch) {
  const auto whole = RunWithTypes(module_, options_);
  options_.max_work = whole->work / 2;
  const auto engine = RunWithTypes(module_, options_);
  EXPECT_FALSE(options_.unrolls);
  EXPECT_FALSE(engine->exhausted);
  EXPECT_LT(engine->objects.size(), 64U);
}

TEST_F(UnrollTest, SaysSoWhereEvenThatIsTooMuch) {
  options_.max_work = 10;
  EXPECT_TRUE(RunWithTypes(module_, options_)->exhausted);
}

}  // namespace
}  // namespace detrain::infer
