// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves that are dead under conditions on sizes: tested once, where the code before the loop has ended.
#ifndef DETRAIN_RUNTIME_SRC_CONDITIONS_H
#define DETRAIN_RUNTIME_SRC_CONDITIONS_H

#include <string>
#include <vector>

namespace detrain::runtime {

// Decides what can be decided with the variables that are bound by now; `last`: all of it. Until then such a leaf
// counts as carried.
void DecideConditions(bool last);

// Those that did not hold, in the plan's order, each once: what the checkpoint holds hangs on them.
const std::vector<std::string>& FailedConditions();

}  // namespace detrain::runtime

#endif
