// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small programs as RIR text, and their plans.
#ifndef DETRAIN_TEST_UNIT_PLAN_PROGRAM_H
#define DETRAIN_TEST_UNIT_PLAN_PROGRAM_H

#include <string>

#include "analyzer/plan/make_plan.h"

namespace detrain::plan {

// A program whose step loop (line 10) adds the 64 floats of g to those of w. `step` is the beginning of the loop's
// body: ops that may use @w, @g, @n (i32), @::x (f32), the stream @draws, the function $unknown and the values from
// %100 on. `after` stands behind the loop.
std::string Program(const std::string& step, const std::string& after = "");

// Two loops, lines 10 and 20. InARow: the first updates w0, the second w1. Nested: line 20 stands in line 10, and each
// updates its own. NestedInner: the outer one updates nothing itself.
enum class Shape { InARow, Nested, NestedInner };
std::string TwoLoops(Shape shape);

// Fails the test where the text is no program, or has no plan.
CheckpointPlan PlanOf(const std::string& text, const Options& options = {});
Result<CheckpointPlan> TryPlan(const std::string& text, const Options& options = {});
Result<infer::TypedModule> Typed(const std::string& text, const Options& options = {});

// Fails the test where there is none.
const Entry& EntryOf(const CheckpointPlan& plan, const std::string& path);

}  // namespace detrain::plan

#endif
