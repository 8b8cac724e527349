// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a launch: an element that data choose in a row whose elements threads have for themselves.
#ifndef DETRAIN_ANALYZER_RACES_CHOSEN_ELEMENT_H
#define DETRAIN_ANALYZER_RACES_CHOSEN_ELEMENT_H

#include "analyzer/races/thread_numbers.h"

namespace detrain::races {

// Whether one of the two accesses goes to an element for each thread of a block (`row[threadIdx.x]`), the other one to
// an element of the same row that was read from memory (`row[target[blockIdx.x]]`), or that lies what the thread reads
// times a size further on (`row[target[i] * n + i]` beside `row[i]`): it is another thread's, but for one.
bool IsChosenElement(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, const flow::Access& a,
                     const flow::Access& b);

}  // namespace detrain::races

#endif
