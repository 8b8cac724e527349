// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_HASH_H
#define DETRAIN_ANALYZER_PLAN_HASH_H

#include <string>

#include "analyzer/plan/plan.h"

namespace detrain::plan {

// 16 hex digits over paths, types, extents, persistence and the loop's number; never lines or comments. FNV-1a, 64
// bits.
std::string HashOf(const CheckpointPlan& plan);

}  // namespace detrain::plan

#endif
