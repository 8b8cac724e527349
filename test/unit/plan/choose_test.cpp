// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"

namespace detrain::plan {
namespace {

using testing::HasSubstr;

Options Step(std::uint32_t line, const std::string& file = "a.c") {
  return {.step = Place{file, line, 0}};
}

TEST(Choose, ALoopOverElementsNeverCounts) {
  const CheckpointPlan plan = PlanOf(Program(""));
  EXPECT_EQ(plan.step_loop.place.line, 10U);
  EXPECT_EQ(plan.step_loop.function, "main");
  EXPECT_EQ(plan.why_this_loop, "it is the innermost loop whose one iteration updates all parameters");
  ASSERT_EQ(plan.nest.size(), 1U);
  EXPECT_TRUE(plan.others.empty());
}

TEST(Choose, TheInnermostLoopThatUpdatesAll) {
  const CheckpointPlan plan = PlanOf(TwoLoops(Shape::NestedInner));
  EXPECT_EQ(plan.step_loop.place.line, 20U);
  ASSERT_EQ(plan.nest.size(), 2U);
  EXPECT_EQ(plan.nest[0].site.place.line, 10U);
  ASSERT_EQ(plan.others.size(), 1U);
  EXPECT_EQ(plan.others[0].place.line, 10U);
}

TEST(Choose, ALoopThatUpdatesOnlySomeIsNone) {
  EXPECT_EQ(PlanOf(TwoLoops(Shape::Nested)).step_loop.place.line, 10U);
}

TEST(Choose, TwoInARowAreBothPlanned) {
  const CheckpointPlan plan = PlanOf(TwoLoops(Shape::InARow));
  EXPECT_EQ(plan.step_loop.place.line, 10U);
  ASSERT_EQ(plan.later.size(), 1U);
  EXPECT_EQ(plan.later[0].step_loop.place.line, 20U);
  EXPECT_EQ(plan.later[0].hash, plan.hash);
}

TEST(Choose, WhatIsAskedForCounts) {
  for (const std::uint32_t line : {10U, 20U})
    EXPECT_EQ(PlanOf(TwoLoops(Shape::InARow), Step(line)).step_loop.place.line, line);
  const CheckpointPlan outer = PlanOf(TwoLoops(Shape::NestedInner), Step(10));
  EXPECT_EQ(outer.step_loop.place.line, 10U);
  EXPECT_EQ(outer.why_this_loop, "it was asked for with --step");
  EXPECT_EQ(PlanOf(Program(""), Step(10, "./dir/../a.c")).step_loop.place.line, 10U);
}

TEST(Choose, WhatIsAskedForMustBeALoopThatRuns) {
  for (const Options& options : {Step(11), Step(10, "b.c")}) {
    const auto plan = TryPlan(Program(""), options);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().kind, ErrorKind::Coverage);
    EXPECT_THAT(plan.error().message, HasSubstr("no loop that the program runs stands at"));
  }
}

TEST(Choose, NoParametersNoStepLoop) {
  const auto plan = TryPlan("source \"a.c\"\nfile \"a.c\"\nfunc $main() -> i32 {\nreturn 0\n}\n");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, ErrorKind::Coverage);
  EXPECT_THAT(plan.error().message, HasSubstr("no step loop found"));
}

TEST(Choose, NoMainNoPlan) {
  const auto plan = TryPlan("source \"a.c\"\nfile \"a.c\"\nfunc $helper() -> i32 {\nreturn 0\n}\n");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, ErrorKind::Coverage);
}

}  // namespace
}  // namespace detrain::plan
