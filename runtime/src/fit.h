// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the chosen checkpoint is one that this program can take: of its plan, with objects that it has, of its build.
// Files are not trusted: what passes here cannot be placed outside an object.
#ifndef DETRAIN_RUNTIME_SRC_FIT_H
#define DETRAIN_RUNTIME_SRC_FIT_H

#include <cstdint>

#include "checkpoint.h"

namespace detrain::runtime {

// Which region of the plan a variable, hidden state or block says that it has; CheckFit holds it against the plan.
std::int64_t RegionNumber(const SavedObject& object);

// Each ends the process with one line where it is not.
void CheckFit();         // when the first of its variables are bound
void CheckConditions();  // when all are: the checkpoint's run found the plan's conditions as this one does

}  // namespace detrain::runtime

#endif
