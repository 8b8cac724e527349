// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "analyzer/driver/lsp/channel.h"
#include "analyzer/driver/lsp/features.h"
#include "analyzer/driver/lsp/uri.h"

namespace detrain::driver::lsp {
namespace {

using testing::ElementsAre;

TEST(PathAtTest, AsPlansWritePaths) {
  EXPECT_EQ(PathAt("  x = model.params_memory[i];", 14), "model.params_memory");
  EXPECT_EQ(PathAt("  x = model.params_memory[i];", 8), "model");
  EXPECT_EQ(PathAt("layers[i + b[0]].w += 1;", 18), "layers[].w");
  EXPECT_EQ(PathAt("opt->t++;", 6), "opt->t");
  EXPECT_EQ(PathAt("f(a, b)", 3), "a");
  EXPECT_EQ(PathAt("  + 1", 3), "");
  EXPECT_EQ(PathAt("f().w", 5), "w");
}

TEST(EntriesForTest, TheVariableOrWhatLiesInIt) {
  plan::CheckpointPlan plan;
  for (const char* path : {"model.w", "model.grad[]", "model_size", "train.c::step", "opt->t"})
    plan.entries.emplace_back().path = path;
  const auto paths = [&](const std::string& path) {
    std::vector<std::string> found;
    for (const plan::Entry* entry : EntriesFor(plan, path))
      found.push_back(entry->path);
    return found;
  };
  EXPECT_THAT(paths("model"), ElementsAre("model.w", "model.grad[]"));
  EXPECT_THAT(paths("step"), ElementsAre("train.c::step"));
  EXPECT_THAT(paths("opt"), ElementsAre("opt->t"));
  EXPECT_TRUE(paths("w").empty());
}

TEST(UriTest, ThereAndBack) {
  EXPECT_EQ(PathOfUri("file:///a%20b/c%2B.c"), "/a b/c+.c");
  EXPECT_EQ(UriOfPath("/a b/c.c"), "file:///a%20b/c.c");
  EXPECT_EQ(PathOfUri("untitled:1"), "");
}

class ChannelTest : public testing::Test {
 protected:
  ChannelTest() { EXPECT_EQ(pipe(pipe_), 0); }
  ~ChannelTest() override {
    close(pipe_[0]);
    Hang();
  }
  void Send(const std::string& text) {
    EXPECT_EQ(write(pipe_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void Hang() {
    if (pipe_[1] >= 0)
      close(pipe_[1]);
    pipe_[1] = -1;
  }

  int pipe_[2] = {-1, -1};
};

TEST_F(ChannelTest, MessagesInPiecesAndInARow) {
  Send("Content-Length: 12\r\nContent-Type: x\r\n\r\n{\"method\":1}Content-Length: 2\r\n\r\n{");
  Channel channel(pipe_[0], -1);
  EXPECT_EQ(channel.Read(), (Json{{"method", 1}}));
  Send("}");
  EXPECT_EQ(channel.Read(), Json::object());
}

TEST_F(ChannelTest, TheEndAndNonsenseEndIt) {
  Send("Content-Length: -1\r\n\r\n{}");
  Hang();
  Channel channel(pipe_[0], -1);
  EXPECT_FALSE(channel.Read());
  EXPECT_FALSE(channel.Read());
}

}  // namespace
}  // namespace detrain::driver::lsp
