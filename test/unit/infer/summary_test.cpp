// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that are not followed because they cost too much: what they may touch is read and written all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "analyzer/infer/infer.h"
#include "analyzer/rir/parse.h"

namespace detrain::infer {
namespace {

// A step halves w by four calls and keeps what `keep` gives back of it in `last`, through which it writes.
constexpr const char* kProgram = R"(
source "s.c"
file "s.c"
global @w: array<f32, 4> !1:14
global @spare: array<f32, 4> !1:20
global @last: ptr<f32> !2:15
func $halve(param @to: ptr<f32> !4:30, param @i: i32 !4:38) -> void !4:13 {
  %0: ptr<f32> = load @to !5:11
  %1: i32 = load @i !5:14
  %2: ptr<f32> = index %0, %1 of f32 !5:11
  %3: f32 = load %2 !5:11
  %4: f32 = mul %3, 0x1p-1 !5:11
  store: f32 %2, %4 !5:3
}
func $keep(param @from: ptr<f32> !7:30) -> ptr<f32> !7:13 {
  %0: ptr<f32> = load @from !8:11
  return: ptr<f32> %0 !8:3
}
func $main() -> i32 !11:5 {
  local @step: i32 !12:12
  local @i: i32 !13:14
  declare @step !12:8
  store: i32 @step, 0 !12:19
  loop 0 !12:3 test {
    %0: i32 = load @step !12:22
    %1: i32 = lt %0, 9 !12:22
  } if %1 body {
    declare @i !13:10
    store: i32 @i, 0 !13:18
    loop 1 !13:5 test {
      %2: i32 = load @i !13:21
      %3: i32 = lt %2, 4 !13:21
    } if %3 body {
      %4: i32 = load @i !14:20
      call $halve(@w, %4) !14:7
    } step {
      %5: i32 = load @i !13:28
      %6: i32 = add %5, 1 !13:28
      store: i32 @i, %6 !13:28
    }
    %7: ptr<f32> = call $keep(@w) !15:12
    store: ptr<f32> @last, %7 !15:5
    %8: ptr<f32> = load @last !16:12
    store: f32 %8, 0x1p0 !16:5
  } step {
    %14: i32 = load @step !12:32
    %15: i32 = add %14, 1 !12:32
    store: i32 @step, %15 !12:32
  }
  return: i32 0 !17:3
}
init $init -> void link "" {
}
)";

// A step writes through what `pick` gives back: the second of its arguments, by a call of itself, or `spare`.
constexpr const char* kRecursion = R"(
source "r.c"
file "r.c"
global @v: array<f32, 4> !1:14
global @w: array<f32, 4> !1:20
global @spare: array<f32, 4> !1:26
func $pick(param @a: ptr<f32> !2:30, param @b: ptr<f32> !2:38, param @n: i32 !2:45) -> ptr<f32> !2:13 {
  %0: i32 = load @n !3:11
  if %0 !3:9 then {
    %1: ptr<f32> = load @b !4:19
    %2: ptr<f32> = load @a !4:22
    %3: i32 = sub %0, 1 !4:25
    %4: ptr<f32> = call $pick(%1, %2, %3) !4:14
    return: ptr<f32> %4 !4:7
  }
  %5: ptr<f32> = load @a !5:10
  return: ptr<f32> %5 !5:3
}
func $spared() -> ptr<f32> !6:13 {
  return: ptr<f32> @spare !6:22
}
func $main() -> i32 !11:5 {
  local @step: i32 !12:12
  declare @step !12:8
  store: i32 @step, 0 !12:19
  loop 0 !12:3 test {
    %0: i32 = load @step !12:22
    %1: i32 = lt %0, 9 !12:22
  } if %1 body {
    %2: ptr<f32> = call $pick(@v, @w, 1) !13:12
    store: f32 %2, 0x1p0 !14:5
    %3: ptr<f32> = call $spared() !15:12
    store: f32 %3, 0x1p0 !16:5
  } step {
    %4: i32 = load @step !12:32
    %5: i32 = add %4, 1 !12:32
    store: i32 @step, %5 !12:32
  }
  return: i32 0 !17:3
}
init $init -> void link "" {
}
)";

// A step halves w by two functions that call each other.
constexpr const char* kCycle = R"(
source "s.c"
file "s.c"
global @w: f32 !1:14
func $ping(param @n: i32 !2:1) -> void !2:1 {
  %0: i32 = load @n !3:1
  call $pong(%0) !4:1
}
func $pong(param @n: i32 !5:1) -> void !5:1 {
  %0: f32 = load @w !6:1
  %1: f32 = mul %0, 0x1p-1 !6:2
  store: f32 @w, %1 !6:3
  %2: i32 = load @n !7:1
  if %2 !7:2 then {
    %3: i32 = sub %2, 1 !7:3
    call $ping(%3) !8:1
  }
}
func $main() -> i32 !11:5 {
  local @step: i32 !12:12
  declare @step !12:8
  store: i32 @step, 0 !12:19
  loop 0 !12:3 test {
    %0: i32 = load @step !12:22
    %1: i32 = lt %0, 9 !12:22
  } if %1 body {
    call $ping(%0) !13:1
  } step {
    %14: i32 = load @step !12:32
    %15: i32 = add %14, 1 !12:32
    store: i32 @step, %15 !12:32
  }
  return: i32 0 !17:3
}
init $init -> void link "" {
}
)";

