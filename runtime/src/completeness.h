// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a walk has come to all that the plan saves. A region that it did not come to is absent: it does not exist at
// this step, for a reason that is known, or the program is not the one that the plan is of, and nothing may be saved.
#ifndef DETRAIN_RUNTIME_SRC_COMPLETENESS_H
#define DETRAIN_RUNTIME_SRC_COMPLETENESS_H

#include <string>
#include <vector>

#include "checkpoint.h"
#include "walk.h"

// 1 where the program's plan is of tier 0; its generated header defines it then.
extern "C" int detrain_saves_all;

namespace detrain::runtime {

// The saved regions of the plan that have no object in `walk`, with why that is right at this step. Ends the process
// with exit code 4 and a line that names the region where there is no reason for it.
std::vector<AbsentRegion> AbsentRegions(const Walk& walk);

// A plan that saves all that is live (tier 0) follows no stack but that of the step loop. Ends the process with exit
// code 4 where another thread of the program lives.
void CheckIsAlone();

}  // namespace detrain::runtime

#endif
