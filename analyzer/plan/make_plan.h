// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_MAKE_PLAN_H
#define DETRAIN_ANALYZER_PLAN_MAKE_PLAN_H

#include <optional>

#include "analyzer/base/result.h"
#include "analyzer/infer/infer.h"
#include "analyzer/plan/plan.h"

namespace detrain::plan {

struct Options {
  std::optional<Place> step;  // --step FILE:LINE
};

// Where the step loop is, if that was asked for: for infer::Infer, which then need not find it.
std::optional<Location> AskedFor(const Options& options);

// Errors: Coverage where no step loop is found or several could be it (the message lists their --step options), or
// where the one asked for is not a loop that runs.
Result<CheckpointPlan> MakePlan(const infer::TypedModule& typed, const Options& options);

}  // namespace detrain::plan

#endif
