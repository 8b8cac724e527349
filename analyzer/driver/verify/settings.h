// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_SETTINGS_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_SETTINGS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace detrain::driver::verify {

// What `detrain verify` was asked for.
struct Settings {
  std::vector<std::string> program;  // argv
  std::string executable;            // absolute
  std::string original;              // absolute; empty: no second witness
  std::string directory;             // absolute: where the user stands
  bool kill_at_all = false;
  std::vector<std::uint64_t> kill_at;  // empty: spread
  bool poison = false;
  bool ablate = false;
  std::vector<std::string> workers;
  std::uint64_t schedules = 0;
  std::optional<std::uint64_t> steps;
  std::size_t jobs = 1;
  double timeout = 0;  // seconds for one run; 0: from the reference run
};

}  // namespace detrain::driver::verify

#endif
