// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that another process writes while it is read.
#include "runtime/src/disk.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "runtime/src/hash.h"

namespace detrain::runtime {
namespace {

// As a rank writes the weights anew that another one reads in each step.
TEST(DiskHash, OfAFileThatShrinksIsThatOfWhatWasRead) {
  const std::string path = testing::TempDir() + "/disk_test." + std::to_string(getpid());
  const std::string bytes(8 << 20, 'w');
  ASSERT_EQ(ReplaceWhole(path, bytes), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    for (bool is_whole = false;; is_whole = !is_whole) {
      if (truncate(path.c_str(), is_whole ? static_cast<off_t>(bytes.size()) : 1) != 0)
        _exit(1);
      usleep(300);
    }
  }
  ASSERT_GT(writer, 0);
  for (int i = 0; i < 50; ++i) {
    std::uint64_t size = 0;
    std::uint64_t hash = 0;
    EXPECT_EQ(HashWhole(path, size, hash), 0);
    EXPECT_LE(size, bytes.size());
  }
  EXPECT_EQ(kill(writer, SIGKILL), 0);
  EXPECT_EQ(waitpid(writer, nullptr, 0), writer);
  ASSERT_EQ(ReplaceWhole(path, bytes), 0);
  std::uint64_t size = 0;
  std::uint64_t hash = 0;
  EXPECT_EQ(HashWhole(path, size, hash), 0);
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(hash, Hash(bytes));
  EXPECT_EQ(Remove(path), 0);
}

}  // namespace
}  // namespace detrain::runtime
