// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements at constant places. While a flow is made all elements of an array are one cell; where the text names few of
// them, what is stored in one is not what is read from another.
#ifndef DETRAIN_ANALYZER_FLOW_ELEMENTS_H
#define DETRAIN_ANALYZER_FLOW_ELEMENTS_H

#include <cstddef>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

// Gives such elements nodes of their own, of their array's object and offset. What a varying index stores goes by a
// node of its own to all of them and to the cell; the cell holds whatever any element holds, and varying indices,
// copies and calls read it. Addresses mean the cell as before. `jobs`: threads; the result does not depend on it.
void PartElements(Flow& flow, std::size_t jobs = 1);

}  // namespace detrain::flow

#endif
