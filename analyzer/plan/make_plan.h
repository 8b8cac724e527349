// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_PLAN_MAKE_PLAN_H
#define DETRAIN_ANALYZER_PLAN_MAKE_PLAN_H

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/infer/infer.h"
#include "analyzer/infer/spending.h"
#include "analyzer/plan/plan.h"

namespace detrain::plan {

struct Options {
  std::optional<Place> step;   // --step FILE:LINE
  bool takes_any_loop = true;  // where none updates parameters: not of a program that may be no training program
  // What threads do in an order that nobody fixes and that no rewrite gives them (rewrite::Program).
  std::vector<Reason> unordered = {};
  // Whether the program is followed symbolically; else, and where that comes to no end, all state is saved (tier0).
  bool follows = true;
  // Functions whose blocks lie in a heap of a fixed place, beside those of the C library, as this program is built:
  // CUDA's and its libraries', on the CPU.
  std::set<std::string> placed = {};
  std::shared_ptr<infer::Spending> spending = nullptr;  // what following the program takes; null: not counted
};

// Where the step loop is, if that was asked for: for infer::Infer, which then need not find it.
std::optional<Location> AskedFor(const Options& options);

// Any boundary that is reached often and holds all state is a sound one: of several loops that could be the step loop
// the best one is taken, and the others are listed.
// Errors: Coverage where there is no loop that could be it, or where the one asked for is not a loop that runs.
Result<CheckpointPlan> MakePlan(const infer::TypedModule& typed, const Options& options);

// Takes the promise back where the program comes to what is unordered, before the loop or behind it too: the numbers
// that it leaves are other ones in a resumed run.
void RefuseUnordered(CheckpointPlan& plan, const rir::Module& module, const std::vector<Reason>& unordered);

// Whether MakePlan found nothing that could be a step loop: no program that trains.
bool IsNoStepLoop(const Error& error);

}  // namespace detrain::plan

#endif
