// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewriter's own check that what a plan saves is announced, without the two that the built program has: each
// announcement in turn is taken out of a patch, as if a pass had forgotten it.
#include "analyzer/rewrite/announced.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "analyzer/driver/pipeline.h"

namespace detrain::driver {
namespace {

using testing::HasSubstr;

// A file static, a global, a function's static, locals and a block, of which each step changes all.
constexpr const char* kProgram = R"(
#include <stdio.h>
#include <stdlib.h>

static float *weight;
float rate = 0.5f;

static int Calls(void) {
  static int calls;
  return ++calls;
}

int main(int argc, char **argv) {
  float loss = 1;
  (void)argv;
  weight = malloc(4 * sizeof *weight);
  for (int k = 0; k < 4; k++)
    weight[k] = 0.1f * k;
  for (int step = 0; step < 5 * argc; step++) {
    for (int k = 0; k < 4; k++)
      weight[k] = 0.9f * weight[k] + rate * loss;
    loss = 0.5f * loss + weight[1];
    rate *= 0.75f;
    printf("%d %d %a\n", step, Calls(), (double)loss);
  }
  return 0;
}
)";

class AnnouncedTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "announced.c";
    std::ofstream(file) << kProgram;
    ProgramOptions options;
    options.files = {file.string()};
    diag::Funnel funnel([](const diag::Diagnostic&) {});
    Result<AnalysedProgram> analysed = Analyse(options, {}, funnel);
    ASSERT_TRUE(analysed.Ok()) << analysed.error().message;
    plan_ = analysed->plan;
    Result<rewrite::Patch> patch = rewrite::Rewrite(plan_, *analysed->decided);
    ASSERT_TRUE(patch.Ok()) << patch.error().message;
    patch_ = *patch;
  }

  // The patch without the words that begin an announcement; how many there were is counted.
  rewrite::Patch Without(const std::string& announcement) {
    rewrite::Patch spoilt = patch_;
    spoilt_ = 0;
    for (rewrite::Edit& edit : spoilt.edits)
      for (std::size_t at = edit.text.find(announcement); at != std::string::npos; at = edit.text.find(announcement)) {
        edit.text.erase(at, announcement.size());
        ++spoilt_;
      }
    return spoilt;
  }

  std::string ErrorWithout(const std::string& announcement) {
    const rewrite::Patch spoilt = Without(announcement);
    const Result<void> checked = rewrite::CheckAnnounced({&plan_, 1}, spoilt);
    return checked.Ok() ? "" : checked.error().message;
  }

  std::string BindOf(const std::string& path) const {
    for (std::size_t r = 0; r < plan_.regions.size(); ++r)
      if (plan_.regions[r].path == path && plan_.regions[r].kind == plan::RegionKind::Variable)
        return "DETRAIN_BIND(" + std::to_string(r) + ",";
    return "";
  }

  plan::CheckpointPlan plan_;
  rewrite::Patch patch_;
  int spoilt_ = 0;
};

TEST_F(AnnouncedTest, WholePatchPasses) {
  EXPECT_TRUE(rewrite::CheckAnnounced({&plan_, 1}, patch_).Ok());
}

TEST_F(AnnouncedTest, StaticThatIsForgottenIsNamed) {
  for (const char* path : {"announced.c::weight", "::rate", "Calls::calls"}) {
    const std::string said = ErrorWithout("\"" + std::string(path) + "\"");
    EXPECT_GE(spoilt_, 1) << path;
    EXPECT_THAT(said, HasSubstr("'" + std::string(path) + "' is saved, but nothing in the rewritten program"));
  }
}

TEST_F(AnnouncedTest, LocalThatIsForgottenIsNamed) {
  for (const char* path : {"loss", "step"}) {
    const std::string said = ErrorWithout(BindOf(path));
    EXPECT_EQ(spoilt_, 1) << path;
    EXPECT_THAT(said, HasSubstr("'" + std::string(path) + "' is saved, but nothing in the rewritten program"));
  }
}

TEST_F(AnnouncedTest, BlockThatNothingLeadsToIsNamed) {
  for (plan::Region& region : plan_.regions)
    for (plan::Leaf& leaf : region.leaves)
      leaf.target = -1;
  const Result<void> checked = rewrite::CheckAnnounced({&plan_, 1}, patch_);
  ASSERT_FALSE(checked.Ok());
  EXPECT_THAT(checked.error().message, HasSubstr("'announced.c::weight' is saved"));
}

}  // namespace
}  // namespace detrain::driver
