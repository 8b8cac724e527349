// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the chosen checkpoint is one that this program can take: of its plan, with objects that it has, of its build.
// Files are not trusted: what passes here cannot be placed outside an object.
#ifndef DETRAIN_RUNTIME_SRC_FIT_H
#define DETRAIN_RUNTIME_SRC_FIT_H

namespace detrain::runtime {

// Each ends the process with one line where it is not.
void CheckFit();         // when the first of its variables are bound
void CheckConditions();  // when all are: the checkpoint's run found the plan's conditions as this one does

}  // namespace detrain::runtime

#endif
