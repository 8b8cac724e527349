// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RIR as text; docs/rir.md has the grammar. Parse (parse.h) reads it back: parse(print(m)) == m for every module whose
// operands hold nothing but what their kind uses (as the factories of Operand make them) and no NaN other than for
// equality's sake.
#ifndef DETRAIN_ANALYZER_RIR_PRINT_H
#define DETRAIN_ANALYZER_RIR_PRINT_H

#include <string>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

std::string Print(const Module& module);

// One op with the blocks below it, as inside `function` (kNone: inside init). For messages and for debugging.
std::string PrintOp(const Module& module, FunctionId function, const Op& op);

// The spelling of a type: "ptr<f32>".
std::string PrintType(const Module& module, TypeId type);

}  // namespace detrain::rir

#endif
