// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a library keeps behind a handle (`cublasHandle_t`, `cudnnTensorDescriptor_t`): no bytes of the program's, so
// that nothing of it is saved. The code before the loop makes it again.
#ifndef DETRAIN_ANALYZER_PLAN_LIBRARY_HANDLES_H
#define DETRAIN_ANALYZER_PLAN_LIBRARY_HANDLES_H

#include <set>
#include <vector>

#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Whether the leaf is what lies behind a handle.
bool IsBehindHandle(const infer::Engine& engine, const NamedObject& o, const NamedLeaf& n);

// Decides on handles that a step makes. One that is made where there is none (`if (!h) cublasCreate(&h);`), as all that
// hangs on that are such handles too, a resumed run makes again: its pointer is not saved. Adds to Facts::unnamed the
// others, and what a step tells a library that a later one still goes by.
void DecideHandles(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts);

// What the runtime has nothing to do with: blocks behind handles that no pointer which is saved leads to, and flags
// that tell whether such a handle has been made.
std::set<infer::ObjectId> NotBound(infer::Engine& engine, const std::vector<NamedObject>& objects, const Facts& facts);

}  // namespace detrain::plan

#endif
