// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a launch: elements that each thread finds by an identity that it reads, as in `w[word[i] * size + k] += ...`.
#ifndef DETRAIN_ANALYZER_RACES_DATA_CHOSEN_H
#define DETRAIN_ANALYZER_RACES_DATA_CHOSEN_H

#include "analyzer/races/thread_numbers.h"

namespace detrain::races {

// The numbers of a thread by which it chooses what it reads for that, so that nothing keeps two threads from one
// element. What is read is an identity where it is multiplied by a size, or all that differs between threads; where
// something is counted from it on, it is a place (`data[begin[i] + k]`), and places are taken for ones of their own.
Numbers ChosenByData(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, flow::NodeId address);

}  // namespace detrain::races

#endif
