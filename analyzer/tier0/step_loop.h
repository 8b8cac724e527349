// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step loop, chosen from the flow graph alone. Whatever loop is chosen, a plan that saves all state is sound there:
// the choice decides how often a step ends, not whether what is saved is enough.
#ifndef DETRAIN_ANALYZER_TIER0_STEP_LOOP_H
#define DETRAIN_ANALYZER_TIER0_STEP_LOOP_H

#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/flow/flow.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/tier0/nest.h"
#include "analyzer/tier0/ways.h"

namespace detrain::tier0 {

struct StepLoop {
  std::vector<Way> ways;      // at least one, in the order in which they run
  std::string why;            // one sentence
  std::vector<Level> others;  // loops that could have been taken in its place
};

// `options`: whether the loop was asked for, and whether one counts that trains no floats. Error of kind Coverage: no
// such loop, or none that could be it.
Result<StepLoop> FindStepLoop(flow::Flow& flow, const plan::Options& options);

// The loop that is chosen here, where it makes more than ten times the computation of any loop at these places and has
// no part in one of them: what was chosen there is a part of the program beside its training. Nothing where the flow
// graph is cut short.
std::optional<Location> LargerLoop(flow::Flow& flow, const std::vector<Location>& places);

}  // namespace detrain::tier0

#endif
