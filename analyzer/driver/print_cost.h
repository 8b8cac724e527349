// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each phase goes over on the way to a plan, counted and not timed: `detrain plan --dump=cost`.
#ifndef DETRAIN_ANALYZER_DRIVER_PRINT_COST_H
#define DETRAIN_ANALYZER_DRIVER_PRINT_COST_H

#include <string>

#include "analyzer/flow/flow.h"
#include "analyzer/infer/spending.h"

namespace detrain::driver {

// A line for each phase, then one for each function that was followed, the most operations first. docs/infer.md has the
// form. `flow`: of the program.
std::string PrintCost(const flow::Flow& flow, const infer::Spending& spending);

}  // namespace detrain::driver

#endif
