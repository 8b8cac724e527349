// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What depends on whether a person is watching: colours, width, progress.
#ifndef DETRAIN_ANALYZER_DRIVER_TERMINAL_H
#define DETRAIN_ANALYZER_DRIVER_TERMINAL_H

#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>

namespace detrain::driver {

// A terminal, and NO_COLOR is not set (https://no-color.org).
bool WantsColor(std::FILE* stream);
// Columns of the terminal; 100 where there is none.
int Width(std::FILE* stream);

// One line on stderr that tells how far a long piece of work is; silent unless stderr is a terminal. Safe to call from
// several threads.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Begin(std::string what, std::size_t total);
  void Advance();

 private:
  void Draw();
  void Clear();

  const bool is_shown_;
  std::mutex mutex_;
  std::string what_;
  std::size_t done_ = 0;
  std::size_t total_ = 0;
};

}  // namespace detrain::driver

#endif
