// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the step in which two runs differ to the operation: both are run again, from the nearest checkpoint that they
// have in common, with a log of all values. docs/diff.md.
#ifndef DETRAIN_ANALYZER_DRIVER_DIFF_REFINE_H
#define DETRAIN_ANALYZER_DRIVER_DIFF_REFINE_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "analyzer/base/result.h"
#include "analyzer/driver/trace.h"

namespace detrain::driver::diff {

struct Operation {
  std::string file = {};
  std::uint32_t line = 0;
  std::uint64_t step = 0;
  std::string thread = {};
  std::string text = {};     // the line itself, where its file is there
  std::string message = {};  // how the two runs were made again, and what that says
};

struct Refinement {
  std::optional<Operation> operation;
  std::string why_not;  // where there is none
};

// `a` and `b` are folders of runs that first differ at `step`.
Result<Refinement> Refine(const std::filesystem::path& a, const std::filesystem::path& b, const Trace& trace_a,
                          const Trace& trace_b, std::uint64_t step);

}  // namespace detrain::driver::diff

#endif
