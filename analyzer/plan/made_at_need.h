// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that the program gives a value where they have none: `if (!h) cublasCreate(&h);`.
#ifndef DETRAIN_ANALYZER_PLAN_MADE_AT_NEED_H
#define DETRAIN_ANALYZER_PLAN_MADE_AT_NEED_H

#include <set>
#include <span>

#include "analyzer/infer/records.h"
#include "analyzer/rir/rir.h"

namespace detrain::plan {

// What tells whether the variable has been made, where all code that uses it stands behind a test of that which makes
// it where it is missing: the variable itself, the guard of a function's static, another variable of that kind, flags
// that serve nothing else (`if (!is_made) { cublasCreate(&h); is_made = true; }`). Empty where some code does not, or
// gives it another value elsewhere. What only asks for it, or frees what it leads to, needs no test. A function that
// makes it where it is missing counts as such a test, and code that only runs behind one needs none. `nest`: the loops
// and calls down to the step loop; a resumed run jumps over what stands between them.
std::set<rir::RegionId> MadeAtNeed(const rir::Module& module, std::span<const infer::NestStep> nest,
                                   rir::RegionId variable);

// Whether the region is on the stack.
bool IsLocal(const rir::Region& region);

}  // namespace detrain::plan

#endif
