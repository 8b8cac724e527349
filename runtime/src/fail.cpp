// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fail.h"

#include <unistd.h>

#include <cstdio>
#include <utility>
#include <vector>

namespace detrain::runtime {
namespace {

std::vector<std::function<void()>>& Cleanups() {
  static auto* cleanups = new std::vector<std::function<void()>>;
  return *cleanups;
}

}  // namespace

void Say(const std::string& line) {
  std::string text = "detrain: " + line;
  for (char& c : text) {
    if (c == '\n')
      c = ' ';
  }
  text += '\n';
  const char* at = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    const ssize_t wrote = write(STDERR_FILENO, at, left);
    if (wrote <= 0)
      return;
    at += wrote;
    left -= static_cast<std::size_t>(wrote);
  }
}

void OnLeave(std::function<void()> cleanup) {
  Cleanups().push_back(std::move(cleanup));
}

void Leave(int code) {
  fflush(nullptr);
  // Taken first: a cleanup that fails must not come back here for ever.
  const auto cleanups = std::exchange(Cleanups(), {});
  for (const auto& cleanup : cleanups)
    cleanup();
  _exit(code);
}

void Refuse(const std::string& why) {
  Say(why);
  Leave(2);
}

void Fail(const std::string& why) {
  Say(why);
  Leave(3);
}

}  // namespace detrain::runtime
