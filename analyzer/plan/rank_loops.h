// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of a program that calls MPI which only some of its ranks come to: a server's over its clients.
#ifndef DETRAIN_ANALYZER_PLAN_RANK_LOOPS_H
#define DETRAIN_ANALYZER_PLAN_RANK_LOOPS_H

#include <set>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

// All ranks meet at each boundary. Told by conditions on the rank's number, and on what is computed from it in
// variables.
std::set<const rir::LoopOp*> LoopsOfSomeRanks(const rir::Module& module);

}  // namespace detrain::plan

#endif
