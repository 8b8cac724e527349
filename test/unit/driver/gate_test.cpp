// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analyzer/base/file.h"
#include "analyzer/driver/gate/changed_lines.h"
#include "analyzer/driver/gate/check_program.h"
#include "analyzer/driver/gate/fixes.h"

namespace detrain::driver::gate {
namespace {

using diag::Severity;
using testing::HasSubstr;
using testing::SizeIs;

diag::Diagnostic FindingIn(const std::string& file, std::uint32_t line, std::uint32_t column) {
  diag::Diagnostic finding;
  finding.rule = diag::Rule::EnvSeed;
  finding.severity = Severity::Error;
  finding.reach = diag::Reach::State;
  finding.location = {file, line, column};
  finding.message = "the clock seeds 'rng'";
  diag::TraceStep& step = finding.trace.emplace_back();
  step.location = {file, line + 1, 1};
  step.message = "which reaches\nweights";
  return finding;
}

class FormatTest : public testing::Test {
 protected:
  FormatTest() { sources_.Replace("/r/a b.c", "\tsrand(time(0));\nw = rand();\n"); }
  std::string In(Format format) { return Print(format, {findings_, sources_}); }

  Sources sources_{"/r"};
  std::vector<Finding> findings_ = {{FindingIn("/r/a b.c", 1, 8), "f00d"}};
};

TEST_F(FormatTest, TextHasTheLineACaretAndTheTraceAsNotes) {
  const std::string text = In(Format::Text);
  EXPECT_TRUE(text.starts_with(
      "/r/a b.c:1:8: error: the clock seeds 'rng' [detrain-env-seed]\n\tsrand(time(0));\n\t      ^~~~\n"))
      << text;
  EXPECT_THAT(text, HasSubstr("/r/a b.c:2:1: note: which reaches\nweights\nw = rand();\n^\n"));
  EXPECT_THAT(text, HasSubstr("  = help: "));
}

TEST_F(FormatTest, GithubEscapes) {
  EXPECT_EQ(In(Format::Github),
            "::error file=a b.c,line=1,col=8,title=detrain-env-seed::the clock seeds 'rng'%0A/r/a b.c:2:1: which "
            "reaches%0Aweights\n");
}

TEST_F(FormatTest, SarifHasARelativeUriAndAOneLineRegion) {
  const nlohmann::json log = nlohmann::json::parse(In(Format::Sarif));
  const nlohmann::json& result = log["runs"][0]["results"][0];
  const nlohmann::json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b.c");
  EXPECT_EQ(place["region"], (nlohmann::json{{"startLine", 1}, {"startColumn", 8}, {"endColumn", 12}}));
  EXPECT_EQ(result["partialFingerprints"]["primaryLocationLineHash"].get<std::string>().substr(16), ":1");
  EXPECT_THAT(result["codeFlows"][0]["threadFlows"][0]["locations"], SizeIs(1));
  const nlohmann::json& rule = log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
  EXPECT_EQ(rule["id"], result["ruleId"]);
  EXPECT_FALSE(rule["help"]["text"].get<std::string>().empty());
}

TEST_F(FormatTest, RdjsonlIsOneObjectToALine) {
  const nlohmann::json json = nlohmann::json::parse(In(Format::Rdjsonl));
  EXPECT_EQ(json["location"]["range"]["end"]["column"], 12);
  EXPECT_EQ(json["severity"], "ERROR");
  EXPECT_EQ(json["code"]["value"], "detrain-env-seed");
}

TEST(MergedTest, OneOfARuleAndAPlaceTheGravest) {
  diag::Diagnostic warning = FindingIn("a.h", 1, 1);
  warning.severity = Severity::Warning;
  const auto merged = Merged({warning, FindingIn("a.h", 1, 1), FindingIn("a.h", 2, 1)});
  ASSERT_THAT(merged, SizeIs(2));
  EXPECT_EQ(merged[0].severity, Severity::Error);
}

TEST(ChangedLinesTest, OfTheNewSide) {
  ChangedLines changed;
  changed.AddDiff(
      "diff --git a/t.c b/t.c\n--- a/t.c\n+++ b/t.c\n@@ -3,0 +4,2 @@ int main\n+++ b/other.c\n+@@ -1 +1 @@\n"
      "@@ -9 +11,0 @@\n-gone\n@@ -12 +13 @@\n-a\n+b\n");
  EXPECT_FALSE(changed.Holds("t.c", 3));
  EXPECT_TRUE(changed.Holds("t.c", 4));
  EXPECT_TRUE(changed.Holds("t.c", 5));
  EXPECT_FALSE(changed.Holds("t.c", 11));
  EXPECT_TRUE(changed.Holds("t.c", 13));
  EXPECT_FALSE(changed.Holds("other.c", 1));
}

TEST(FixesTest, EditsAreMadeFromTheirOffsets) {
  EXPECT_EQ(WithEdits("abcdef", {{"a", 4, 1, "E"}, {"a", 0, 2, ""}, {"a", 3, 0, "-"}}), "c-dEf");
}

TEST(FixesTest, ASuppressionStandsAboveAndIsIndented) {
  const SourceText source("int a;\n\t srand(0);\n");
  const diag::FixEdit edit = SuppressionFix(FindingIn("a.c", 2, 3), source, "because");
  EXPECT_EQ(edit.offset, 7U);
  EXPECT_EQ(edit.text, "\t // NOLINTNEXTLINE(detrain-env-seed): because\n");
}

class ApplyTest : public testing::Test {
 protected:
  ApplyTest() { static_cast<void>(WriteFileAtomically(file_, "abc\ndef\n")); }
  ~ApplyTest() override { std::filesystem::remove(file_); }

  Finding Mended(std::vector<diag::FixEdit> edits) {
    diag::Diagnostic finding = FindingIn(file_, 1, 1);
    finding.fixes = std::move(edits);
    return {finding, ""};
  }

  std::string file_ = testing::TempDir() + "detrain_apply_" + std::to_string(::getpid());
  Sources sources_{"/"};
};

TEST_F(ApplyTest, AllOfAFindingOrNone) {
  const auto applied = ApplyFixes({Mended({{file_, 0, 1, "A"}, {file_, 4, 1, "D"}}),
                                   Mended({{file_, 7, 0, "!"}, {file_, 0, 2, "no"}}), Mended({{file_, 0, 1, "A"}})},
                                  sources_);
  ASSERT_TRUE(applied);
  EXPECT_EQ(*applied, 2U);
  EXPECT_EQ(*ReadFile(file_), "Abc\nDef\n");
}

TEST_F(ApplyTest, NothingToAFileThatChangedMeanwhile) {
  ASSERT_NE(sources_.Find(file_), nullptr);
  ASSERT_TRUE(WriteFileAtomically(file_, "new\n"));
  EXPECT_FALSE(ApplyFixes({Mended({{file_, 0, 1, "A"}})}, sources_));
  EXPECT_EQ(*ReadFile(file_), "new\n");
}

TEST(FixesTest, YamlForClangApplyReplacements) {
  diag::Diagnostic finding = FindingIn("/r/a.c", 1, 1);
  finding.fixes = {{"/r/a.c", 3, 4, "say \"x\"\n"}};
  const std::string yaml = FixesYaml({{finding, ""}});
  EXPECT_THAT(yaml, HasSubstr("FilePath:        \"/r/a.c\"\n          Offset:          3\n"));
  EXPECT_THAT(yaml, HasSubstr("ReplacementText: \"say \\\"x\\\"\\n\""));
}

}  // namespace
}  // namespace detrain::driver::gate
