// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records that are copied as a whole while a part of them may have no value yet: that part is what the stack happened
// to hold. No rule forbids such a copy, and where the copy lives on, its bytes would differ from run to run.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <span>
#include <string>

#include "analyzer/rewrite/initial.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

const RecordDecl* RecordOf(const VarDecl& variable) {
  const Type* type = variable.getType()->getBaseElementTypeUnsafe();
  return type->getAsRecordDecl();
}

bool HasBases(const RecordDecl& record) {
  const auto* made = dyn_cast<CXXRecordDecl>(&record);
  return made != nullptr && made->hasDefinition() && made->getNumBases() > 0;
}

// `rng`, `rng.inner`, `rngs[2]`: the variable.
const VarDecl* VariableOf(const Expr* e) {
  for (e = e->IgnoreParenImpCasts();;) {
    if (const auto* member = dyn_cast<MemberExpr>(e); member != nullptr && !member->isArrow())
      e = member->getBase()->IgnoreParenImpCasts();
    else if (const auto* element = dyn_cast<ArraySubscriptExpr>(e);
             element != nullptr && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      e = element->getBase()->IgnoreParenImpCasts();
    else
      break;
  }
  const auto* name = dyn_cast<DeclRefExpr>(e);
  return name != nullptr ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

// The member that `v.member = ...;` sets.
const FieldDecl* SetBy(const Stmt* statement, const VarDecl& variable) {
  const auto* assignment = dyn_cast<BinaryOperator>(statement);
  const auto* member = assignment != nullptr && assignment->getOpcode() == BO_Assign
                           ? dyn_cast<MemberExpr>(assignment->getLHS()->IgnoreParens())
                           : nullptr;
  const bool is_its = member != nullptr && !member->isArrow() &&
                      isa<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()) &&
                      VariableOf(member->getBase()) == &variable;
  return is_its ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
}

// Whether the statements right behind the declaration set each member.
bool IsSetAtOnce(const Unit& unit, const VarDecl& variable) {
  const Stmt* declaration = unit.StatementOf(&variable);
  const auto* block = declaration != nullptr ? dyn_cast_or_null<CompoundStmt>(unit.ParentOf(declaration)) : nullptr;
  if (block == nullptr || !variable.getType()->isRecordType() || HasBases(*RecordOf(variable)))
    return false;
  std::set<const FieldDecl*> set;
  const auto* at = std::find(block->body_begin(), block->body_end(), declaration);
  for (const Stmt* next : std::span(at, block->body_end()) | std::views::drop(1)) {
    const FieldDecl* field = SetBy(next, variable);
    if (field == nullptr)
      break;
    set.insert(field);
  }
  return std::ranges::all_of(RecordOf(variable)->fields(), [&](const FieldDecl* f) { return set.contains(f); });
}

class CopyVisitor : public RecursiveASTVisitor<CopyVisitor> {
 public:
  CopyVisitor(Weave& weave, const Unit& unit, const std::set<std::string>& compared)
      : weave_(weave), unit_(unit), compared_(compared) {}

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitImplicitCastExpr(ImplicitCastExpr* cast) {
    if (cast->getCastKind() == CK_LValueToRValue && cast->getType()->isRecordType())
      Copy(cast->getSubExpr());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* made) {
    if (made->getConstructor()->isCopyOrMoveConstructor() && made->getConstructor()->isTrivial())
      Copy(made->getArg(0));
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (method != nullptr && method->isTrivial() && call->getOperator() == OO_Equal)
      Copy(call->getArg(1));
    return true;
  }
  // Who is given the bytes to read: memcpy, fwrite, cudaMemcpy.
  bool VisitCallExpr(CallExpr* call) {
    for (const Expr* argument : call->arguments()) {
      const QualType type = argument->getType();
      const auto* address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
      if (type->isVoidPointerType() && type->getPointeeType().isConstQualified() && address != nullptr &&
          address->getOpcode() == UO_AddrOf)
        Copy(address->getSubExpr());
    }
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  void Copy(const Expr* source) {
    const VarDecl* variable = VariableOf(source);
    if (variable == nullptr || !seen_.insert(variable).second || !LivesOn(*variable) || IsSetAtOnce(unit_, *variable))
      return;
    const auto at = unit_.At(variable->getLocation());
    if (at && unit_.IsUsers(at->file))
      SetToZero(weave_, unit_, *variable);
  }

  // The plan names types by their members alone, and those of unions not at all. What a base holds is not looked at.
  bool LivesOn(const VarDecl& variable) const {
    const RecordDecl* record = RecordOf(variable);
    if (record == nullptr || record->isUnion() || HasBases(*record))
      return record != nullptr;
    return std::ranges::any_of(record->fields(),
                               [&](const FieldDecl* field) { return compared_.contains(field->getNameAsString()); });
  }

  Weave& weave_;
  const Unit& unit_;
  const std::set<std::string>& compared_;
  std::set<const VarDecl*> seen_;
};

}  // namespace

void WeaveCopied(Weave& weave) {
  const std::set<std::string> compared = ComparedNames(weave.plan);
  for (const Unit& unit : weave.units)
    CopyVisitor(weave, unit, compared).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
