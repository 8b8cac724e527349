// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a rewritten program tells verify through DETRAIN_REPORT and its manifest.
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_REPORT_LINES_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_REPORT_LINES_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace detrain::driver::verify {

// Bytes that were poisoned before the restore, by plan entry.
std::map<std::string, std::uint64_t> PoisonedBytes(std::string_view report);

// How many entries of the plan may be poisoned; none: the run did not say.
std::optional<std::uint64_t> PoisonedEntries(std::string_view report);

// How many entries were left unrestored because DETRAIN_ABLATE names them.
std::uint64_t AblatedEntries(std::string_view report);

// Whether the rewrite lists a site that changes rounding or the numbers drawn.
bool ChangesNumbers(const std::string& manifest);

// The inputs from the environment that a run recorded, in the form that libdetrain_replay.so reads: one call a line, in
// order.
std::string ReplayList(const std::string& manifest, const std::string& inputs_log);

}  // namespace detrain::driver::verify

#endif
