// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/diff/op_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace detrain::driver::diff {
namespace {

using Events = std::vector<OpEvent>;

class OpLogs : public testing::Test {
 protected:
  OpLogs() { std::filesystem::create_directories(folder_); }
  ~OpLogs() override { std::filesystem::remove_all(folder_); }

  // A log of one step, 3, by thread.
  OpLog Log(const std::string& name, const std::map<std::string, Events>& threads) {
    std::filesystem::create_directories(folder_ / name);
    for (const auto& [thread, events] : threads)
      std::ofstream(folder_ / name / ("3." + thread), std::ios::binary)
          .write(reinterpret_cast<const char*>(events.data()),
                 static_cast<std::streamsize>(events.size() * sizeof(OpEvent)));
    return OpLog::Read(folder_ / name);
  }

 private:
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "op_log_test";
};

TEST_F(OpLogs, NameTheFirstValueThatDiffers) {
  const OpLog a = Log("a", {{"t0", {{1, 7, 1}, {2, 8, 2}, {3, 9, 3}}}});
  const OpLog b = Log("b", {{"t0", {{1, 7, 1}, {2, 5, 2}, {3, 6, 3}}}});
  const auto first = FirstOpDifference(a, b, 3, {});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->step, 3U);
  EXPECT_EQ(first->thread, "t0");
  EXPECT_EQ(first->line, 2U);
  EXPECT_FALSE(first->is_path);
  EXPECT_EQ(FirstOpDifference(a, b, 3, {2})->line, 3U);
  EXPECT_FALSE(FirstOpDifference(a, b, 3, {2, 3}));
  EXPECT_FALSE(FirstOpDifference(a, a, 3, {}));
  EXPECT_FALSE(FirstOpDifference(a, b, 4, {}));
}

TEST_F(OpLogs, NameTheLineThatLeftTheOthersWay) {
  const OpLog a = Log("a", {{"t0", {{4, 7, 1}, {4, 7, 2}, {6, 8, 3}}}});
  const OpLog b = Log("b", {{"t0", {{4, 7, 1}, {6, 8, 2}}}});
  const auto first = FirstOpDifference(a, b, 3, {});
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->is_path);
  EXPECT_EQ(first->line, 4U);
}

TEST_F(OpLogs, NameTheEarliestOfSeveralThreads) {
  const OpLog a = Log("a", {{"t0", {{9, 1, 5}}}, {"t1", {{4, 1, 2}, {5, 1, 5}}}, {"t2", {{7, 1, 3}}}});
  const OpLog b = Log("b", {{"t0", {{9, 2, 5}}}, {"t1", {{4, 1, 2}, {5, 2, 5}}}});
  const auto first = FirstOpDifference(a, b, 3, {});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->thread, "t2");
  EXPECT_TRUE(first->is_path);
  // What a worker did at the same time decided what the first thread saw.
  EXPECT_EQ(FirstOpDifference(a, b, 3, {7})->thread, "t1");
}

TEST_F(OpLogs, ListEachLineThatDiffersOnce) {
  // Line 2 was equal once before it differs, and stands on one side alone later.
  const OpLog a = Log("a", {{"t0", {{2, 7, 1}, {1, 7, 1}, {2, 8, 2}, {3, 9, 3}, {2, 1, 4}, {5, 5, 5}}}});
  const OpLog b = Log("b", {{"t0", {{2, 7, 1}, {1, 7, 1}, {2, 5, 2}, {3, 9, 3}, {5, 6, 5}}}});
  EXPECT_EQ(LinesThatDiffer(a, b, 3), (std::set<std::uint32_t>{2, 5}));
  EXPECT_TRUE(LinesThatDiffer(a, a, 3).empty());
}

}  // namespace
}  // namespace detrain::driver::diff
