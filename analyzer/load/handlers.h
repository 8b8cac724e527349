// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers of exceptions, told apart by what follows them. An exception is taken to end the program. Where a handler
// lets the program go on, what follows is not analysed; the rewritten program tests that no such handler is entered.
#ifndef DETRAIN_ANALYZER_LOAD_HANDLERS_H
#define DETRAIN_ANALYZER_LOAD_HANDLERS_H

namespace clang {
class CXXCatchStmt;
class CXXTryStmt;
class FunctionDecl;
}  // namespace clang

namespace detrain::load {

// Whether the program goes on behind `handler`: it neither passes the exception on, nor ends the program, nor leaves
// `main`. `function` is the one that `block` stands in; null: none is known.
bool GoesOn(const clang::CXXTryStmt& block, const clang::CXXCatchStmt& handler, const clang::FunctionDecl* function);

}  // namespace detrain::load

#endif
