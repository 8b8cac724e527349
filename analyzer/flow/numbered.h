// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that number the elements of an array, or objects that a loop makes, so that no two of them are alike:
// `rows[i].id = i`.
#ifndef DETRAIN_ANALYZER_FLOW_NUMBERED_H
#define DETRAIN_ANALYZER_FLOW_NUMBERED_H

#include <functional>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// Whether the program stores in the cell nothing but the number of the element that it stores to, or of the round that
// makes the object. `moves`: tells of an
// operation that writes the cell that it only puts elements elsewhere, as a sort does.
bool IsNumbered(const Flow& flow, NodeId cell, const std::function<bool(const rir::Op&)>& moves);

}  // namespace detrain::flow

#endif
