// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/sum_target.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <utility>

namespace detrain::rewrite {

using namespace clang;

namespace {

class Uses : public RecursiveASTVisitor<Uses> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    variables.push_back(use);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr* use) {
    variables.push_back(use);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

  std::vector<const Expr*> variables;
};

// As MemoryPath has it.
const ValueDecl* NamedVariable(const Expr* named) {
  const auto* use = dyn_cast<DeclRefExpr>(named);
  return use == nullptr ? nullptr : cast<ValueDecl>(use->getDecl()->getCanonicalDecl());
}

}  // namespace

bool SumTarget::Follow(const Expr* address, const Steps& steps) {
  auto path = PathBehind(address, steps);
  if (!path)
    return false;
  allowed_.insert(path->named);
  const auto* local = dyn_cast_or_null<VarDecl>(path->variable);
  if (path->steps.empty() && local != nullptr && local->isLocalVarDecl() && local->getType()->isPointerType() &&
      !rewrite::IsShared(*local))
    return FollowPointer(*local);
  if (root_ && (root_->variable != path->variable || root_->steps != path->steps))
    return false;
  root_ = *std::move(path);
  return true;
}

bool SumTarget::FollowPointer(const VarDecl& local) {
  if (!derived_.insert(&local).second)
    return true;
  return local.getInit() != nullptr && Follow(local.getInit());
}

bool SumTarget::IsShared() const {
  const auto* variable = root_ ? dyn_cast_or_null<VarDecl>(root_->variable) : nullptr;
  return variable != nullptr && rewrite::IsShared(*variable);
}

bool SumTarget::IsGiven() const {
  return root_ && (root_->variable == nullptr || isa<ParmVarDecl>(root_->variable));
}

bool SumTarget::IsGlobal() const {
  const auto* variable = root_ ? dyn_cast_or_null<VarDecl>(root_->variable) : nullptr;
  return variable != nullptr && variable->hasGlobalStorage() && !rewrite::IsShared(*variable);
}

// Compared, moved on, or a condition: no access.
bool SumTarget::IsHarmless(const Expr* use) const {
  const Expr* value = use;
  const Stmt* parent = unit_->ParentOf(value);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(parent)) {
    const auto* cast = dyn_cast<ImplicitCastExpr>(parent);
    if (cast != nullptr && cast->getCastKind() == CK_PointerToBoolean)
      return true;
    value = cast_or_null<Expr>(parent);
    parent = unit_->ParentOf(value);
  }
  if (const auto* binary = dyn_cast_or_null<BinaryOperator>(parent))
    return binary->isComparisonOp() || (binary->isCompoundAssignmentOp() && binary->getLHS() == value);
  const auto* unary = dyn_cast_or_null<UnaryOperator>(parent);
  return unary != nullptr && unary->isIncrementDecrementOp() && unit_->ParentOf(unary) != nullptr &&
         !isa<Expr>(unit_->ParentOf(unary));
}

// `p[i]`, `*p`, `p[i].x` as a value.
bool SumTarget::IsRead(const Expr* use) const {
  const Expr* place = use;
  bool is_element = false;
  for (const Stmt* parent = unit_->ParentOf(place); parent != nullptr; parent = unit_->ParentOf(place)) {
    const auto* cast = dyn_cast<ImplicitCastExpr>(parent);
    const auto* unary = dyn_cast<UnaryOperator>(parent);
    const auto* element = dyn_cast<ArraySubscriptExpr>(parent);
    if (cast != nullptr && cast->getCastKind() == CK_LValueToRValue && is_element)
      return true;
    const bool goes_down = (element != nullptr && element->getBase() == place) ||
                           (unary != nullptr && unary->getOpcode() == UO_Deref) || isa<MemberExpr>(parent);
    if (!goes_down && cast == nullptr && !isa<ParenExpr>(parent))
      return false;
    is_element |= goes_down;
    place = llvm::cast<Expr>(parent);
  }
  return false;
}

void SumTarget::AllowReadsBefore(SourceLocation end) {
  reads_end_ = end;
}

bool SumTarget::IsOtherUse(const Expr* named, const MemoryPath& root) const {
  const Reached reached = Along(*unit_, root, named);
  if (reached.turns_off)
    return false;
  if (reached.steps < root.steps.size())
    return true;
  const bool is_in_time = reads_end_.isValid() && reached.use->getBeginLoc() < reads_end_ && IsRead(reached.use);
  return !is_in_time && !IsHarmless(reached.use);
}

const Expr* SumTarget::FirstOtherUse() const {
  Uses uses;
  uses.TraverseStmt(function_->getBody());
  for (const Expr* use : uses.variables) {
    const ValueDecl* variable = NamedVariable(use);
    const bool is_root = root_ && variable == root_->variable;
    const bool is_derived = variable != nullptr && derived_.contains(variable);
    if (!allowed_.contains(use) && (is_root || is_derived) &&
        IsOtherUse(use, is_root ? *root_ : MemoryPath{variable, {}, use}))
      return use;
  }
  return nullptr;
}

}  // namespace detrain::rewrite
