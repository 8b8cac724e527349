// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/lift.h"

#include "analyzer/lift/unit.h"

namespace detrain::lift {

rir::Module Lift(const load::LoadedUnit& unit, const catalog::Catalog& catalog, diag::Funnel& funnel) {
  return Unit(unit, catalog, funnel).LiftAll();
}

}  // namespace detrain::lift
