// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/temporaries.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

namespace detrain::load {

const clang::MaterializeTemporaryExpr* HeldTemporary(const clang::VarDecl& variable) {
  if (!variable.hasLocalStorage() || !variable.getType()->isReferenceType() || variable.getInit() == nullptr ||
      llvm::isa<clang::ParmVarDecl>(variable))
    return nullptr;
  const clang::Expr* init = variable.getInit()->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(init))
    init = full->getSubExpr()->IgnoreParens();
  const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(init);
  const bool is_whole = temporary != nullptr && variable.getASTContext().hasSameUnqualifiedType(
                                                    temporary->getType(), variable.getType().getNonReferenceType());
  return is_whole && temporary->getStorageDuration() == clang::SD_Automatic ? temporary : nullptr;
}

}  // namespace detrain::load
