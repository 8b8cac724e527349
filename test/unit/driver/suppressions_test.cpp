// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detrain::driver::gate {
namespace {

using diag::Rule;
using diag::Severity;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> Texts(std::string_view source) {
  std::vector<std::string> texts;
  for (const Comment& comment : CommentsOf(source))
    texts.emplace_back(comment.text);
  return texts;
}

diag::Diagnostic FindingAt(std::uint32_t line, Severity severity = Severity::Error) {
  diag::Diagnostic finding;
  finding.rule = Rule::AmbientRng;
  finding.severity = severity;
  finding.location = {"a.c", line, 3};
  return finding;
}

TEST(CommentsTest, BothKinds) {
  EXPECT_THAT(Texts("int a; // one\n/* two\n three */ int b;"), ElementsAre(" one", " two\n three "));
}

TEST(CommentsTest, ALineCommentGoesOnBehindABackslash) {
  EXPECT_THAT(Texts("// one \\\n two\nint a;"), ElementsAre(" one \\\n two"));
}

TEST(CommentsTest, NoneInLiterals) {
  EXPECT_THAT(Texts("\"// a\" '\"' \"\\\"// b\" R\"x(// c)\" /* d */)x\" // e"), ElementsAre(" e"));
}

TEST(CommentsTest, ASeparatorOfDigitsOpensNoLiteral) {
  EXPECT_THAT(Texts("int a = 1'000; // b"), ElementsAre(" b"));
}

TEST(CommentsTest, AnApostropheAloneEndsWithItsLine) {
  EXPECT_THAT(Texts("#error don't\nint a; // b"), ElementsAre(" b"));
}

TEST(SuppressionsTest, TheLineAndTheNextLine) {
  const auto found =
      FindSuppressions("a; // NOLINT(detrain-ambient-rng): one\n// NOLINTNEXTLINE(detrain-*): two\nb;\n", "a.c").all;
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].reason, "one");
  EXPECT_TRUE(found[0].Covers(FindingAt(1)));
  EXPECT_FALSE(found[0].Covers(FindingAt(2)));
  EXPECT_FALSE(found[1].Covers(FindingAt(2)));
  EXPECT_TRUE(found[1].Covers(FindingAt(3)));
}

TEST(SuppressionsTest, AnotherRuleIsNotCovered) {
  const auto found = FindSuppressions("// NOLINT(detrain-env-seed): why", "a.c").all;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_FALSE(found[0].Covers(FindingAt(1)));
}

TEST(SuppressionsTest, BlocksNest) {
  const auto found = FindSuppressions(
                         "// NOLINTBEGIN(detrain-ambient-rng): outer\n// NOLINTBEGIN(detrain-ambient-rng): inner\n"
                         "// NOLINTEND(detrain-ambient-rng)\n\n// NOLINTEND(detrain-ambient-rng)\n",
                         "a.c")
                         .all;
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].reason, "inner");
  EXPECT_EQ(found[0].last, 3U);
  EXPECT_EQ(found[1].last, 5U);
}

TEST(SuppressionsTest, ABlockWithoutEndIsAMistakeAndHidesNothing) {
  const auto found = FindSuppressions(
      "// NOLINT"
      "BEGIN(detrain-ambient-rng): why\n",
      "a.c");
  EXPECT_THAT(found.all, IsEmpty());
  ASSERT_THAT(found.mistakes, SizeIs(1));
  EXPECT_EQ(found.mistakes[0].rule, Rule::UnusedSuppression);
}

TEST(SuppressionsTest, WhatIsForClangTidyIsNoConcern) {
  const auto found = FindSuppressions("a; // NOLINT\nb; // NOLINT(bugprone-*)\nc; // NOLINT(*)\n", "a.c");
  EXPECT_THAT(found.all, IsEmpty());
  EXPECT_THAT(found.mistakes, IsEmpty());
}

TEST(SuppressionsTest, ARuleThatIsNotThere) {
  const auto found = FindSuppressions("// NOLINT(detrain-ambient-rgn): why\n", "a.c");
  ASSERT_THAT(found.mistakes, SizeIs(1));
  EXPECT_EQ(found.mistakes[0].location, (Location{"a.c", 1, 4}));
}

TEST(SuppressionsTest, WithoutReasonIsAsGraveAsWhatItHides) {
  auto found = FindSuppressions("a; // NOLINT(detrain-ambient-rng)\n", "a.c").all;
  ASSERT_THAT(found, SizeIs(1));
  found[0].hidden = Severity::Error;
  EXPECT_EQ(Judge(found[0])->severity, Severity::Error);
  found[0].reason = "why";
  EXPECT_FALSE(Judge(found[0]));
}

TEST(SuppressionsTest, APlaceholderIsNoReason) {
  const auto found = FindSuppressions("a; // NOLINT(detrain-ambient-rng): <why>\n", "a.c").all;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].reason, "");
}

TEST(SuppressionsTest, UnusedIsAWarning) {
  const auto found = FindSuppressions("a; // NOLINT(detrain-ambient-rng): why\n", "a.c").all;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(Judge(found[0])->severity, Severity::Warning);
}

TEST(PatternTest, StarsStandForAnything) {
  EXPECT_TRUE(Matches("detrain-*-rng", "detrain-ambient-rng"));
  EXPECT_TRUE(Matches("*", "detrain-ambient-rng"));
  EXPECT_FALSE(Matches("detrain-env-*", "detrain-ambient-rng"));
  EXPECT_FALSE(Matches("detrain-ambient", "detrain-ambient-rng"));
}

}  // namespace
}  // namespace detrain::driver::gate
