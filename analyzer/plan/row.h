// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in a row: a program pre-trains and then fine-tunes. Each loop is run by an operation of its own, and these
// operations stand in one block that runs once.
#ifndef DETRAIN_ANALYZER_PLAN_ROW_H
#define DETRAIN_ANALYZER_PLAN_ROW_H

#include <optional>
#include <vector>

#include "analyzer/infer/infer.h"

namespace detrain::plan {

struct Row {
  std::vector<const infer::LoopRecord*> loops;  // in the order in which they run
  const rir::Op* begin = nullptr;               // the first operation of the statement that runs the first loop
  const rir::Op* before = nullptr;              // what stands in front of it; nullptr: nothing does
};

// Nothing where the loops are run in other ways: one of them in a branch or around the others, one from several places.
std::optional<Row> RowOf(const infer::Engine& engine, const std::vector<const infer::LoopRecord*>& loops);

}  // namespace detrain::plan

#endif
