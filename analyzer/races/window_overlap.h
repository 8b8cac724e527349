// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a launch: windows that threads go through, each from an element of its own on, and that reach into the next
// thread's: `sum[thread * stride + k]` for all k below a constant that is larger than the stride.
#ifndef DETRAIN_ANALYZER_RACES_WINDOW_OVERLAP_H
#define DETRAIN_ANALYZER_RACES_WINDOW_OVERLAP_H

#include "analyzer/races/address_sum.h"

namespace detrain::races {

// The numbers of a thread that the element does not tell, as neighbours in that number come to the same one: at the
// address itself, or where data choose the element among such (`best = at` in a loop over a window). Only what is known
// to meet: windows and strides are constants.
Numbers OverlappedAt(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, AddressSums& sums,
                     flow::NodeId address);

}  // namespace detrain::races

#endif
