// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/sum_target.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <utility>

namespace detrain::rewrite {

using namespace clang;

namespace {

// A part of what an address leads to (`p[i].x`, `p->x`), not an address that is kept in a field.
bool IsPart(const MemberExpr& member) {
  return !member.getType()->isPointerType() &&
         (member.isArrow() || !isa<DeclRefExpr>(member.getBase()->IgnoreParenImpCasts()));
}

// The pointer that an address is reckoned from: `p` of `&p[i]`, `&p[i].x`, `p + i`, `(float*)p`.
const Expr* Base(const Expr* address) {
  for (;;) {
    address = address->IgnoreParenCasts();
    if (const auto* unary = dyn_cast<UnaryOperator>(address);
        unary != nullptr && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref))
      address = unary->getSubExpr();
    else if (const auto* element = dyn_cast<ArraySubscriptExpr>(address))
      address = element->getBase();
    else if (const auto* member = dyn_cast<MemberExpr>(address); member != nullptr && IsPart(*member))
      address = member->getBase();
    else if (const auto* sum = dyn_cast<BinaryOperator>(address); sum != nullptr && sum->isAdditiveOp())
      address = sum->getLHS()->getType()->isPointerType() || sum->getLHS()->getType()->isArrayType() ? sum->getLHS()
                                                                                                     : sum->getRHS();
    else
      return address;
  }
}

class Uses : public RecursiveASTVisitor<Uses> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    variables.push_back(use);
    return true;
  }
  bool VisitMemberExpr(MemberExpr* use) {
    if (const auto* of = dyn_cast<DeclRefExpr>(use->getBase()->IgnoreParenImpCasts()))
      fields[of] = use;
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

  std::vector<const DeclRefExpr*> variables;
  std::map<const DeclRefExpr*, const MemberExpr*> fields;  // `p.field`, by p
};

}  // namespace

bool SumTarget::Follow(const Expr* address) {
  const Expr* base = Base(address);
  if (const auto* use = dyn_cast<DeclRefExpr>(base))
    return FollowVariable(use);
  const auto* member = dyn_cast<MemberExpr>(base);
  const auto* of = member == nullptr ? nullptr : dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());
  if (of == nullptr)
    return false;
  const Root root{of->getDecl(), member->getMemberDecl()};
  if (root_ && (root_->variable != root.variable || root_->field != root.field))
    return false;
  root_ = root;
  allowed_.insert(of);
  return true;
}

bool SumTarget::FollowVariable(const DeclRefExpr* use) {
  allowed_.insert(use);
  const auto* variable = dyn_cast<VarDecl>(use->getDecl());
  if (variable == nullptr)
    return false;
  const bool is_local_pointer = variable->isLocalVarDecl() && variable->getType()->isPointerType();
  if (is_local_pointer && !rewrite::IsShared(*variable)) {
    if (!derived_.insert(variable).second)
      return true;
    return variable->getInit() != nullptr && Follow(variable->getInit());
  }
  if (root_ && (root_->variable != variable || root_->field != nullptr))
    return false;
  root_ = Root{variable};
  return true;
}

const ParmVarDecl* SumTarget::parameter() const {
  return root_ && root_->field == nullptr ? dyn_cast<ParmVarDecl>(root_->variable) : nullptr;
}

bool SumTarget::IsShared() const {
  const auto* variable = root_ ? dyn_cast<VarDecl>(root_->variable) : nullptr;
  return variable != nullptr && rewrite::IsShared(*variable);
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

const Expr* SumTarget::FirstOtherUse() const {
  Uses uses;
  uses.TraverseStmt(function_->getBody());
  for (const DeclRefExpr* use : uses.variables) {
    if (allowed_.contains(use))
      continue;
    const bool is_root = root_ && use->getDecl() == root_->variable;
    if (!is_root && !derived_.contains(use->getDecl()))
      continue;
    if (is_root && root_->field != nullptr)
      if (const auto field = uses.fields.find(use);
          field != uses.fields.end() && field->second->getMemberDecl() != root_->field)
        continue;
    const bool is_in_time = reads_end_.isValid() && use->getBeginLoc() < reads_end_ && IsRead(use);
    if (!is_in_time && !IsHarmless(use))
      return use;
  }
  return nullptr;
}

bool MayBeSame(const Expr* a, const Expr* b) {
  const auto root = [](const Expr* address) -> std::pair<const ValueDecl*, const ValueDecl*> {
    const Expr* base = Base(address);
    if (const auto* use = dyn_cast<DeclRefExpr>(base))
      return {use->getDecl(), nullptr};
    const auto* member = dyn_cast<MemberExpr>(base);
    const auto* of = member == nullptr ? nullptr : dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());
    return {of == nullptr ? nullptr : of->getDecl(), member == nullptr ? nullptr : member->getMemberDecl()};
  };
  return root(a).first != nullptr && root(a) == root(b);
}

}  // namespace detrain::rewrite
