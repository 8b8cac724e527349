// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_TOUCHED_H
#define DETRAIN_ANALYZER_PLAN_TOUCHED_H

#include <vector>

#include "analyzer/plan/layout.h"

namespace detrain::plan {

// The leaves of an object, by key, that an access of [offset, offset + length) may touch. `low`, `high`: where the
// member or array begins and ends that the access stays in; kNoExpr: not known.
std::vector<std::uint64_t> Touched(infer::Engine& engine, const NamedObject& object, infer::ExprId offset,
                                   infer::ExprId length, infer::ExprId low, infer::ExprId high);

}  // namespace detrain::plan

#endif
