// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no step writes is the same in every run only if the code before the loop computes it from what is the same: not
// from where the blocks happen to lie, as a table does whose keys are addresses.
#ifndef DETRAIN_ANALYZER_PLAN_ADDRESSED_H
#define DETRAIN_ANALYZER_PLAN_ADDRESSED_H

#include <vector>

#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Adds to Facts::unnamed what is called invariant and hangs on addresses.
void FindAddressed(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts);

}  // namespace detrain::plan

#endif
