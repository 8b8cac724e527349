// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/fingerprint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detrain::driver::gate {
namespace {

using testing::ElementsAre;

std::string FingerprintAt(std::uint32_t line, const std::string& text, diag::Rule rule = diag::Rule::AmbientRng) {
  Sources sources("/repository");
  sources.Replace("/repository/a.c", text);
  diag::Diagnostic diagnostic;
  diagnostic.rule = rule;
  diagnostic.location = {"/repository/a.c", line, 1};
  diagnostic.function = "main";
  std::vector<Finding> findings = {{diagnostic, ""}};
  AddFingerprints(findings, sources);
  return findings[0].fingerprint;
}

TEST(FingerprintTest, SurvivesMovedAndIndentedLines) {
  EXPECT_EQ(FingerprintAt(1, "x = rand();\n"), FingerprintAt(3, "int a;\n\n\t x =  rand();\n"));
}

TEST(FingerprintTest, OtherTextAndOtherRulesDiffer) {
  EXPECT_NE(FingerprintAt(1, "x = rand();\n"), FingerprintAt(1, "y = rand();\n"));
  EXPECT_NE(FingerprintAt(1, "x = rand();\n"), FingerprintAt(1, "x = rand();\n", diag::Rule::EnvSeed));
}

TEST(FingerprintTest, EqualLinesAreCounted) {
  Sources sources("/repository");
  sources.Replace("/repository/a.c", "x = rand();\nx = rand();\n");
  diag::Diagnostic first, second;
  first.location = {"/repository/a.c", 1, 1};
  second.location = {"/repository/a.c", 2, 1};
  std::vector<Finding> findings = {{first, ""}, {second, ""}};
  AddFingerprints(findings, sources);
  EXPECT_NE(findings[0].fingerprint, findings[1].fingerprint);
}

// Known answers, of the tests of GitHub's own action (codeql-action, fingerprints).
TEST(LineHashTest, AsGitHubComputesIt) {
  EXPECT_THAT(LineHashes(""), ElementsAre("c129715d7a2bc9a3:1"));
  EXPECT_THAT(LineHashes(" a\nb\n  \t\tc\n d"),
              ElementsAre("271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"));
}

TEST(LineHashTest, AllEndsOfLinesAreEqual) {
  const std::vector<std::string> known = {"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1",
                                          "e20e36e16fcb0cc8:1", "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
                                          "c129715d7a2bc9a3:1"};
  EXPECT_EQ(LineHashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"), known);
  EXPECT_EQ(LineHashes(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n"), known);
  EXPECT_EQ(LineHashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"), known);
}

TEST(LineHashTest, EqualHashesAreCounted) {
  std::string text;
  for (int i = 0; i < 10; ++i)
    text += "Lorem ipsum dolor sit amet.\n";
  const std::vector<std::string> hashes = LineHashes(text);
  ASSERT_EQ(hashes.size(), 11U);
  EXPECT_EQ(hashes[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(hashes[6], "a7f2ff1481e87703:1");
}

TEST(ColumnTest, EditorsCountUtf16) {
  const std::string line = "a\xC3\xA9\xF0\x9F\x98\x80z";  // a, e with acute, a face, z
  EXPECT_EQ(Utf16Column(line, 8), 5U);
  EXPECT_EQ(ByteColumn(line, 5), 8U);
}

}  // namespace
}  // namespace detrain::driver::gate
