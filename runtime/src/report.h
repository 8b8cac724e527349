// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What verify reads: hashes per step (DETRAIN_TRACE) and what the runtime did (DETRAIN_REPORT).
#ifndef DETRAIN_RUNTIME_SRC_REPORT_H
#define DETRAIN_RUNTIME_SRC_REPORT_H

#include <cstdint>
#include <string>
#include <vector>

#include "json.h"
#include "tensors.h"

namespace detrain::runtime {

// One line of JSON; nothing where no report is asked for. Any thread.
void Report(const Json& line);
std::string TryReport(const Json& line);  // why not, instead of the end of the process
bool Reports();

// Starts the trace: empty for a fresh run; after a restore at `step` the lines from that step on are dropped.
void StartTrace(bool resumed, std::uint64_t step);
void Trace(std::uint64_t step, const std::vector<Tensor>& tensors);

}  // namespace detrain::runtime

#endif
