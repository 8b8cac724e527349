// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace detrain::driver {

bool WantsColor(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fileno(stream)) == 1 && (no_color == nullptr || *no_color == '\0');
}

int Width(std::FILE* stream) {
  winsize size{};
  if (isatty(fileno(stream)) == 1 && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
    return size.ws_col;
  return 100;
}

Progress::Progress() : is_shown_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  Clear();
}

void Progress::Begin(std::string what, std::size_t total) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
  done_ = 0;
  total_ = total;
  Draw();
}

void Progress::Advance() {
  const std::lock_guard lock(mutex_);
  ++done_;
  Draw();
}

void Progress::Draw() {
  if (is_shown_)
    std::fprintf(stderr, "\r\033[K%s: %zu of %zu", what_.c_str(), done_, total_);
}

void Progress::Clear() {
  if (is_shown_ && !what_.empty())
    std::fputs("\r\033[K", stderr);
}

}  // namespace detrain::driver
