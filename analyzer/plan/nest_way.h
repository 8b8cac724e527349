// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_NEST_WAY_H
#define DETRAIN_ANALYZER_PLAN_NEST_WAY_H

#include <span>

#include "analyzer/infer/records.h"
#include "analyzer/rir/rir.h"

namespace detrain::plan {

// Whether an op of the function is a loop of the nest or a call on the way to the step loop, or such a one is in it. A
// resumed run jumps over what stands beside that way in the nest's loops.
bool IsOnWay(std::span<const infer::NestStep> nest, const rir::Function& function, const rir::Op& op);

}  // namespace detrain::plan

#endif
