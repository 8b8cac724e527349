// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that need not be saved because others tell them: `position` where it is step * batch at every boundary.
#ifndef DETRAIN_ANALYZER_PLAN_DERIVE_H
#define DETRAIN_ANALYZER_PLAN_DERIVE_H

#include <vector>

#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Makes carried scalars derived where all of the boundary's states agree on one formula over leaves that are saved or
// invariant, and that are restored no later.
void Derive(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts);

}  // namespace detrain::plan

#endif
