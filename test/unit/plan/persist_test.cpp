// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of one variable, by what a step does with it. Cases stand in pairs: a change of one op flips the
// verdict.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"

namespace detrain::plan {
namespace {

struct Case {
  const char* name;
  const char* step;
  const char* after;
  const char* path;
  Persistence persistence;
};

void PrintTo(const Case& c, std::ostream* os) {
  *os << c.name;
}

class Persist : public testing::TestWithParam<Case> {};

TEST_P(Persist, Verdict) {
  const Case& c = GetParam();
  const CheckpointPlan plan = PlanOf(Program(c.step, c.after));
  const Entry& entry = EntryOf(plan, c.path);
  EXPECT_EQ(Text(entry.persistence), std::string(Text(c.persistence)));
  EXPECT_EQ(entry.saved, IsSaved(c.persistence));
  EXPECT_FALSE(entry.why.empty());
}

constexpr const char* kPrintN = "%900: i32 = load @n\noutput text args (%900)";
constexpr const char* kPrintX = "%900: f32 = load @::x\noutput text args (%900)";

const Case kCases[] = {
    {"nothing_written", "", "", "g", Persistence::Invariant},
    {"filled", "fill @g, 0 bytes 256", "", "g", Persistence::Dead},
    {"filled_one_short", "fill @g, 1 bytes 252", "", "g", Persistence::Carried},
    {"filled_from_second", "%100: ptr<f32> = index @g, 1 of f32\nfill %100, 1 bytes 252", "", "g",
     Persistence::Carried},
    {"zeros_in_zeros", "fill @g, 0 bytes 252", "", "g", Persistence::Invariant},
    {"zeros_but_one", "fill @g, 0 bytes 240\n%100: ptr<f32> = index @g, 63 of f32\nstore: f32 %100, 1.0", "", "g",
     Persistence::Carried},
    {"minus_zeros", "%100: ptr<f32> = index @g, 63 of f32\nstore: f32 %100, -0.0", "", "g", Persistence::Carried},
    {"copied", "copy @g, @w bytes 256", "", "g", Persistence::Dead},
    {"copied_in_part", "copy @g, @w bytes 128", "", "g", Persistence::Carried},
    {"element", "%100: ptr<f32> = index @g, 5 of f32\nstore: f32 %100, 1.0", "", "g", Persistence::Carried},
    {"declared", "declare @g\nfill @g, 0 bytes 256", "", "g", Persistence::Dead},
    {"both_branches", "%100: i32 = load @n\nif %100 then {\nfill @g, 0 bytes 256\n} else {\nfill @g, 1 bytes 256\n}",
     "", "g", Persistence::Dead},
    {"one_branch", "%100: i32 = load @step\nif %100 then {\nfill @g, 1 bytes 256\n}", "", "g", Persistence::Carried},
    {"counted", "%100: i32 = load @n\n%101: i32 = add %100, 3\nstore: i32 @n, %101", kPrintN, "n",
     Persistence::Counter},
    {"doubled", "%100: i32 = load @n\n%101: i32 = mul %100, 2\nstore: i32 @n, %101", kPrintN, "n",
     Persistence::Carried},
    {"set", "store: i32 @n, 7", "", "n", Persistence::Dead},
    {"set_and_read_after", "store: i32 @n, 7", kPrintN, "n", Persistence::Carried},
    {"read_after", "", kPrintN, "n", Persistence::Invariant},
    {"the_loops_own", "", "", "step", Persistence::Counter},
    {"parameters", "", "", "w", Persistence::Carried},
    {"drawn", "%100: i32 = draw @draws()", "", "draws", Persistence::Stream},
    {"seeded", "seed @draws(7)\n%100: i32 = draw @draws()", "", "draws", Persistence::Dead},
    {"clock_printed",
     "%100: f32 = input clock\n%101: f32 = load @::x\n%102: f32 = add %100, %101\nstore: f32 @::x, %102", kPrintX,
     "::x", Persistence::Log},
    {"clock_written_to_a_file",
     "%100: f32 = input clock\n%101: f32 = load @::x\n%102: f32 = add %100, %101\nstore: f32 @::x, %102\n"
     "output file args (%102)",
     kPrintX, "::x", Persistence::Carried},
    {"no_clock", "%101: f32 = load @::x\n%102: f32 = add 0.5, %101\nstore: f32 @::x, %102", kPrintX, "::x",
     Persistence::Carried},
    {"reached_by_unknown", "call $unknown(@g)", "", "g", Persistence::Carried},
    {"not_reached_by_unknown", "call $unknown()", "", "g", Persistence::Invariant},
    {"globals_are", "call $unknown()", kPrintX, "::x", Persistence::Carried},
    {"opaque", "opaque \"asm\"(@g)", "", "g", Persistence::Carried},
};

INSTANTIATE_TEST_SUITE_P(Cases, Persist, testing::ValuesIn(kCases), [](const auto& info) { return info.param.name; });

// As where the program is large: the run that looks for the loop has ended before it knew the parameters.
CheckpointPlan PlanOfLoopAt10(const std::string& step, const std::string& after) {
  Options options;
  options.step = Place{.file = "a.c", .line = 10};
  Result<infer::TypedModule> typed = Typed(Program(step, after), options);
  EXPECT_TRUE(static_cast<bool>(typed));
  typed->whole->exhausted = rir::Location{};
  Result<CheckpointPlan> plan = MakePlan(*typed, options);
  EXPECT_TRUE(static_cast<bool>(plan));
  return std::move(*plan);
}

constexpr const char* kAddClock =
    "%100: f32 = input clock\n%102: f32 = load %101\n%103: f32 = add %100, %102\n"
    "store: f32 %101, %103";

TEST(Persist, ATimerIsNoParameterOfALoopThatWasAskedFor) {
  const CheckpointPlan plan =
      PlanOfLoopAt10("%101: ptr<f32> = index @::x, 0 of f32\n" + std::string(kAddClock), kPrintX);
  EXPECT_EQ(EntryOf(plan, "::x").persistence, Persistence::Log);
  EXPECT_EQ(plan.guarantee, Guarantee::Bitwise);
}

TEST(Persist, ABufferThatStepsComputeIsOne) {
  const CheckpointPlan plan =
      PlanOfLoopAt10("%101: ptr<f32> = index @w, 5 of f32\n" + std::string(kAddClock),
                     "%900: ptr<f32> = index @w, 5 of f32\n%901: f32 = load %900\noutput text args (%901)");
  EXPECT_EQ(EntryOf(plan, "w").persistence, Persistence::Carried);
  EXPECT_EQ(plan.guarantee, Guarantee::NotReplayable);
}

TEST(Persist, WhatNobodyReadsOrWritesHasNoEntry) {
  const CheckpointPlan plan = PlanOf(Program(""));
  EXPECT_TRUE(std::ranges::none_of(plan.entries, [](const Entry& e) { return e.path == "n" || e.path == "::x"; }));
}

TEST(Persist, UnknownFunctionsAreNamedAndWeakenTheGuarantee) {
  EXPECT_EQ(PlanOf(Program("")).guarantee, Guarantee::Bitwise);
  const CheckpointPlan plan = PlanOf(Program("call $unknown(@g)"));
  EXPECT_EQ(plan.guarantee, Guarantee::Modelled);
  ASSERT_EQ(plan.assumptions.size(), 1U);
  EXPECT_EQ(plan.assumptions[0].callee, "unknown");
  EXPECT_EQ(plan.assumptions[0].source, "opaque");
}

TEST(Persist, TheEnvironmentInStateIsNotReplayable) {
  const char* const kSet = "%100: f32 = input clock\n%101: ptr<f32> = index @g, 5 of f32\nstore: f32 %101, %100";
  const CheckpointPlan plan = PlanOf(Program(std::string(kSet) + "\noutput file args (%100)"));
  EXPECT_EQ(plan.guarantee, Guarantee::NotReplayable);
  EXPECT_FALSE(plan.guarantee_why.empty());
}

}  // namespace
}  // namespace detrain::plan
