// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of a thread's function that keep a value while the thread waits for another one: a loader's place in its
// data. No restore reaches a thread's stack. Where the program runs that function once, its variable can be a static,
// which a restore reaches, and the program computes the same.
#ifndef DETRAIN_ANALYZER_PLAN_THREAD_STATICS_H
#define DETRAIN_ANALYZER_PLAN_THREAD_STATICS_H

#include <vector>

#include "analyzer/infer/engine.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rir/rir.h"

namespace detrain::plan {

// Where the variables are declared that threads keep on their stacks, in the plan of any of its loops; each place once.
std::vector<Place> OnStacks(const CheckpointPlan& plan);

// The variables that are declared at those places; empty where one of them must stay on its stack: it may be made
// twice, or is of a type that a static cannot have in its place. `engine` is the run over the whole program, which has
// followed every way to their functions, those through the virtual tables of std::thread with them.
std::vector<rir::RegionId> StaticsFor(const infer::Engine& engine, const rir::Module& module,
                                      const std::vector<Place>& declared);

// The module with those variables as statics of their functions.
rir::Module WithStatics(rir::Module module, const std::vector<rir::RegionId>& variables);

// Tells so of their entries.
void NoteStatics(CheckpointPlan& plan, const std::vector<Place>& declared);

}  // namespace detrain::plan

#endif
