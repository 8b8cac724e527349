// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "disk.h"
#include "fail.h"
#include "settings.h"

namespace detrain::runtime {

Run& TheRun() {
  static auto* run = new Run;
  return *run;
}

bool FollowsFiles() {
  return g_active && (!GetSettings().dir.empty() || !TheRun().source.empty());
}

namespace {

std::string& Scratch() {
  static auto* folder = new std::string;
  return *folder;
}

std::string NewScratch() {
  const std::string& dir = GetSettings().dir;
  if (!dir.empty()) {
    const std::string folder = dir + "/scratch." + std::to_string(getpid());
    if (const int error = MakeFolders(folder))
      Fail("cannot make " + folder + ": " + ErrorText(error));
    return folder;
  }
  const char* base = std::getenv("TMPDIR");
  std::string name = std::string(base != nullptr && *base != 0 ? base : "/tmp") + "/detrain.XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    Fail("cannot make " + name + ": " + ErrorText(errno));
  return name;
}

}  // namespace

const std::string& ScratchFolder() {
  if (Scratch().empty()) {
    Scratch() = NewScratch();
    OnLeave(RemoveScratch);
    std::atexit(RemoveScratch);  // a program may end before its loop
  }
  return Scratch();
}

void RemoveScratch() {
  if (!Scratch().empty())
    RemoveTree(Scratch());
  Scratch().clear();
}

}  // namespace detrain::runtime
