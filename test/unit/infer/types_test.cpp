// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run learns of blocks that are allocated without a type, and what is made of it where the run before ended
// early.
#include <gtest/gtest.h>

#include "analyzer/infer/infer.h"
#include "analyzer/rir/parse.h"

namespace detrain::infer {
namespace {

constexpr const char* kProgram = R"(
source "t.c"
file "t.c"
type record Other size 12 align 4 {
  x: f32 at 0
  y: f32 at 4
  z: f32 at 8
}
type record Pair size 8 align 4 {
  a: f32 at 0
  b: f32 at 4
}
func $main() -> i32 !4:5 {
  local @spare: Other !5:16
  local @pair: ptr<Pair> !7:16
  %0: ptr = alloc 8 zeroed by calloc !6:17
  store: ptr<Pair> @pair, %0 !7:23
  %2: ptr<Pair> = load @pair !8:3
  %3: ptr<f32> = field %2 of Pair member b !8:3
  store: f32 %3, 0x1p+0 !8:3
  return: i32 0 !10:3
}
init $init -> void link "" {
}
)";

class TypesTest : public testing::Test {
 protected:
  TypesTest() : module_(*rir::Parse(kProgram, "t.rir")) {}

  [[nodiscard]] rir::TypeId Named(const std::string& name) const {
    for (rir::TypeId id = 0; id < module_.types.size(); ++id)
      if (module_.types[id].name == name)
        return id;
    return rir::kNone;
  }

  // The type of the one block after a run that was told another one.
  rir::TypeId LearnedAfter(const std::string& told, bool was_glance) {
    EngineOptions options;
    EXPECT_NE(RunWithTypes(module_, options), nullptr);
    EXPECT_EQ(options.block_types.size(), 1U);
    options.block_types.begin()->second = Named(told);
    options.knows_types_by_glance = was_glance;
    EXPECT_NE(RunWithTypes(module_, options), nullptr);
    return options.block_types.begin()->second;
  }

  const rir::Module module_;
};

TEST_F(TypesTest, AWholeRunKnowsBetterThanAGlance) {
  EXPECT_EQ(LearnedAfter("Pair", true), Named("Pair"));
  EXPECT_EQ(LearnedAfter("Other", true), Named("Pair"));
}

TEST_F(TypesTest, WhatTwoRunsSeeDifferentlyHasNoType) {
  EXPECT_EQ(LearnedAfter("Pair", false), Named("Pair"));
  EXPECT_EQ(LearnedAfter("Other", false), rir::kNone);
}

}  // namespace
}  // namespace detrain::infer
