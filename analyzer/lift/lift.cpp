// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/lift.h"

#include "analyzer/diag/funnel.h"
#include "analyzer/lift/unit.h"

namespace detrain::lift {

rir::Module Lift(const load::LoadedUnit& unit, const catalog::Catalog& catalog, diag::Funnel& funnel) {
  for (const diag::Diagnostic& remark : unit.remarks())
    funnel.Emit(remark);
  return Unit(unit, catalog, funnel).LiftAll();
}

}  // namespace detrain::lift
