// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What steps do to a scalar.
#ifndef DETRAIN_ANALYZER_PLAN_SCALARS_H
#define DETRAIN_ANALYZER_PLAN_SCALARS_H

#include "analyzer/plan/layout.h"

namespace detrain::plan {

// By how much every step changes it, wherever the step begins; 0: not by the same number.
std::int64_t CounterStep(infer::Engine& engine, infer::ObjectId id, const NamedLeaf& n);

// Whether a pointer holds a number at every boundary that was only made a pointer to be passed on.
bool IsNumber(infer::Engine& engine, infer::ObjectId id, const NamedLeaf& n);

// Whether the object is a parameter of a function.
bool IsParameter(const infer::Engine& engine, infer::ObjectId id);

// A scalar that is written, but holds at every boundary what the code before the nest gave it. An argument of one of
// the nest's functions is given by the call, which a resumed run makes again; what else the code between the levels of
// the nest sets is not, because a resumed run jumps over it.
bool IsConstant(infer::Engine& engine, infer::ObjectId id, const NamedLeaf& n);

}  // namespace detrain::plan

#endif
