// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of OpenMP whose threads claim slots (`atomic capture`), or change something together (`critical`) so that who
// is first shows: the best of equals, a list that grows. They take turns there in the order of the loop.
#ifndef DETRAIN_ANALYZER_REWRITE_TURNS_IN_LOOPS_H
#define DETRAIN_ANALYZER_REWRITE_TURNS_IN_LOOPS_H

#include "analyzer/rewrite/teams.h"

namespace detrain::rewrite {

// After shards and teams: what they have written stays. Slots that are claimed where no order can be given are noted.
void WeaveTurnsInLoops(Weave& weave, const Unit& unit, Handled& handled);

}  // namespace detrain::rewrite

#endif
