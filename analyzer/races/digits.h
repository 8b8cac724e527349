// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements whose place is a number with several digits, as programs lay out tensors in one block:
// block[((b * T + t) * 3 + k) * C + h * size + i]. Each digit counts what all lower ones together cannot reach, so
// equal places have equal digits (a numeral system of mixed radix: Knuth, volume 2, 4.1).
#ifndef DETRAIN_ANALYZER_RACES_DIGITS_H
#define DETRAIN_ANALYZER_RACES_DIGITS_H

#include "analyzer/races/origin_search.h"

namespace detrain::races {

// Whether two addresses mean other elements in two rounds of the shared loop, or loops that are shared as one
// (`collapse`): their counters are digits, the same ones of both. A product of bounds that occurs is taken for at least
// one, as loops up to them run. False: it is not known.
bool HaveOtherDigits(const flow::Flow& flow, OriginSearch& search, flow::NodeId a, flow::NodeId b,
                     const Together& where);

}  // namespace detrain::races

#endif
