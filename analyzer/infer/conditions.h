// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions on sizes: what must hold of numbers that a run never changes for a read to see only what was written
// before it. The program tests them before its first step. This is predicated array data-flow analysis with run-time
// tests (Moon and Hall, "Evaluation of predicated array data-flow analysis for automatic parallelization", PPoPP
// 1999); a condition is found by abduction, as what the prover's elimination leaves open.
#ifndef DETRAIN_ANALYZER_INFER_CONDITIONS_H
#define DETRAIN_ANALYZER_INFER_CONDITIONS_H

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/infer/state.h"

namespace detrain::infer {

using Conditions = std::vector<ExprId>;  // each is >= 0; sorted
using IsFixed = std::function<bool(AtomId)>;

// Under which conditions on fixed numbers [offset, offset + length) lies in one of the pieces; nullopt where none were
// found, or none that sizes of 2 and more can meet. Only for what Covers has not proven.
std::optional<Conditions> WhatCovers(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces,
                                     ExprId offset, ExprId length, const IsFixed& is_fixed);

// Whether `strong` says the same of a smaller number.
bool IsWeaker(const ExprPool& pool, ExprId weak, ExprId strong);

}  // namespace detrain::infer

#endif
