// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What leaves a part of a program: results, globals, memory of callers, and all that these lead to.
#ifndef DETRAIN_ANALYZER_FLOW_LEAVES_H
#define DETRAIN_ANALYZER_FLOW_LEAVES_H

#include <unordered_set>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// Cells and results that the outside sees.
std::unordered_set<NodeId> LeavesOf(const Flow& flow);

}  // namespace detrain::flow

#endif
