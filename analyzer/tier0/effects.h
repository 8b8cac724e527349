// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the code that a program may run does besides reading and writing memory, found by looking at its operations:
// which state it leaves in libraries, what it reads of the environment, and what stands in the way of a plan or of a
// promise.
#ifndef DETRAIN_ANALYZER_TIER0_EFFECTS_H
#define DETRAIN_ANALYZER_TIER0_EFFECTS_H

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/plan/make_plan.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rir/rir.h"
#include "analyzer/tier0/step_loop.h"

namespace detrain::tier0 {

struct Effects {
  std::set<rir::RegionId> hidden;             // state of libraries that the code writes
  std::vector<plan::Input> inputs;            // of the environment, recorded
  std::vector<plan::Assumption> assumptions;  // of functions without a body
  std::vector<plan::Reason> reasons;          // why a run cannot be replayed
  std::optional<plan::Reason> no_plan;        // state that lies where no plan of this kind looks for it
};

// Arrays of variable length in the functions that lead to the step loop, and into which code stores inside the nest's
// outermost loop, or before the loop in its row: nothing saves what is in them.
std::vector<plan::Reason> BlocksOnStack(const flow::Flow& flow, const Way& way);

// Functions of the nest that other calls may lead to, by pointers that the flow graph, cut short, does not follow.
std::vector<plan::Reason> OtherCalls(const flow::Flow& flow, const Nest& nest);

// `options`: which functions' blocks have a place, beside the C library's.
Effects EffectsOf(const flow::Flow& flow, const std::vector<const rir::Function*>& reached,
                  const plan::Options& options);

}  // namespace detrain::tier0

#endif
