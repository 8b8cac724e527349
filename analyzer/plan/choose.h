// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loop is the step loop: the innermost loop whose one iteration makes a complete update of the parameters.
// Parameters are the floating-point buffers that an iteration both updates and reads from the iteration before; a loop
// that walks over the elements of such a buffer is none. Loops in a row that share parameters are all chosen.
#ifndef DETRAIN_ANALYZER_PLAN_CHOOSE_H
#define DETRAIN_ANALYZER_PLAN_CHOOSE_H

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/infer/infer.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/plan/row.h"

namespace detrain::plan {

struct ChosenLoop {
  const infer::LoopRecord* loop = nullptr;
  const rir::Op* via = nullptr;  // on this way to it; nullptr: there is one
  std::set<const rir::Op*> other_ways = {};
  RowPlace row = {};                                  // none: it is no loop in a row, or the only one in its branch
  std::vector<const infer::LoopRecord*> others = {};  // inside or around it, that could be chosen
};

struct Choice {
  std::vector<ChosenLoop> loops;  // one, or loops in a row in the order in which they run
  std::optional<Row> row;
  std::string why;
};

Result<Choice> ChooseStepLoop(const infer::TypedModule& typed, const Options& options);
// The ways to a loop whose function is called from several places. Nothing where they are no row, and not of branches
// of which one alone runs.
std::optional<Choice> ChooseWays(const infer::TypedModule& typed, const Choice& choice);
// The innermost loop around `loop` that could be chosen, where `loop` itself cannot: its function is called from
// several places, so that no one nest of calls leads to it. Nothing where no loop is around all of these calls.
std::optional<Choice> ChooseAround(const infer::TypedModule& typed, const infer::LoopRecord& loop);
// The choices of one loop each, of a row that has no plan as a whole, the best one first. Nothing where it is one loop.
std::vector<Choice> OneByOne(const infer::TypedModule& typed, const Choice& choice);
Place PlaceOf(const rir::Module& module, const rir::Location& location);
std::string FileAndLine(const rir::Module& module, const infer::LoopRecord& loop);

}  // namespace detrain::plan

#endif
