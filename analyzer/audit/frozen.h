// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no step changes and no second run makes again: random features, biases that are never trained.
#ifndef DETRAIN_ANALYZER_AUDIT_FROZEN_H
#define DETRAIN_ANALYZER_AUDIT_FROZEN_H

#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

// Cells with numbers that the rounds of the loop read and do not write, and that the code before it computes from the
// clock, the system's entropy or the like, by way of generators too.
std::vector<flow::NodeId> FrozenIn(const flow::Flow& flow, const Around& around);

}  // namespace detrain::audit

#endif
