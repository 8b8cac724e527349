// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_LOG_H
#define DETRAIN_ANALYZER_PLAN_LOG_H

#include <set>

#include "analyzer/plan/dependences.h"
#include "analyzer/plan/persist.h"

namespace detrain::plan {

// Tells the leaves that hold values of the environment apart: those that only printed text shows are `log`; of the
// others `facts` say that the environment reaches state. `parameters` are state in any case.
void DecideLog(infer::Engine& engine, const Dependences& dependences, const std::set<infer::ObjectId>& parameters,
               Facts& facts);

}  // namespace detrain::plan

#endif
