// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_BODY_INDEX_H
#define DETRAIN_ANALYZER_REWRITE_BODY_INDEX_H

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <map>
#include <vector>

namespace detrain::rewrite {

// The uses of each variable in a function, and its loops, in the order of the text.
class BodyIndex : public clang::RecursiveASTVisitor<BodyIndex> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(const clang::DeclRefExpr* use) {
    uses[use->getDecl()].push_back(use);
    return true;
  }
  bool VisitStmt(const clang::Stmt* stmt) {
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt))
      loops.push_back(stmt);
    else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt))
      calls.push_back(call);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

  // The counter of one of its loops.
  bool IsCounter(const clang::Expr* number) const {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(number->IgnoreParenCasts());
    return use != nullptr && llvm::any_of(loops, [&](const clang::Stmt* loop) {
             const auto* counted = llvm::dyn_cast<clang::ForStmt>(loop);
             const auto* init =
                 counted == nullptr ? nullptr : llvm::dyn_cast_or_null<clang::DeclStmt>(counted->getInit());
             return init != nullptr && init->isSingleDecl() && init->getSingleDecl() == use->getDecl();
           });
  }

  std::map<const clang::ValueDecl*, std::vector<const clang::DeclRefExpr*>> uses;
  std::vector<const clang::Stmt*> loops;
  std::vector<const clang::CallExpr*> calls;
};

}  // namespace detrain::rewrite

#endif