const rir::Function& Named(const rir::Module& module, const std::string& name) {
  return *std::ranges::find(module.functions, name, &rir::Function::name);
}

const rir::LoopOp* StepLoop(const rir::Module& module) {
  const rir::Function& main = Named(module, "main");
  for (const rir::Op& op : main.blocks[main.body].ops)
    if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
      return loop;
  return nullptr;
}

// The variables that a step touches at a line.
std::set<std::string> TouchedAt(const Engine& engine, const auto& accesses, std::uint32_t line) {
  std::set<std::string> out;
  for (const auto& a : accesses)
    if (a.location.line == line)
      out.insert(engine.objects[a.object].name);
  return out;
}

class SummaryTest : public testing::Test {
 protected:
  explicit SummaryTest(const char* program = kProgram) : module_(*rir::Parse(program, "s.rir")) {
    options_.step_loop = StepLoop(module_);
  }
  std::shared_ptr<Engine> Ran() { return RunWithTypes(module_, options_); }

  const rir::Module module_;
  EngineOptions options_;
};

class RecursionTest : public SummaryTest {
 protected:
  RecursionTest() : SummaryTest(kRecursion) {}
};

class CycleTest : public SummaryTest {
 protected:
  CycleTest() : SummaryTest(kCycle) {}
};

// The program, in which `w` is a constant.
const std::string& WithConstant() {
  static const std::string text = [] {
    std::string out = kProgram;
    const std::string variable = "global @w: array<f32, 4>";
    return out.insert(out.find(variable) + variable.size(), " const");
  }();
  return text;
}

class ConstantTest : public SummaryTest {
 protected:
  ConstantTest() : SummaryTest(WithConstant().c_str()) {}
};

using Names = std::set<std::string>;

TEST_F(CycleTest, FollowsOneOfTheFunctionsWhereThereIsNotEnough) {
  const auto all = Ran();
  EXPECT_EQ(TouchedAt(*all, all->boundary.exposed, 6), Names{"w"});
  options_.is_pressed = true;
  const auto pressed = Ran();
  EXPECT_EQ(TouchedAt(*pressed, pressed->boundary.exposed, 6), Names{});
  EXPECT_EQ(TouchedAt(*pressed, pressed->boundary.exposed, 4), Names{"w"});
  EXPECT_EQ(TouchedAt(*pressed, pressed->boundary.writes, 4), Names{"w"});
}

TEST_F(RecursionTest, WritesThroughWhatACallFromWithinGivesBack) {
  const auto engine = Ran();
  const Names written = TouchedAt(*engine, engine->boundary.writes, 14);
  EXPECT_TRUE(written.contains("w"));
}

TEST_F(RecursionTest, GivesBackTheAddressOfAStaticThatItDoesNotTouch) {
  options_.summarized = {&Named(module_, "spared")};
  const auto engine = Ran();
  EXPECT_EQ(TouchedAt(*engine, engine->boundary.writes, 16), Names{"spare"});
}

TEST_F(SummaryTest, ReadsAndWritesWhatItsArgumentsReach) {
  options_.summarized = {&Named(module_, "halve")};
  const auto engine = Ran();
  EXPECT_EQ(TouchedAt(*engine, engine->boundary.exposed, 14), Names{"w"});
  EXPECT_EQ(TouchedAt(*engine, engine->boundary.writes, 14), Names{"w"});
}

TEST_F(ConstantTest, IsReadAndNotWritten) {
  options_.summarized = {&Named(module_, "halve")};
  const auto engine = Ran();
  EXPECT_EQ(TouchedAt(*engine, engine->boundary.exposed, 14), Names{"w"});
  EXPECT_EQ(TouchedAt(*engine, engine->boundary.writes, 14), Names{});
}

TEST_F(SummaryTest, GivesBackAPointerToWhatItWasGiven) {
  options_.summarized = {&Named(module_, "keep")};
  const auto engine = Ran();
  EXPECT_EQ(TouchedAt(*engine, engine->boundary.writes, 16), Names{"w"});
}

