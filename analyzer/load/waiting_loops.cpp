// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/waiting_loops.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <array>

namespace detrain::load {

using namespace clang;

namespace {

constexpr unsigned kDepth = 4;  // of functions that a condition asks

constexpr auto kLoads = std::to_array<AtomicExpr::AtomicOp>(
    {AtomicExpr::AO__c11_atomic_load, AtomicExpr::AO__atomic_load, AtomicExpr::AO__atomic_load_n});

constexpr auto kClaims = std::to_array<AtomicExpr::AtomicOp>(
    {AtomicExpr::AO__c11_atomic_exchange, AtomicExpr::AO__atomic_exchange, AtomicExpr::AO__atomic_exchange_n,
     AtomicExpr::AO__c11_atomic_compare_exchange_strong, AtomicExpr::AO__c11_atomic_compare_exchange_weak,
     AtomicExpr::AO__atomic_compare_exchange, AtomicExpr::AO__atomic_compare_exchange_n,
     AtomicExpr::AO__atomic_test_and_set});

bool IsOfAtomic(const CXXMethodDecl& method) {
  const CXXRecordDecl* record = method.getParent();
  const llvm::StringRef name = record->getIdentifier() != nullptr ? record->getName() : "";
  return record->isInStdNamespace() && (name.starts_with("atomic") || name.starts_with("__atomic"));
}

// Of an atomic, or by one of gcc's older builtins, whose names go on with the size.
Wait WaitBy(const FunctionDecl& function) {
  const auto* method = dyn_cast<CXXMethodDecl>(&function);
  const bool is_of_atomic = method != nullptr && IsOfAtomic(*method);
  if (is_of_atomic && isa<CXXConversionDecl>(method))
    return Wait::Look;
  const bool is_meant = is_of_atomic || function.getBuiltinID() != 0;
  const llvm::StringRef name = is_meant && function.getIdentifier() != nullptr ? function.getName() : "";
  if (is_of_atomic && (name == "load" || name == "test"))
    return Wait::Look;
  const bool is_claim =
      is_of_atomic ? name == "test_and_set" || name == "exchange" || name.starts_with("compare_exchange")
                   : name.starts_with("__sync_lock_test_and_set") || name.starts_with("__sync_bool_compare_and_swap") ||
                         name.starts_with("__sync_val_compare_and_swap");
  return is_claim ? Wait::Claim : Wait::None;
}

Wait WaitBy(const AtomicExpr& atomic) {
  if (llvm::is_contained(kLoads, atomic.getOp()))
    return Wait::Look;
  return llvm::is_contained(kClaims, atomic.getOp()) ? Wait::Claim : Wait::None;
}

bool IsInThisThread(const FunctionDecl& function) {
  const auto* space = dyn_cast<NamespaceDecl>(function.getDeclContext()->getRedeclContext());
  return space != nullptr && space->getName() == "this_thread" && space->isInStdNamespace();
}

class Looker {
 public:
  Looker(const ASTContext& context, const IsIdleFunction& is_idle) : context_(context), is_idle_(is_idle) {}

  // Whether the value can be asked for again and again without a change; `reads` then tells of memory.
  bool IsLook(const Expr* e, unsigned depth) {
    e = e->IgnoreParenImpCasts();
    if (const auto* name = dyn_cast<DeclRefExpr>(e)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      reads = reads || (variable != nullptr && !variable->isConstexpr());
      return true;
    }
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      reads = true;
      return IsLook(member->getBase(), depth);
    }
    if (const auto* call = dyn_cast<CallExpr>(e))
      return IsLookByCall(*call, depth);
    if (const auto* atomic = dyn_cast<AtomicExpr>(e))
      return Note(WaitBy(*atomic));
    if (const auto* unary = dyn_cast<UnaryOperator>(e); unary != nullptr && unary->isIncrementDecrementOp())
      return false;
    if (const auto* binary = dyn_cast<BinaryOperator>(e); binary != nullptr && binary->isAssignmentOp())
      return false;
    return IsMadeOfParts(*e) && llvm::all_of(e->children(), [&](const Stmt* part) {
             return isa_and_nonnull<Expr>(part) && IsLook(cast<Expr>(part), depth);
           });
  }

