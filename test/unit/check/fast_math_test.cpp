// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "analyzer/check/check.h"
#include "analyzer/rir/parse.h"

namespace detrain::check {
namespace {

std::vector<diag::Diagnostic> Findings(const std::string& type, const CheckOptions& options) {
  const Result<rir::Module> module =
      rir::Parse("source \"a.c\"\nfile \"a.c\"\nfunc $f(param @x: " + type + ") -> " + type + " !1:1 {\n%0: " + type +
                     " = load @x\n%1: " + type + " = add %0, %0\nreturn %1\n}\n",
                 "a.rir");
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return {};
  }
  return Check(*module, options).findings;
}

TEST(FastMath, FlagIsAWarningAtMost) {
  const auto found = Findings("f32", {{{"a.c", {"-O2", "-ffast-math"}}}, {}, {}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, diag::Rule::FastMath);
  EXPECT_EQ(found[0].severity, diag::Severity::Warning);
}

TEST(FastMath, LastFlagCounts) {
  EXPECT_TRUE(Findings("f32", {{{"a.c", {"-ffast-math", "-fno-fast-math"}}}, {}, {}}).empty());
}

TEST(FastMath, IntegersDoNotRound) {
  const auto found = Findings("i32", {{{"a.c", {"-Ofast"}}}, {}, {}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, diag::Severity::Note);
}

TEST(FastMath, Pragma) {
  const auto found = Findings("f32", {{}, {{"a.c", "int x;\n  # pragma STDC FP_CONTRACT ON\n"}}, {}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].location, (Location{"a.c", 2, 3}));
}

TEST(FastMath, ContractionOffIsNone) {
  EXPECT_TRUE(Findings("f32", {{}, {{"a.c", "#pragma STDC FP_CONTRACT OFF\n"}}, {}}).empty());
}

}  // namespace
}  // namespace detrain::check
