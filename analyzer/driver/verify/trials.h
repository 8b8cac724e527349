// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which runs a verification makes: at which boundaries a process ends, how, and how far the one that resumes it is
// followed.
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_TRIALS_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_TRIALS_H

#include <cstdint>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/verify/settings.h"

namespace detrain::driver::verify {

enum class How : std::uint8_t {
  Watch,  // ends at the boundary without saving: shows what text and files are there. Not resumed.
  Stop,   // DETRAIN_STOP_AT
  Kill,   // SIGKILL just after COMMITTED
};

struct Trial {
  How how = How::Stop;
  std::uint64_t step = 0;    // where the first process ends
  std::uint64_t target = 0;  // the boundary up to which the second one is compared
  bool to_end = false;       // the second one runs to the program's end
};

// The boundaries at which processes end: those asked for, all, or eight that are spread evenly. `last` is the
// reference's last boundary. Error: one was asked for that the reference does not reach.
Result<std::vector<std::uint64_t>> ChooseSteps(const Settings& settings, std::uint64_t last);

// `count` of `from`, spread evenly, the first and the last among them; all where there are fewer.
std::vector<std::uint64_t> Spread(const std::vector<std::uint64_t>& from, std::size_t count);

// The trials for these boundaries, latest boundary first: a trial needs what is seen at its target, which is then
// already under way. Three spread ones run to the end. Boundary 0 is only saved by stopping there, so it sees no kill.
std::vector<Trial> MakeTrials(const std::vector<std::uint64_t>& steps, std::uint64_t last);

}  // namespace detrain::driver::verify

#endif
