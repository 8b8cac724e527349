// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of matrices that lie in one block, as programs write them: block[row * width + column].
#ifndef DETRAIN_ANALYZER_RACES_ROWS_H
#define DETRAIN_ANALYZER_RACES_ROWS_H

#include "analyzer/races/origin_search.h"

namespace detrain::races {

// Whether two rounds of the shared loop never touch one element by these addresses: both choose a column below the
// same width, and either the rows or the columns of two rounds are others. False: it is not known.
bool AreOtherElements(const flow::Flow& flow, OriginSearch& search, flow::NodeId a, flow::NodeId b,
                      const Together& where);

}  // namespace detrain::races

#endif
