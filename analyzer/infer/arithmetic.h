// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of C on symbolic integers.
#ifndef DETRAIN_ANALYZER_INFER_ARITHMETIC_H
#define DETRAIN_ANALYZER_INFER_ARITHMETIC_H

#include "analyzer/infer/expr.h"
#include "analyzer/infer/prove.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// x op y for the operations that take two numbers and yield one of `type`. A quotient teaches `facts` how large its
// dividend must be.
ExprId ComputeNumbers(ExprPool& pool, rir::Opcode opcode, ExprId x, ExprId y, const rir::Type& type, Facts& facts);

// What an integer of `type` holds of the number. One that is not known is cut to 8 or 16 bits, not to 32: sizes and
// offsets are assumed not to wrap around (docs/soundness.md).
ExprId Narrowed(ExprPool& pool, ExprId number, const rir::Type& type);

// A truth value, 0 or 1 where the facts tell.
ExprId CompareNumbers(ExprPool& pool, rir::Opcode opcode, ExprId a, ExprId b, const Facts& facts);

// Whether what such an atom or such an expression yields is 0 or 1.
bool IsTruth(AtomOp op);
bool IsTruth(const ExprPool& pool, ExprId e);

}  // namespace detrain::infer

#endif
