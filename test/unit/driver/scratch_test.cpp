// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/scratch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

void Write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// A working directory with a data set of many files, and one that the program writes.
class Copies : public testing::Test {
 protected:
  Copies() : folder_(*ScratchFolder::Make(ScratchParent(0), "scratch-test")) {
    for (int i = 0; i < 1200; ++i)
      Write(work() / "data" / (i % 2 == 0 ? "even" : "odd") / std::to_string(i), "image");
    Write(work() / "logs" / "log", "old");
  }
  fs::path work() const { return folder_.path() / "work"; }
  fs::path root(const std::string& name) const { return folder_.path() / name; }

  // The copy, when the reference run has written its log and done `more`.
  template <class Change>
  WorkingCopy After(Change more) {
    WorkingCopy copy = *WorkingCopy::Of(work(), folder_.path() / "other");
    const fs::path reference = *copy.MakeReference(root("reference"));
    Write(reference / "logs" / "log", "new");
    more(reference);
    copy.NoteReferenceEnd();
    return copy;
  }

  ScratchFolder folder_;
};

TEST_F(Copies, AFolderOfManyFilesIsOneLink) {
  const WorkingCopy copy = After([](const fs::path&) {});
  const fs::path run = *copy.Make(root("run"));
  EXPECT_TRUE(fs::is_symlink(run / "data"));
  EXPECT_TRUE(fs::exists(run / "data" / "odd" / "7"));
  EXPECT_FALSE(fs::is_symlink(run / "logs"));
  EXPECT_FALSE(fs::is_symlink(run / "logs" / "log"));
  EXPECT_EQ(copy.InputCount(), 1200U);
  EXPECT_THAT(copy.DamagedInputs(), IsEmpty());
}

TEST_F(Copies, WhatTheReferenceWritesToIsNoLink) {
  const WorkingCopy copy = After([](const fs::path& reference) { Write(reference / "data/odd/best", "3"); });
  const fs::path run = *copy.Make(root("run"));
  EXPECT_FALSE(fs::is_symlink(run / "data"));
  EXPECT_FALSE(fs::is_symlink(run / "data" / "odd"));
  EXPECT_TRUE(fs::is_symlink(run / "data" / "odd" / "7"));
  EXPECT_FALSE(fs::exists(run / "data" / "odd" / "best"));
}

TEST_F(Copies, AFileThatARunPutsIntoASharedFolderIsADifference) {
  const WorkingCopy copy = After([](const fs::path&) {});
  const fs::path run = *copy.Make(root("run"));
  Write(run / "data/odd/best", "3");
  EXPECT_THAT(copy.DamagedInputs(), ElementsAre("data/odd"));
}

}  // namespace
}  // namespace detrain::driver
