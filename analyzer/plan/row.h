// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in a row: a program pre-trains and then fine-tunes. Each loop is run by an operation of its own, and these
// operations stand in one block that runs once. One loop may stand in the row several times: its function is called for
// the one training and for the other. Branches of which one alone runs may have a row each.
#ifndef DETRAIN_ANALYZER_PLAN_ROW_H
#define DETRAIN_ANALYZER_PLAN_ROW_H

#include <algorithm>
#include <optional>
#include <vector>

#include "analyzer/infer/infer.h"

namespace detrain::plan {

// Where a row begins.
struct RowPlace {
  const rir::Op* begin = nullptr;   // the first operation of the statement that runs the first loop; nullptr: no row
  const rir::Op* before = nullptr;  // what stands in front of it; nullptr: nothing does
};

// How one operation leads to a loop.
struct Way {
  const infer::LoopRecord* loop = nullptr;
  const rir::Op* via = nullptr;
  RowPlace row = {};  // of the row that it is in; none: it is the only way in its branch
};

struct Row {
  std::vector<Way> ways;  // in the order in which they run; of branches, one after the other
  // Whether all of them run, one after the other: no branches lead to them of which one alone runs.
  [[nodiscard]] bool IsOne() const {
    return std::ranges::all_of(
        ways, [&](const Way& way) { return way.row.begin != nullptr && way.row.begin == ways[0].row.begin; });
  }
};

// Nothing where the loops are run in other ways: one of them around the others, or twice by one operation.
std::optional<Row> RowOf(const infer::Engine& engine, const std::vector<const infer::LoopRecord*>& loops);
// The same without a run of the program. Of the loops their function and their operation are looked at.
std::optional<Row> RowOf(const rir::Module& module, const infer::Callees& callees,
                         const std::vector<const infer::LoopRecord*>& loops);

}  // namespace detrain::plan

#endif
