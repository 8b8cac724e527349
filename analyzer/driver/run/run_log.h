// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_RUN_LOG_H
#define DETRAIN_ANALYZER_DRIVER_RUN_RUN_LOG_H

#include <filesystem>
#include <string>
#include <utility>

namespace detrain::driver {

// DIR/run.log, for people: what happened to a run and when, one line each, appended to.
class RunLog {
 public:
  explicit RunLog(std::filesystem::path path) : path_(std::move(path)) {}

  void Note(const std::string& line) const;
  // On stderr, too.
  void Say(const std::string& line) const;

 private:
  std::filesystem::path path_;
};

}  // namespace detrain::driver

#endif
