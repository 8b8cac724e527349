// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws of a loop's samples get names (docs/draws.md).
#ifndef DETRAIN_ANALYZER_REWRITE_DRAWS_H
#define DETRAIN_ANALYZER_REWRITE_DRAWS_H

#include "analyzer/rewrite/draw_sites.h"
#include "analyzer/rewrite/teams.h"

namespace detrain::rewrite {

// After all others that write directives of the unit: `handled` says which they have.
void WeaveDraws(Weave& weave, const Unit& unit, const DrawSites& draws, Handled& handled);

}  // namespace detrain::rewrite

#endif
