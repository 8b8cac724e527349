// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that are the same in all runs, as far as going back from them tells.
#ifndef DETRAIN_ANALYZER_TYPES_CONSTANTS_H
#define DETRAIN_ANALYZER_TYPES_CONSTANTS_H

#include "analyzer/types/flow.h"

namespace detrain::types {

// Whether the scope is a branch that is never taken: its condition is what the one call of the function hands it, or
// all that is ever stored in the variable that it is read from.
bool NeverRuns(const Flow& flow, ScopeId scope);

}  // namespace detrain::types

#endif
