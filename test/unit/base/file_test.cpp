// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/file.h"

#include <filesystem>
#include <gtest/gtest.h>

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

TEST_F(File, ReportsAFullDisk) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full";
  EXPECT_FALSE(WriteFileAtomically("/dev/full/x", "x").Ok());
}

} // namespace
} // namespace detrain
