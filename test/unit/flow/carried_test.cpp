// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What StateOf says that a round of a step loop hands to the next one.
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <tuple>

#include "analyzer/flow/elements.h"
#include "analyzer/flow/flow.h"
#include "analyzer/flow/state.h"
#include "analyzer/rir/parse.h"

namespace detrain::flow {
namespace {

constexpr const char* program = R"(source "a.c"
file "a.c"
type f32
type i32
type ptr<i32>
type ptr<f32>
type void
type record Parts size 8 align 4 {
  a: f32 at 0
  b: f32 at 4
}
file_static @a.c::w: f32 !1:1
file_static @a.c::x: f32 !1:2
file_static @a.c::parts: Parts !1:3
file_static @a.c::other: Parts !1:4
)";

// One round multiplies w, and runs `body`, which numbers its values from %10 on.
std::string Loop(const std::string& body) {
  return R"(  loop 0 !3:3 test {
    %0: i32 = load @i !3:4
    %1: i32 = lt %0, 9 !3:5
  } if %1 body {
    %2: f32 = load @a.c::w !4:1
    %3: f32 = mul %2, %2 !4:2
    store: f32 @a.c::w, %3 !4:3
    %4: i32 = eq %0, 8 !4:4
    store: i32 @last, %4 !4:5
)" + body +
         R"(
  } step {
    %5: i32 = add %0, 1 !3:6
    store: i32 @i, %5 !3:7
  }
)";
}

rir::Module MainWith(const std::string& body) {
  const std::string text = std::string(program) + R"(func $main(param @argc: i32 !2:1) -> i32 !2:2 {
  local @i: i32 !2:3
  local @last: i32 !2:4
  local @chosen: i32 !2:5
  local @choice: ptr<i32> !2:6
  store: i32 @i, 0 !2:7
  store: i32 @chosen, 0 !2:8
  store: ptr<i32> @choice, @chosen !2:9
)" + body + "  return: i32 0 !9:1\n}\n";
  Result<rir::Module> module = rir::Parse(text, "a.rir");
  if (!module)
    ADD_FAILURE() << module.error().message;
  return module ? *module : rir::Module();
}

// The names of what is carried.
std::set<std::string> CarriedBy(const std::string& body) {
  const rir::Module module = MainWith(Loop(body));
  Flow flow = FlowOf(module);
  std::set<std::string> names;
  for (const auto& [node, loop] : StateOf(flow).carried)
    names.insert(flow.NameOf(node));
  return names;
}

bool IsCarried(const std::string& name, const std::string& body) {
  const std::set<std::string> names = CarriedBy(body);
  EXPECT_TRUE(names.contains("a.c::w"));
  return names.contains("a.c::" + name);
}

constexpr const char* stores = "store: f32 @a.c::x, %2 !5:3\n";
constexpr const char* reads =
    "%20: f32 = load @a.c::x !6:1\n%21: f32 = mul %20, %2 !6:2\nstore: f32 @a.c::w, %21 !6:3\n";
constexpr const char* last = "%10: i32 = load @last !5:1\n";
constexpr const char* again = "%11: i32 = load @last !5:9\n";

// Threads share out the nodes by parts, and there may be more of them than nodes.
TEST(Flows, DoNotDependOnHowManyThreadsFindThem) {
  const rir::Module module = MainWith(Loop(std::string(stores) + reads));
  const auto found = [&](std::size_t jobs) {
    Flow flow = FlowOf(module, jobs);
    const State state = StateOf(flow, jobs);
    PartElements(flow, jobs);
    EXPECT_FALSE(state.carried.empty());
    return std::tuple(flow.first_before, flow.before, flow.before_kind, state.carried);
  };
  const auto one = found(1);
  EXPECT_FALSE(std::get<1>(one).empty());
  for (const std::size_t jobs : {2U, 3U, 8U, 1000U})
    EXPECT_EQ(found(jobs), one) << jobs;
}

TEST(Carried, OneBranchMayLeaveWhatWasThere) {
  EXPECT_TRUE(IsCarried("x", std::string(last) + "if %10 !5:2 then {\n" + stores + "}\n" + reads));
}

TEST(Carried, BothBranchesOverwrite) {
  EXPECT_FALSE(
      IsCarried("x", std::string(last) + "if %10 !5:2 then {\n" + stores + "} else {\n" + stores + "}\n" + reads));
}

