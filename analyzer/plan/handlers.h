// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers of exceptions that are not followed and after which the program would go on, as lift marks them.
#ifndef DETRAIN_ANALYZER_PLAN_HANDLERS_H
#define DETRAIN_ANALYZER_PLAN_HANDLERS_H

#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

// Of all functions that are reached (reached_functions.h).
std::vector<rir::Location> HandlersNotFollowed(const rir::Module& module);

}  // namespace detrain::plan

#endif
