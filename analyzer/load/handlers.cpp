// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/handlers.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <iterator>

namespace detrain::load {

namespace {

const clang::Stmt* Bare(const clang::Stmt* stmt) {
  while (true) {
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(stmt))
      stmt = full->getSubExpr();
    else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(stmt))
      stmt = bound->getSubExpr();
    else
      return stmt;
  }
}

// Nothing but `return` follows it in the function's body.
bool IsLast(const clang::CXXTryStmt& block, const clang::FunctionDecl& function) {
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  if (body == nullptr)
    return false;
  const auto last = std::find_if(body->body_rbegin(), body->body_rend(),
                                 [](const clang::Stmt* stmt) { return !llvm::isa<clang::ReturnStmt>(stmt); });
  return last != body->body_rend() && *last == &block;
}

}  // namespace

bool GoesOn(const clang::CXXTryStmt& block, const clang::CXXCatchStmt& handler, const clang::FunctionDecl* function) {
  const bool is_main = function != nullptr && function->isMain();
  if (is_main && IsLast(block, *function))
    return false;
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(handler.getHandlerBlock());
  if (body == nullptr || body->body_empty())
    return true;
  const clang::Stmt* last = Bare(body->body_back());
  if (llvm::isa<clang::ReturnStmt>(last))
    return !is_main;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(last);
  const bool ends = call != nullptr && call->getDirectCallee() != nullptr && call->getDirectCallee()->isNoReturn();
  return !ends && !llvm::isa<clang::CXXThrowExpr>(last);
}

}  // namespace detrain::load
