// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers of which nothing is known.
#include "analyzer/infer/callees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "analyzer/rir/parse.h"

namespace detrain::infer {
namespace {

// Tables of two classes, each with a place in front of its functions; `first` and `second` stand there, and `free`
// elsewhere as well. `pointed` and `of_number` are only pointed to.
constexpr const char* kProgram = R"(
source "c.cpp"
file "c.cpp"
hidden @"virtual functions of A": array<ptr<fn>, 3> const initialized
hidden @"virtual functions of B": array<ptr<fn>, 3> const initialized
global @known: ptr<fn> !1:1
func $first(param @a: ptr<i32> !2:1) -> i32 address_taken !2:1 {
  return: i32 1 !2:2
}
func $second(param @a: ptr<i32> !3:1) -> i32 address_taken !3:1 {
  return: i32 2 !3:2
}
func $free(param @a: ptr<i32> !4:1) -> i32 address_taken !4:1 {
  return: i32 3 !4:2
}
func $pointed(param @a: ptr<i32> !5:1) -> i32 address_taken !5:1 {
  return: i32 4 !5:2
}
func $of_number(param @a: i32 !6:1) -> i32 address_taken !6:1 {
  return: i32 5 !6:2
}
func $make(param @to: ptr<ptr<ptr<fn>>> !7:1) -> void !7:1 {
  %0: ptr<ptr<ptr<fn>>> = load @to !7:2
  %1: ptr<ptr<fn>> = index @"virtual functions of A", 1 of ptr<fn> !7:3
  store: ptr<ptr<fn>> %0, %1 !7:4
  %2: ptr<ptr<fn>> = index @"virtual functions of B", 1 of ptr<fn> !7:5
  store: ptr<ptr<fn>> %0, %2 !7:6
  store: ptr<fn> @known, $free !7:7
  store: ptr<fn> @known, $pointed !7:8
  store: ptr<fn> @known, $of_number !7:9
}
func $virtual(param @object: ptr<ptr<ptr<fn>>> !8:1) -> i32 !8:1 {
  %0: ptr<ptr<ptr<fn>>> = load @object !8:2
  %1: ptr<ptr<fn>> = load %0 !8:3
  %2: ptr<ptr<fn>> = index %1, 0 of ptr<fn> !8:4
  %3: ptr<fn> = load %2 !8:5
  %4: i32 = call %3(%0) !8:6
  return: i32 %4 !8:7
}
func $plain(param @object: ptr<i32> !9:1) -> i32 !9:1 {
  %0: ptr<i32> = load @object !9:2
  %1: ptr<fn> = load @known !9:3
  %2: i32 = call %1(%0) !9:4
  return: i32 %2 !9:5
}
func $even(param @n: i32 !11:1) -> i32 !11:1 {
  %0: i32 = call $odd(1) !11:2
  return: i32 %0 !11:3
}
func $odd(param @n: i32 !12:1) -> i32 !12:1 {
  %0: i32 = call $even(1) !12:2
  return: i32 %0 !12:3
}
func $main() -> i32 !10:1 {
  %0: i32 = call $plain(null) !10:2
  return: i32 %0 !10:3
}
init $init -> void link "" {
  %0: ptr<ptr<fn>> = index @"virtual functions of A", 1 of ptr<fn> !1:1
  store: ptr<fn> %0, $first !1:1
  %1: ptr<ptr<fn>> = index @"virtual functions of A", 2 of ptr<fn> !1:1
  store: ptr<fn> %1, $second !1:1
  %2: ptr<ptr<fn>> = index @"virtual functions of B", 1 of ptr<fn> !1:1
  store: ptr<fn> %2, $free !1:1
}
)";

using Names = std::set<std::string>;

class CalleesTest : public testing::Test {
 protected:
  [[nodiscard]] const rir::Function& Named(const std::string& name) const {
    return *std::ranges::find(module_.functions, name, &rir::Function::name);
  }
  [[nodiscard]] Names CalledBy(const std::string& caller) const {
    const rir::Function& f = Named(caller);
    Names out;
    for (const rir::Op& op : f.blocks[f.body].ops)
      if (const auto* call = std::get_if<rir::CallOp>(&op.data))
        for (const rir::FunctionId callee : Callees(module_).Of(f, op, *call))
          out.insert(module_.functions[callee].name);
    return out;
  }
  const rir::Module module_ = *rir::Parse(kProgram, "c.rir");
};

TEST_F(CalleesTest, AVirtualCallReachesItsPlaceOfTheTables) {
  EXPECT_EQ(CalledBy("virtual"), (Names{"first", "free", "pointed"}));
}

TEST_F(CalleesTest, AnotherCallReachesWhatIsPointedToAndTakesItsArguments) {
  EXPECT_EQ(CalledBy("plain"), (Names{"free", "pointed"}));
}

TEST_F(CalleesTest, CallersAreFoundThroughPointers) {
  const auto callers = Callees(module_).CallersOf(Named("pointed"));
  Names names;
  for (const rir::Function* f : callers)
    names.insert(f->name);
  EXPECT_EQ(names, (Names{"main", "plain", "pointed", "virtual"}));
}

TEST_F(CalleesTest, FunctionsThatCallOneAnotherAreInOneCycle) {
  const Callees callees(module_);
  EXPECT_TRUE(callees.AreInOneCycle(Named("even"), Named("odd")));
  EXPECT_FALSE(callees.AreInOneCycle(Named("main"), Named("plain")));
}

// A virtual call for a `Base` reaches what the tables hold for it and for what is derived from it.
TEST(Callees, AVirtualCallReachesTheClassAndWhatIsDerivedFromIt) {
  const rir::Module module = *rir::Parse(R"(
source "c.cpp"
file "c.cpp"
type record Base { table: ptr<ptr<fn>> }
type record Derived { "": Base, d: i32 }
type record Other { table: ptr<ptr<fn>> }
hidden @table: array<ptr<fn>, 1> const initialized
func $of_base(param @this: ptr<Base> !1:1) -> void address_taken !1:1 {
}
func $of_derived(param @this: ptr<Derived> !2:1) -> void address_taken !2:1 {
}
func $of_other(param @this: ptr<Other> !3:1) -> void address_taken !3:1 {
}
func $make(param @to: ptr<ptr<ptr<fn>>> !4:1) -> void !4:1 {
  %0: ptr<ptr<ptr<fn>>> = load @to !4:2
  %1: ptr<ptr<fn>> = index @table, 0 of ptr<fn> !4:3
  store: ptr<ptr<fn>> %0, %1 !4:4
}
func $main(param @object: ptr<Base> !5:1) -> void !5:1 {
  %0: ptr<Base> = load @object !5:2
  %1: ptr<ptr<fn>> = load %0 !5:3
  %2: ptr<ptr<fn>> = index %1, 0 of ptr<fn> !5:4
  %3: ptr<fn> = load %2 !5:5
  call %3(%0) !5:6
}
init $init -> void link "" {
  %0: ptr<ptr<fn>> = index @table, 0 of ptr<fn> !1:1
  store: ptr<fn> %0, $of_base !1:1
  store: ptr<fn> %0, $of_derived !1:1
  store: ptr<fn> %0, $of_other !1:1
}
)",
                                         "c.rir");
  const rir::Function& main = module.functions.back();
  Names names;
  for (const rir::Op& op : main.blocks[main.body].ops)
    if (const auto* call = std::get_if<rir::CallOp>(&op.data))
      for (const rir::FunctionId f : Callees(module).Of(main, op, *call))
        names.insert(module.functions[f].name);
  EXPECT_EQ(names, (Names{"of_base", "of_derived"}));
}

}  // namespace
}  // namespace detrain::infer
