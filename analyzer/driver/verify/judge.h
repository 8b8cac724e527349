// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares a run with what the reference run did. Every function adds to `bytes` what it compared, so that a comparison
// of nothing shows.
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_JUDGE_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_JUDGE_H

#include <cstdint>
#include <optional>
#include <string>

#include "analyzer/driver/verify/lab.h"
#include "analyzer/driver/verify/summary.h"

namespace detrain::driver::verify {

// What somebody outside sees of a program at one boundary, or at its end.
struct Seen {
  std::string text;
  FileStates files;
  Outcome outcome;  // how the process ended that left this behind
};

Seen SeenIn(const Record& record);

// Boundaries first..last of `run` against those of `reference`: each there, each region equal, invariants unchanged.
// The boundary `first` may be missing from `run`, since a resumed process need not report where it began, unless it is
// that of step 0, where all runs begin.
std::optional<Failure> CompareBoundaries(const Record& run, const Trace& reference, std::uint64_t first,
                                         std::uint64_t last, std::uint64_t& bytes);

// Exit code or signal.
std::optional<Failure> CompareOutcome(const Record& run, const Outcome& expected);

// Exit code, text and files.
std::optional<Failure> CompareSeen(const Record& run, const Seen& expected, std::uint64_t& bytes);

// Both. The first region that went wrong says more than how the run ended, and that more than a boundary that was not
// reached.
std::optional<Failure> CompareRun(const Record& run, const Trace& reference, std::uint64_t first, std::uint64_t last,
                                  const Seen& expected, std::uint64_t& bytes);

// "line 12: 'step 3 loss 2.5' instead of 'step 3 loss 2.6'"; empty where the texts are equal.
std::string FirstTextDifference(const std::string& found, const std::string& expected);

}  // namespace detrain::driver::verify

#endif