  // Whether a body does nothing but let time pass.
  bool IsIdle(const Stmt* body) const {
    if (const auto* block = dyn_cast<CompoundStmt>(body))
      return llvm::all_of(block->body(), [&](const Stmt* part) { return IsIdle(part); });
    if (const auto* text = dyn_cast<GCCAsmStmt>(body))
      return text->getNumOutputs() == 0 && text->getNumInputs() == 0 && text->getNumLabels() == 0;
    if (const auto* cleaned = dyn_cast<ExprWithCleanups>(body))
      return IsIdle(cleaned->getSubExpr());
    if (const auto* cast = dyn_cast<CastExpr>(body); cast != nullptr && cast->getType()->isVoidType())
      return IsIdle(cast->getSubExpr()->IgnoreParens());
    const auto* call = dyn_cast<CallExpr>(body);
    return isa<NullStmt, ContinueStmt>(body) || (call != nullptr && IsPause(*call)) || SetsAgain(*body);
  }

  bool reads = false, claims = false;

 private:
  bool Note(Wait how) {
    reads = reads || how != Wait::None;
    claims = claims || how == Wait::Claim;
    return how != Wait::None;
  }

  // Sleeps, gives the processor away, or lets it pause.
  bool IsPause(const CallExpr& call) const {
    const FunctionDecl* callee = call.getDirectCallee();
    if (callee == nullptr || callee->getIdentifier() == nullptr || callee->isNoReturn())
      return false;
    if (callee->getBuiltinID() != 0 && call.getNumArgs() == 0 && callee->getReturnType()->isVoidType())
      return true;
    return IsInThisThread(*callee) || (callee->isExternC() && is_idle_(callee->getName()));
  }

  static bool IsMadeOfParts(const Expr& e) {
    return isa<UnaryOperator, BinaryOperator, ConditionalOperator, CastExpr, ArraySubscriptExpr, IntegerLiteral,
               FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CXXThisExpr,
               MaterializeTemporaryExpr, ExprWithCleanups, CXXDefaultArgExpr>(e);
  }

  bool IsLookByCall(const CallExpr& call, unsigned depth) {
    const FunctionDecl* callee = call.getDirectCallee();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (callee == nullptr)
      return false;
    if (Note(WaitBy(*callee)))
      return true;
    const Expr* asked = WhatItGives(*callee);
    return asked != nullptr && depth < kDepth && IsLook(asked, depth + 1) &&
           llvm::all_of(
               call.arguments(), [&](const Expr* argument) { return IsLook(argument, depth); }) &&
           (method == nullptr || method->isStatic() || IsLook(ObjectOf(call), depth));
  }

  static const Expr* ObjectOf(const CallExpr& call) {
    const auto* of_member = dyn_cast<CXXMemberCallExpr>(&call);
    return of_member != nullptr ? of_member->getImplicitObjectArgument() : call.getArg(0);
  }

  // `bool IsDone() const { return done_; }`
  static const Expr* WhatItGives(const FunctionDecl& function) {
    const FunctionDecl* definition = nullptr;
    const auto* body = function.hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
    const auto* only = body != nullptr && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
    return only != nullptr ? only->getRetValue() : nullptr;
  }

  // `expected = false`, of a local variable: compare_exchange wants it so for the next look.
  bool SetsAgain(const Stmt& body) const {
    const auto* set = dyn_cast<BinaryOperator>(&body);
    const auto* name = set == nullptr ? nullptr : dyn_cast<DeclRefExpr>(set->getLHS()->IgnoreParens());
    const auto* variable = name == nullptr ? nullptr : dyn_cast<VarDecl>(name->getDecl());
    return variable != nullptr && set->getOpcode() == BO_Assign && variable->hasLocalStorage() &&
           !variable->getType()->isReferenceType() && !set->getRHS()->HasSideEffects(context_) &&
           set->getRHS()->isEvaluatable(context_);
  }

  const ASTContext& context_;
  const IsIdleFunction& is_idle_;
};

}  // namespace

Wait WaitIn(const Expr& condition, const Stmt& body, const ASTContext& context, const IsIdleFunction& is_idle) {
  if (condition.isTypeDependent() || condition.isValueDependent())
    return Wait::None;
  Looker looker(context, is_idle);
  if (!looker.IsIdle(&body) || !looker.IsLook(&condition, 0) || !looker.reads)
    return Wait::None;
  return looker.claims ? Wait::Claim : Wait::Look;
}

}  // namespace detrain::load
