// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuRAND's states in device code, and the calls that draw from them: those whose row in the catalog says so.
#ifndef DETRAIN_ANALYZER_REWRITE_CURAND_CALLS_H
#define DETRAIN_ANALYZER_REWRITE_CURAND_CALLS_H

#include <clang/AST/Expr.h>

#include <optional>
#include <string>

namespace detrain::rewrite {

bool IsCurandState(clang::QualType type);
// Why a state of Philox cannot stand in for one of that type; nothing: it can.
std::optional<std::string> WhyNotPhilox(clang::QualType type);

// The address of the state that the call draws from; nullptr: it draws from none, or also sets it.
const clang::Expr* DrawnFrom(const clang::CallExpr& call);

}  // namespace detrain::rewrite

#endif
