// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs whose bytes are overwritten before anything reads them.
#ifndef DETRAIN_ANALYZER_FLOW_DEAD_WRITES_H
#define DETRAIN_ANALYZER_FLOW_DEAD_WRITES_H

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// Takes the edges of such inputs away. Found where input and stores stand in one scope, and the stores name elements
// and members by constants.
void DropDeadWrites(Flow& flow);

}  // namespace detrain::flow

#endif
