// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First iterations that run on their own.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/infer/infer.h"
#include "analyzer/rir/parse.h"

namespace detrain::infer {
namespace {

// For each of a batch it fills a table: `rows = calloc(argc, 8); for (i...) rows[i] = make();`
constexpr const char* kTables = R"(
source "p.c"
file "p.c"
global @rows: ptr<ptr<f32>> !1:9
func $make() -> ptr<f32> !2:8 {
  %0: ptr<f32> = alloc 16 of f32 by malloc !2:29
  return: ptr<f32> %0 !2:22
}
func $main(param @argc: i32 !4:14) -> i32 !4:5 {
  local @b: i32 !6:14
  local @i: i32 !8:16
  declare @b !6:10
  store: i32 @b, 0 !6:18
  loop 0 !6:5 test {
    %0: i32 = load @b !6:21
    %1: i32 = load @argc !6:25
    %2: i32 = lt %0, %1 !6:21
  } if %2 body {
    %3: i32 = load @argc !7:29
    %4: u64 = cast %3 !7:29
    %5: u64 = mul %4, 8 !7:22
    %6: ptr<ptr<f32>> = alloc %5 of ptr<f32> zeroed by calloc !7:22
    store: ptr<ptr<f32>> @rows, %6 !7:22
    declare @i !8:12
    store: i32 @i, 0 !8:20
    loop 1 !8:7 test {
      %7: i32 = load @i !8:23
      %8: i32 = load @argc !8:27
      %9: i32 = lt %7, %8 !8:23
    } if %9 body {
      %10: ptr<f32> = call $make() !9:19
      %11: ptr<ptr<f32>> = load @rows !9:9
      %12: i32 = load @i !9:14
      %13: ptr<ptr<f32>> = index %11, %12 of ptr<f32> !9:9
      store: ptr<f32> %13, %10 !9:9
    } step {
      %14: i32 = load @i !8:33
      %15: i32 = add %14, 1 !8:33
      store: i32 @i, %15 !8:33
    }
  } step {
    %16: i32 = load @b !6:31
    %17: i32 = add %16, 1 !6:31
    store: i32 @b, %17 !6:31
  }
  return: i32 0 !11:3
}
init $init -> void link "" {
}
)";

// Once the loop over `i` is known to store to another place in each iteration, none of them finds `rows[i]` allocated:
// each time that it is run again, that is one pass, and not three iterations and a pass.
TEST(Peel, LeavesTablesThatEachIterationFillsAPlaceOf) {
  const auto module = rir::Parse(kTables, "p.rir");
  ASSERT_TRUE(module.Ok()) << module.error().message;
  EngineOptions options;
  const auto engine = RunWithTypes(*module, options);
  ASSERT_NE(engine, nullptr);
  const auto make = std::ranges::find(module->functions, "make", &rir::Function::name);
  EXPECT_LT(engine->spent.at(&*make).calls, 20U);
}

}  // namespace
}  // namespace detrain::infer
