// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

namespace detrain {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_ = fs::path(testing::TempDir()) / "detrain_file_test";
};

TEST_F(File, ReadsBackWhatWasWritten) {
  const std::string path = folder_ / "f";
  const std::string bytes("a\0b\r\n", 5);
  ASSERT_TRUE(WriteFileAtomically(path, bytes).Ok());
  EXPECT_EQ(*ReadFile(path), bytes);
}

TEST_F(File, NamesWhatItCannotRead) {
  const Result<std::string> missing = ReadFile(folder_ / "missing");
  EXPECT_EQ(missing.error().kind, ErrorKind::Input);
  EXPECT_EQ(missing.error().location.file, folder_ / "missing");
  EXPECT_FALSE(ReadFile(folder_).Ok());
}

TEST_F(File, LeavesNothingBehindWhenItCannotWrite) {
  fs::create_directory(folder_ / "taken");
  EXPECT_FALSE(WriteFileAtomically(folder_ / "taken", "x").Ok());
  EXPECT_FALSE(WriteFileAtomically(folder_ / "no" / "folder", "x").Ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

// A limit on the size of files fails a write half way, as a full disk does.
TEST_F(File, ReportsAWriteThatFailsHalfWay) {
  const std::string path = folder_ / "f";
  ASSERT_TRUE(WriteFileAtomically(path, "old").Ok());
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit limit{4096, old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const Result<void> result = WriteFileAtomically(path, std::string(100000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_FALSE(result.Ok());
  EXPECT_EQ(*ReadFile(path), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace detrain
