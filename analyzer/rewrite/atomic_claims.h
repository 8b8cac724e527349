// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots that are claimed by the language's or the library's atomics: `slot = count++`, `count.fetch_add(1)`.
#ifndef DETRAIN_ANALYZER_REWRITE_ATOMIC_CLAIMS_H
#define DETRAIN_ANALYZER_REWRITE_ATOMIC_CLAIMS_H

#include <clang/AST/Expr.h>

#include <vector>

namespace detrain::rewrite {

struct AtomicClaims {
  std::vector<const clang::Expr*> in_turn;    // each runs at most once where the statement does
  std::vector<const clang::Expr*> elsewhere;  // in loops, in other constructs, in functions without a name
};

// Those in the text of a statement whose value is used. Claims that take turns already (DETRAIN_IN_TURN, `omp ordered`)
// are none.
AtomicClaims AtomicClaimsIn(const clang::Stmt& stmt);

}  // namespace detrain::rewrite

#endif
