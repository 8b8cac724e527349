// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers by which steps are judged: scalars of the state, and what the program prints behind a name.
#ifndef DETRAIN_RUNTIME_SRC_METRIC_H
#define DETRAIN_RUNTIME_SRC_METRIC_H

#include <optional>
#include <string>

#include "checkpoint.h"

namespace detrain::runtime {

// The last number that stands behind `name` in `text`, with blanks, ':' or '=' in between; none where there is none.
std::optional<double> LastNumberBehind(const std::string& text, const std::string& name);

// Its value at a step: that of the entry with this name, else the last one in the text that the step counts as printed.
std::optional<double> MetricAt(const std::string& dir, const Checkpoint& checkpoint, const std::string& name);

}  // namespace detrain::runtime

#endif
