// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/run_log.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace detrain::driver {

void RunLog::Note(const std::string& line) const {
  std::FILE* file = std::fopen(path_.c_str(), "ae");
  if (!file)
    return;  // the run matters more than what is said of it
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 32> time{};
  std::strftime(time.data(), time.size(), "%F %T", &local);
  std::fprintf(file, "%s  %s\n", time.data(), line.c_str());
  std::fclose(file);
}

void RunLog::Say(const std::string& line) const {
  std::fprintf(stderr, "detrain: %s\n", line.c_str());
  Note(line);
}

}  // namespace detrain::driver
