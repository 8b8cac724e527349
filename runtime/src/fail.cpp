// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fail.h"

#include <unistd.h>

#include <csignal>
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
  // What a damaged file is quoted with may hold anything; it stays one line, and gives a terminal no orders.
  for (char& c : text) {
    if ((c >= 0 && c < ' ') || c == 0x7f)
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

namespace {

void CleanUp() {
  fflush(nullptr);
  // Taken first: a cleanup that fails must not come back here for ever.
  const auto cleanups = std::exchange(Cleanups(), {});
  for (const auto& cleanup : cleanups)
    cleanup();
}

}  // namespace

void Leave(int code) {
  CleanUp();
  _exit(code);
}

void LeaveBySignal(int signal) {
  CleanUp();
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);
  _exit(128 + signal);  // where the signal is blocked
}

namespace {

bool g_is_failing = false;

}  // namespace

bool IsFailing() {
  return g_is_failing;
}

void Refuse(const std::string& why) {
  g_is_failing = true;
  Say(why);
  Leave(2);
}

void Refuse(const std::vector<std::string>& lines) {
  g_is_failing = true;
  for (const std::string& line : lines)
    Say(line);
  Leave(2);
}

void Fail(const std::string& why) {
  g_is_failing = true;
  Say(why);
  Leave(3);
}

void NotCovered(const std::string& why) {
  g_is_failing = true;
  Say(why);
  Leave(4);
}

}  // namespace detrain::runtime
