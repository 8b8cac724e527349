// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways of calls from main to a loop that the program's text tells.
#include "analyzer/tier0/calls.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "analyzer/rir/fields.h"
#include "analyzer/rir/parse.h"

namespace detrain::tier0 {
namespace {

constexpr const char* kLoop = "{\n  loop 0 test {\n    %0: i32 = load @a.c::x\n  } if %0 body {\n";

// `fit` has the loop that is looked for, `twice` calls it; `main` is what is given.
rir::Module Program(const std::string& main, const std::string& inside = "") {
  const std::string text = std::string("source \"a.c\"\nfile \"a.c\"\ntype i32\ntype void\ntype ptr\n") +
                           "file_static @a.c::x: i32\nfile_static @a.c::f: ptr\nfunc $fit() -> void " + kLoop +
                           "    store: i32 @a.c::x, 1\n" + inside +
                           "  }\n}\nfunc $twice() -> void {\n  call $fit()\n}\n" +
                           "func $main() -> i32 link \"main\" {\n" + main + "  return: i32 0\n}\n";
  Result<rir::Module> module = rir::Parse(text, "a.rir");
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module ? *std::move(module) : rir::Module();
}

const rir::Function& Named(const rir::Module& module, const std::string& name) {
  for (const rir::Function& function : module.functions)
    if (function.name == name)
      return function;
  ADD_FAILURE() << name;
  return module.init;
}

std::vector<Nest> WaysToFit(const rir::Module& module) {
  const rir::Function& fit = Named(module, "fit");
  const rir::Op* loop = nullptr;
  rir::ForEachOp(fit, fit.body, [&](const rir::Op& op) { loop = IsLoop(op) ? &op : loop; });
  return loop == nullptr ? std::vector<Nest>() : Calls(module).NestsOf(fit, *loop);
}

// The functions of a nest's levels, and which of them are loops.
std::string Shown(const Nest& nest) {
  std::string text;
  for (const Level& level : nest)
    text += (text.empty() ? "" : " ") + level.function->name + (level.is_loop ? "*" : "");
  return text;
}

TEST(Calls, EachCallIsAWay) {
  const rir::Module module = Program("  call $fit()\n  call $twice()\n");
  const std::vector<Nest> ways = WaysToFit(module);
  ASSERT_EQ(ways.size(), 2);
  EXPECT_EQ(Shown(ways[0]), "main fit*");
  EXPECT_EQ(Shown(ways[1]), "main twice fit*");
}

TEST(Calls, LoopsAroundACallAreLevels) {
  const rir::Module module =
      Program("  loop 0 test {\n    %0: i32 = load @a.c::x\n  } if %0 body {\n    call $fit()\n  }\n");
  const std::vector<Nest> ways = WaysToFit(module);
  ASSERT_EQ(ways.size(), 1);
  EXPECT_EQ(Shown(ways[0]), "main* main fit*");
}

TEST(Calls, AFunctionThatIsNotReachedIsNoWay) {
  const rir::Module module = Program("  call $fit()\n");
  EXPECT_EQ(WaysToFit(module).size(), 1);
}

TEST(Calls, OneThatIsNamedOtherwiseMayBeCalledFromAnywhere) {
  const rir::Module module = Program("  call $fit()\n  store: ptr @a.c::f, $fit\n");
  EXPECT_TRUE(WaysToFit(module).empty());
}

TEST(Calls, OneThatCallsItselfHasNoWays) {
  const rir::Module module = Program("  call $fit()\n", "    call $twice()\n");
  EXPECT_TRUE(WaysToFit(module).empty());
}

TEST(Calls, ThereAreAtMostEight) {
  std::string calls;
  for (int i = 0; i < 9; ++i)
    calls += "  call $fit()\n";
  EXPECT_TRUE(WaysToFit(Program(calls)).empty());
}

}  // namespace
}  // namespace detrain::tier0
