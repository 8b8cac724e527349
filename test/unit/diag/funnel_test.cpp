// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/diag/funnel.h"

#include <gtest/gtest.h>

#include "analyzer/diag/message.h"

namespace detrain::diag {
namespace {

class FunnelTest : public testing::Test {
 protected:
  Diagnostic Opaque(Reach reach, Certainty certainty = Certainty::Certain) {
    return Find<Finding::OpaqueCall>({"a.c", 7, 2}, reach, certainty, "mystery");
  }

  std::vector<std::string> printed_;
  Funnel funnel_{[this](const Diagnostic& d) { printed_.push_back(FormatText(d)); }};
};

TEST_F(FunnelTest, PrintsPlaceSeverityMessageAndRule) {
  Diagnostic diagnostic = Opaque(Reach::State);
  diagnostic.trace.push_back({{"b.c", 1, 0}, "read here"});
  funnel_.Emit(diagnostic);
  ASSERT_EQ(printed_.size(), 1U);
  EXPECT_TRUE(printed_[0].starts_with("a.c:7:2: error: nothing is known about 'mystery'"));
  EXPECT_NE(printed_[0].find("[detrain-opaque-call]\n  b.c:1: read here\n"), std::string::npos);
}

TEST(RuleTest, EachHasAHelpAndOtherAdvice) {
  for (const Rule rule : all_rules) {
    EXPECT_EQ(FindRule(RuleName(rule)), rule);
    EXPECT_FALSE(RuleHelp(rule).empty()) << RuleName(rule);
    EXPECT_TRUE(RuleAdvice(rule).ends_with(".")) << RuleName(rule);
  }
}

TEST_F(FunnelTest, SaysTheSameThingOnce) {
  funnel_.Emit(Opaque(Reach::State));
  funnel_.Emit(Opaque(Reach::State));
  EXPECT_EQ(printed_.size(), 1U);
  EXPECT_EQ(funnel_.Count(Severity::Error), 1U);
}

TEST_F(FunnelTest, AFilteredDiagnosticDoesNotCount) {
  funnel_.AddFilter([](const Diagnostic& d) { return d.rule != Rule::OpaqueCall; });
  funnel_.Emit(Opaque(Reach::State));
  EXPECT_TRUE(printed_.empty());
  EXPECT_EQ(funnel_.ExitCode(Severity::Note), 0);
}

TEST_F(FunnelTest, TheGateDecidesTheExitCode) {
  funnel_.Emit(Opaque(Reach::State, Certainty::Maybe));
  EXPECT_EQ(funnel_.ExitCode(Severity::Error), 0);
  EXPECT_EQ(funnel_.ExitCode(Severity::Warning), 1);
  EXPECT_EQ(funnel_.ExitCode(std::nullopt), 0);
}

TEST_F(FunnelTest, AFailurePassesFiltersAndItsCodeWins) {
  funnel_.AddFilter([](const Diagnostic&) { return false; });
  funnel_.Emit(Opaque(Reach::State));
  funnel_.Fail(Error{ErrorKind::Coverage, "too much", {}});
  funnel_.Fail(Error{ErrorKind::Usage, "later", {}});
  EXPECT_EQ(printed_[0], "detrain: error: too much\n");
  EXPECT_EQ(funnel_.ExitCode(std::nullopt), 4);
}

TEST(SeverityOf, FollowsWhatTheValueReaches) {
  EXPECT_EQ(SeverityOf(Rule::AmbientRng, Reach::State, Certainty::Certain), Severity::Error);
  EXPECT_EQ(SeverityOf(Rule::AmbientRng, Reach::Output, Certainty::Certain), Severity::Error);
  EXPECT_EQ(SeverityOf(Rule::AmbientRng, Reach::State, Certainty::Maybe), Severity::Warning);
  EXPECT_EQ(SeverityOf(Rule::AmbientRng, Reach::Log, Certainty::Certain), Severity::Note);
  EXPECT_EQ(SeverityOf(Rule::AmbientRng, Reach::None, Certainty::Certain), Severity::Note);
}

TEST(SeverityOf, OtherBuildsAreWarningsAtMost) {
  for (const Rule rule : {Rule::FastMath, Rule::VendorDistribution})
    EXPECT_EQ(SeverityOf(rule, Reach::State, Certainty::Certain), Severity::Warning);
}

TEST(Rule, IsFoundByItsName) {
  EXPECT_EQ(FindRule("detrain-float-atomic"), Rule::FloatAtomic);
  EXPECT_EQ(RuleName(Rule::UnusedSuppression), "detrain-unused-suppression");
  EXPECT_FALSE(FindRule("detrain-nothing"));
}

TEST(Message, AFailureCarriesKindPlaceAndText) {
  const Error error = Fail<Failure::UnknownCommand>({}, "plam");
  EXPECT_EQ(error.kind, ErrorKind::Usage);
  EXPECT_EQ(error.message, "unknown command 'plam'; see detrain --help");
}

}  // namespace
}  // namespace detrain::diag
