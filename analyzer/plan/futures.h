// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a future shares with a task: the analysis reads <future> in another form (load/data/std.future.inc), so that it
// does not know all that the library looks at there.
#ifndef DETRAIN_ANALYZER_PLAN_FUTURES_H
#define DETRAIN_ANALYZER_PLAN_FUTURES_H

#include <vector>

#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Adds to Facts::unnamed what a step asks of a task that was there before, and changes in what they share. What no step
// changes there is made again by the code before the loop, all of it.
void FindFutures(const infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts);

}  // namespace detrain::plan

#endif
