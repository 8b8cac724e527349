// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step loop of a program in which no loop that updates floats has a place for a boundary: one whose iterations
// leave counts, tables or records to later ones.
#ifndef DETRAIN_ANALYZER_PLAN_KEPT_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_KEPT_LOOPS_H

#include <optional>

#include "analyzer/infer/infer.h"
#include "analyzer/plan/loop_queries.h"

namespace detrain::plan {

// Of the loops whose iterations leave integers to later ones, or of any loops, the outermost ones; of them those that
// update all that another one does, and more; then the one with the most loops in one another, and of those the last,
// as data are read first. Nothing: no loop has a place for a boundary.
std::optional<Found> LoopThatKeeps(const infer::TypedModule& typed);

}  // namespace detrain::plan

#endif
