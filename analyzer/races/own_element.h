// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one thread alone reads of what each thread wrote for itself.
#ifndef DETRAIN_ANALYZER_RACES_OWN_ELEMENT_H
#define DETRAIN_ANALYZER_RACES_OWN_ELEMENT_H

#include "analyzer/races/origin_search.h"

namespace detrain::races {

// Whether `other` is done by the one thread that `each` does the same element for: `part[i] = x; if (i == 0) y =
// part[0];`. `each`: a write whose element tells the threads apart.
bool IsOwnElement(const flow::Flow& flow, OriginSearch& search, const Together& where, const flow::Access& each,
                  const flow::Access& other);

}  // namespace detrain::races

#endif
