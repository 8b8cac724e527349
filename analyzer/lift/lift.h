// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phase lift: the syntax tree of one unit becomes RIR. See docs/lift.md.
#ifndef DETRAIN_ANALYZER_LIFT_LIFT_H
#define DETRAIN_ANALYZER_LIFT_LIFT_H

#include "analyzer/catalog/catalog.h"
#include "analyzer/diag/funnel.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/rir.h"

namespace detrain::lift {

// Every function with a body in a user file, every global that they name, and what the catalog knows of the functions
// that they call. Never fails: a construct that is not modelled becomes an opaque op, and a remark in the funnel names
// it.
rir::Module Lift(const load::LoadedUnit& unit, const catalog::Catalog& catalog, diag::Funnel& funnel);

}  // namespace detrain::lift

#endif
