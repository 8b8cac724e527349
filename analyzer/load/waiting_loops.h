// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that only wait: neither condition nor body changes anything, so that each ends by what another thread does.
#ifndef DETRAIN_ANALYZER_LOAD_WAITING_LOOPS_H
#define DETRAIN_ANALYZER_LOAD_WAITING_LOOPS_H

#include <clang/AST/Expr.h>

#include <functional>

namespace detrain::load {

// Whether a function of C touches no memory that the program sees: it may sleep.
using IsIdleFunction = std::function<bool(llvm::StringRef name)>;

enum class Wait {
  None,
  Look,   // at memory
  Claim,  // by what changes nothing more when it is done again: exchange, compare and exchange, test and set
};

// What a loop without a third part does, where it does nothing else.
Wait WaitIn(const clang::Expr& condition, const clang::Stmt& body, const clang::ASTContext& context,
            const IsIdleFunction& is_idle);

}  // namespace detrain::load

#endif
