// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls FlowOf follows on their own, once what a program may cost is spent.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "analyzer/flow/flow.h"
#include "analyzer/rir/parse.h"

namespace detrain::flow {
namespace {

std::string Repeated(const std::string& line, int times) {
  std::string out;
  for (int i = 0; i < times; ++i)
    out += line;
  return out;
}

// A helper, a function of 700 operations, and a main that calls the latter a hundred times before it calls the helper.
std::string Program(int stores_of_helper) {
  return "source \"a.c\"\nfile \"a.c\"\ntype i32\ntype void\nfile_static @a.c::x: i32 !1:1\n"
         "func $helper() -> void !1:2 {\n" +
         Repeated("store: i32 @a.c::x, 1 !1:3\n", stores_of_helper) + "}\nfunc $large() -> void !1:4 {\n" +
         Repeated("store: i32 @a.c::x, 1 !1:5\n", 700) + "}\nfunc $main() -> i32 !2:1 {\n" +
         Repeated("call $large() !2:2\n", 100) + Repeated("call $helper() !2:3\n", 3) + "return: i32 0 !2:4\n}\n";
}

std::ptrdiff_t InstancesOf(const std::string& name, int stores_of_helper) {
  const Result<rir::Module> module = rir::Parse(Program(stores_of_helper), "a.rir");
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return -1;
  }
  const Flow flow = FlowOf(*module);
  return std::ranges::count_if(flow.instances, [&](const Instance& instance) {
    return instance.function != kNone && module->functions[instance.function].name == name;
  });
}

TEST(Instances, LargeFunctionsShareOneWhenTheBudgetIsSpent) {
  EXPECT_LT(InstancesOf("large", 1), 100);
  EXPECT_EQ(InstancesOf("helper", 600), 1);
}

TEST(Instances, SmallFunctionsHaveOnePerCallNonetheless) {
  EXPECT_EQ(InstancesOf("helper", 1), 3);
}

}  // namespace
}  // namespace detrain::flow