TEST_F(SummaryTest, IsNamedInThePlan) {
  options_.summarized = {&Named(module_, "halve")};
  const auto engine = Ran();
  ASSERT_FALSE(engine->opaque.empty());
  EXPECT_EQ(engine->opaque[0].callee, "halve");
  EXPECT_EQ(engine->opaque[0].location.line, 14U);
}

TEST_F(SummaryTest, FollowsAllWhereThatCostsLittle) {
  const auto engine = Ran();
  EXPECT_TRUE(options_.summarized.empty());
  EXPECT_TRUE(engine->opaque.empty());
}

TEST_F(SummaryTest, TakesTheFunctionThatTookMostOfTheWork) {
  Engine followed(module_, options_);
  ASSERT_TRUE(followed.Run());
  options_.max_work = followed.work * 9 / 10;
  const auto engine = Ran();
  EXPECT_FALSE(engine->exhausted);
  EXPECT_TRUE(engine->Options().summarized.contains(&Named(module_, "halve")));
}

TEST_F(SummaryTest, StopsFollowingOnceHalfIsSpent) {
  Engine followed(module_, options_);
  ASSERT_TRUE(followed.Run());
  options_.max_work = followed.work * 3 / 2;
  options_.is_pressed = true;
  Engine relieved(module_, options_);
  EXPECT_TRUE(relieved.Run());
  EXPECT_FALSE(relieved.exhausted);
  EXPECT_TRUE(relieved.Options().summarized.contains(&Named(module_, "halve")));
  EXPECT_EQ(TouchedAt(relieved, relieved.boundary.exposed, 14), Names{"w"});
}

TEST_F(SummaryTest, SaysSoWhereEvenThatIsTooMuch) {
  options_.max_work = 20;
  EXPECT_TRUE(Ran()->exhausted);
}

TEST_F(SummaryTest, EndsEarlyOnceItHasSeenTheLoopThatWasAskedFor) {
  options_.asked_for = {std::exchange(options_.step_loop, nullptr)};
  options_.unrolls = false;
  const auto whole = Ran();
  EXPECT_FALSE(whole->exhausted);
  options_.enough_work = 0;
  const auto engine = Ran();
  EXPECT_TRUE(engine->exhausted);
  EXPECT_TRUE(engine->has_seen_enough);
  EXPECT_LT(engine->work, whole->work);
  EXPECT_FALSE(ErrorOf(*engine));
  EXPECT_NE(LoopAt(*engine, {"s.c", 12, 0}), nullptr);
}

TEST_F(SummaryTest, RunsToTheEndWhereItLooksForAnotherLoop) {
  const rir::LoopOp none;
  options_.step_loop = nullptr;
  options_.asked_for = {&none};
  options_.enough_work = 0;
  EXPECT_FALSE(Ran()->exhausted);
}

TEST_F(SummaryTest, KeepsWhatWasNotedOfLoopsWhereItForgetsValues) {
  options_.step_loop = nullptr;
  const auto engine = Ran();
  const std::size_t updated = LoopAt(*engine, {"s.c", 12, 0})->updated.size();
  engine->ForgetValues();
  EXPECT_EQ(LoopAt(*engine, {"s.c", 12, 0})->updated.size(), updated);
  EXPECT_EQ(engine->pool.AtomCount(), 0U);
}

TEST_F(SummaryTest, FindsTheLoopThatWasAskedFor) {
  options_.step_loop = nullptr;
  const auto engine = Ran();
  const LoopRecord* inner = LoopAt(*engine, {"s.c", 13, 0});
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->location.line, 13U);
  EXPECT_EQ(LoopAt(*engine, {"s.c", 14, 0}), nullptr);
}

TEST_F(SummaryTest, NamesLoopsAroundTheStepLoopThatItWasNotTold) {
  const auto outer = options_.step_loop;
  const rir::Function& main = Named(module_, "main");
  for (const rir::Block& block : main.blocks)
    for (const rir::Op& op : block.ops)
      if (const auto* loop = std::get_if<rir::LoopOp>(&op.data); loop != nullptr && loop != outer)
        options_.step_loop = loop;
  EXPECT_EQ(Ran()->missed_around, std::set{outer});
  options_.around = {outer};
  EXPECT_TRUE(Ran()->missed_around.empty());
}

TEST_F(SummaryTest, SaysSoWhereMemoryIsTooLittle) {
  options_.max_memory = 0;
  const auto engine = Ran();
  EXPECT_TRUE(engine->exhausted);
  ASSERT_TRUE(ErrorOf(*engine));
  EXPECT_NE(ErrorOf(*engine)->message.find(" and 0 MiB of memory"), std::string::npos);
}

TEST_F(SummaryTest, FollowsAFunctionThatHoldsTheStepLoop) {
  options_.summarized = {&Named(module_, "main")};
  ASSERT_NE(Ran(), nullptr);
  EXPECT_TRUE(options_.summarized.empty());
}

}  // namespace
}  // namespace detrain::infer
