// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known where paths meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/infer/infer.h"
#include "analyzer/rir/parse.h"

namespace detrain::infer {
namespace {

// Before its steps it asks again and again whether a number is 0 that is not below 0.
std::string Asking(int times) {
  std::string text = R"(
source "j.c"
file "j.c"
global @w: f32 !1:7
func $main(param @argc: i32 !2:14) -> i32 !2:5 {
  local @step: i32 !9:12
  %0: i32 = load @argc !3:7
  %1: i32 = lt %0, 0 !3:7
  if %1 !3:3 then {
    return: i32 1 !3:17
  }
)";
  for (int i = 1; i <= times; ++i) {
    const std::string number = "%" + std::to_string(2 * i), is_zero = "%" + std::to_string((2 * i) + 1);
    text += "  " + number + ": i32 = load @argc !4:7\n  " + is_zero + ": i32 = eq " + number + ", 0 !4:7\n  if " +
            is_zero + " !4:3 then {\n    store: f32 @w, 0x1p0 !4:10\n  }\n";
  }
  const std::string load = "%" + std::to_string((2 * times) + 2), test = "%" + std::to_string((2 * times) + 3),
                    old = "%" + std::to_string((2 * times) + 4), next = "%" + std::to_string((2 * times) + 5);
  return text + "  declare @step !9:8\n  store: i32 @step, 0 !9:19\n  loop 0 !9:3 test {\n    " + load +
         ": i32 = load @step !9:22\n    " + test + ": i32 = lt " + load + ", 9 !9:22\n  } if " + test +
         " body {\n    store: f32 @w, 0x1p1 !10:5\n  } step {\n    " + old + ": i32 = load @step !9:32\n    " + next +
         ": i32 = add " + old + ", 1 !9:32\n    store: i32 @step, " + next +
         " !9:32\n  }\n  return: i32 0 !11:3\n}\ninit $init -> void link \"\" {\n}\n";
}

TEST(Join, KeepsEachFactOnce) {
  const auto module = rir::Parse(Asking(12), "j.rir");
  ASSERT_TRUE(module.Ok()) << module.error().message;
  EngineOptions options;
  for (const rir::Function& f : module->functions)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
          options.step_loop = loop;
  const auto engine = RunWithTypes(*module, options);
  ASSERT_NE(engine, nullptr);
  const IdList& known = engine->boundary.entry.facts.at_least_zero;
  std::vector<ExprId> facts(known.begin(), known.end());
  EXPECT_FALSE(facts.empty());
  std::ranges::sort(facts);
  EXPECT_EQ(std::ranges::adjacent_find(facts), facts.end());
}

}  // namespace
}  // namespace detrain::infer