TEST(Carried, ReadUnderTheSameConditionAsWritten) {
  const std::string written = std::string(last) + "if %10 !5:2 then {\n" + stores + "}\n";
  EXPECT_FALSE(IsCarried("x", written + again + "if %11 !6:1 then {\n" + reads + "}\n"));
  EXPECT_TRUE(IsCarried("x", written + again + "%12: i32 = lnot %11 !5:9\nif %12 !6:1 then {\n" + reads + "}\n"));
  EXPECT_TRUE(IsCarried("x", written + "store: i32 @last, 1 !5:8\n" + again + "if %11 !6:1 then {\n" + reads + "}\n"));
}

TEST(Carried, BranchThatIsNeverTaken) {
  const std::string asks = "%10: ptr<i32> = load @choice !5:1\n%11: i32 = load %10 !5:1\nif %11 !5:2 then {\n";
  EXPECT_FALSE(IsCarried("x", asks + reads + stores + "}\n"));
  EXPECT_TRUE(IsCarried("x", asks + reads + stores + "}\nstore: i32 %10, 1 !6:1\n"));
}

TEST(Carried, CopyReadsAsManyBytesAsItSays) {
  const std::string copies =
      "%10: ptr<f32> = field @a.c::parts of Parts member a !5:1\n"
      "%11: ptr<f32> = field @a.c::parts of Parts member b !5:2\n"
      "store: f32 %10, %2 !5:3\ncopy @a.c::other, @a.c::parts bytes BYTES !5:4\nstore: f32 %11, %2 !5:5\n"
      "%20: f32 = load %11 !6:1\n%21: f32 = mul %20, %2 !6:2\nstore: f32 @a.c::w, %21 !6:3\n";
  const auto with = [&](const std::string& bytes) {
    std::string body = copies;
    return IsCarried("parts.b", body.replace(body.find("BYTES"), 5, bytes));
  };
  EXPECT_FALSE(with("4"));
  EXPECT_TRUE(with("8"));
}

// A helper has one instance for all its calls, once what a program may cost is spent. What it stores for a call that is
// not under way in the loop is none of the loop's.
TEST(Carried, VariableOfACallThatIsNotUnderWay) {
  std::string helper =
      "func $helper(param @p: ptr<f32> !1:5) -> void !1:6 {\n%0: ptr<f32> = load @p !1:7\n"
      "%1: f32 = load %0 !1:7\n%2: f32 = mul %1, %1 !1:7\n";
  for (int i = 0; i < 70; ++i)
    helper += "store: f32 %0, %2 !1:7\n";
  std::string large = "func $large() -> void !1:8 {\n", spend;
  for (int i = 0; i < 700; ++i)
    large += "store: f32 @a.c::x, 1.0 !1:8\n";
  for (int i = 0; i < 100; ++i)
    spend += "call $large() !2:3\n";
  const std::string other =
      "func $other() -> void !1:9 {\nlocal @far: f32 !1:9\ncall $helper(@far) !1:9\n"
      "%0: f32 = load @far !1:9\nstore: f32 @a.c::x, %0 !1:9\n}\n";
  const std::string text =
      program + helper + "}\n" + large + "}\n" + other +
      "func $main() -> i32 !2:2 {\nlocal @i: i32 !2:3\nlocal @last: i32 !2:4\n"
      "local @near: f32 !2:5\nstore: i32 @i, 0 !2:7\nstore: f32 @near, 1.0 !2:7\n" +
      spend + "call $other() !2:6\n" +
      Loop("call $helper(@near) !5:1\n%10: f32 = load @near !5:2\nstore: f32 @a.c::w, %10 !5:3\n") +
      "return: i32 0 !9:1\n}\n";
  const Result<rir::Module> module = rir::Parse(text, "a.rir");
  ASSERT_TRUE(module) << module.error().message;
  Flow flow = FlowOf(*module);
  std::set<std::string> names;
  for (const auto& [node, loop] : StateOf(flow).carried)
    names.insert(flow.NameOf(node));
  EXPECT_TRUE(names.contains("near"));
  EXPECT_FALSE(names.contains("far"));
}

}  // namespace
}  // namespace detrain::flow
