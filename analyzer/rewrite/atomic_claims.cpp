// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/atomic_claims.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <algorithm>

namespace detrain::rewrite {

using namespace clang;

namespace {

bool IsStdAtomic(const FunctionDecl* function) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(function);
  const CXXRecordDecl* record = method == nullptr ? nullptr : method->getParent();
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         (record->getName() == "atomic" || record->getName() == "__atomic_base");
}

// A count of the language's or the library's atomics that goes on by one or more, and gives what it was.
bool IsAtomicCount(const Stmt& stmt) {
  if (const auto* unary = dyn_cast<UnaryOperator>(&stmt))
    return unary->isIncrementDecrementOp() && unary->getSubExpr()->getType()->isAtomicType();
  if (const auto* builtin = dyn_cast<AtomicExpr>(&stmt))
    return builtin->getOp() == AtomicExpr::AO__c11_atomic_fetch_add ||
           builtin->getOp() == AtomicExpr::AO__atomic_fetch_add;
  const auto* call = dyn_cast<CallExpr>(&stmt);
  const FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  if (callee == nullptr || !IsStdAtomic(callee))
    return false;
  const OverloadedOperatorKind kind = callee->getOverloadedOperator();
  return kind == OO_PlusPlus || kind == OO_MinusMinus ||
         (callee->getIdentifier() != nullptr && callee->getName() == "fetch_add");
}

// What DETRAIN_IN_TURN calls in C++; in C it is a directive.
bool TakesTurns(const Stmt& stmt) {
  if (isa<OMPOrderedDirective>(stmt))
    return true;
  const auto* call = dyn_cast<CallExpr>(&stmt);
  const FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  return callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == "detrain_in_turn";
}

// What may run more than once for each time that what is around it runs, or later.
bool IsRepeated(const Stmt& stmt) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, LambdaExpr, BlockExpr, OMPExecutableDirective>(
      stmt);
}

void Find(const Stmt* stmt, bool is_used, bool is_repeated, AtomicClaims& found) {
  if (stmt == nullptr || TakesTurns(*stmt))
    return;
  if (is_used && IsAtomicCount(*stmt)) {
    std::vector<const Expr*>& list = is_repeated ? found.elsewhere : found.in_turn;
    if (!llvm::is_contained(list, stmt))
      list.push_back(cast<Expr>(stmt));
  }
  const bool is_list = isa<CompoundStmt, CapturedStmt>(stmt) || (isa<ExprWithCleanups>(stmt) && !is_used);
  const auto* choice = dyn_cast<IfStmt>(stmt);
  for (const Stmt* child : stmt->children()) {
    const bool is_branch = choice != nullptr && (child == choice->getThen() || child == choice->getElse());
    Find(child, !is_list && !is_branch, is_repeated || IsRepeated(*stmt), found);
  }
}

}  // namespace

AtomicClaims AtomicClaimsIn(const Stmt& stmt) {
  AtomicClaims found;
  Find(&stmt, false, false, found);
  return found;
}

}  // namespace detrain::rewrite
