// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one thread alone reads of what each thread wrote for itself.
#ifndef DETRAIN_ANALYZER_TYPES_OWN_ELEMENT_H
#define DETRAIN_ANALYZER_TYPES_OWN_ELEMENT_H

#include "analyzer/types/origin_search.h"

namespace detrain::types {

// Whether `other` is done by the one thread that `each` does the same element for: `part[i] = x; if (i == 0) y =
// part[0];`. `each`: a write whose element tells the threads apart.
bool IsOwnElement(const Flow& flow, OriginSearch& search, const Together& where, const Access& each,
                  const Access& other);

}  // namespace detrain::types

#endif
