// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of shared memory that the threads of a block have for themselves, each several of them: of a tile a thread
// of number t has [2 * (t / 16)][2 * (t % 16)], the one beside it and the two below.
#ifndef DETRAIN_ANALYZER_RACES_THREAD_PLACES_H
#define DETRAIN_ANALYZER_RACES_THREAD_PLACES_H

#include <set>

#include "analyzer/races/thread_numbers.h"

namespace detrain::races {

// Whether no two threads of a block mean one element by `a` and `b`: in one dimension of the array their indices
// differ, whichever threads compute them. An index is a sum of multiples of the thread's numbers and of their quotients
// and remainders by constants; that two such sums differ by a constant is a linear Diophantine equation with bounds.
// `loops`: both are meant in one round of these, whose counters are one number then (`tile[k % 2]` and `tile[1 - k %
// 2]`). False: it is not known.
bool HaveOtherPlaces(const flow::Flow& flow, OriginSearch& search, const ThreadNumbers& numbers, flow::NodeId a,
                     flow::NodeId b, const Together& where, const std::set<flow::ScopeId>& loops);

}  // namespace detrain::races

#endif
