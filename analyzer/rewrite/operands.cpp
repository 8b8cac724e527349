// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What else is computed in the statement of a call that leads to the step loop. C++ leaves open what comes first there,
// and a resumed run computes it before the restore has put anything back.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <optional>

#include "analyzer/load/local_reads.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

bool IsOfSystem(const Decl& decl) {
  return decl.getASTContext().getSourceManager().isInSystemHeader(decl.getLocation());
}

std::string InQuotes(const NamedDecl& decl) {
  std::string text = "'";
  text.append(decl.getNameAsString()).append("'");
  return text;
}

// What the plan keeps in a variable; empty: it does not know it.
std::vector<const plan::Region*> RegionsOf(const Weave& weave, const VarDecl& variable, const Unit& unit) {
  std::vector<const plan::Region*> regions;
  for (const plan::Region& region : weave.plan.regions)
    if (region.kind == plan::RegionKind::Variable && unit.FindVariable(region.declared) == &variable)
      regions.push_back(&region);
  return regions;
}

bool IsInvariant(const plan::Leaf& leaf) {
  return leaf.persistence == plan::Persistence::Invariant;
}

bool IsAllInvariant(const plan::Region* region) {
  return std::ranges::all_of(region->leaves, IsInvariant);
}

// Whether a variable has the same value before the restore as behind it.
bool IsConstant(const Weave& weave, const VarDecl& variable, const Unit& unit) {
  const std::vector<const plan::Region*> regions = RegionsOf(weave, variable, unit);
  return IsFixed(variable, unit.context()) || (!regions.empty() && std::ranges::all_of(regions, IsAllInvariant));
}

// Whether what is read has its value behind the restore.
bool IsRestored(const Weave& weave, const load::LocalRead& read, const Unit& unit) {
  const std::vector<const plan::Region*> regions = RegionsOf(weave, *read.variable, unit);
  const auto is_put_back = [&](const plan::Leaf& leaf) {
    return leaf.offset == read.offset && (plan::IsSaved(leaf.persistence) || IsInvariant(leaf));
  };
  return IsFixed(*read.variable, unit.context()) ||
         (!regions.empty() && std::ranges::all_of(regions, [&](const plan::Region* region) {
           return IsAllInvariant(region) || std::ranges::any_of(region->leaves, is_put_back);
         }));
}

// Whether only the variable's own name ever leads to it: each use reads it, or writes it in its own function.
class Aliases : public RecursiveASTVisitor<Aliases> {
 public:
  static bool Has(const VarDecl& variable, const Unit& unit) {
    const auto* function = dyn_cast<FunctionDecl>(variable.getDeclContext());
    if (function == nullptr || !function->hasBody())
      return true;
    Aliases aliases(variable, unit);
    aliases.TraverseStmt(function->getBody());
    return aliases.found_;
  }

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(DeclRefExpr* reference) {
    if (reference->getDecl() != &variable_)
      return true;
    const Stmt* use = reference;
    const Stmt* parent = unit_.ParentOf(use);
    while (isa_and_nonnull<ParenExpr, MemberExpr>(parent)) {
      use = parent;
      parent = unit_.ParentOf(use);
    }
    const auto* cast = dyn_cast_or_null<ImplicitCastExpr>(parent);
    const auto* unary = dyn_cast_or_null<UnaryOperator>(parent);
    const auto* binary = dyn_cast_or_null<BinaryOperator>(parent);
    const bool is_read = cast != nullptr && cast->getCastKind() == CK_LValueToRValue;
    const bool is_written = !reference->refersToEnclosingVariableOrCapture() &&
                            ((unary != nullptr && unary->isIncrementDecrementOp()) ||
                             (binary != nullptr && binary->isAssignmentOp() && binary->getLHS() == use));
    found_ = !is_read && !is_written;
    return !found_;
  }

 private:
  Aliases(const VarDecl& variable, const Unit& unit) : variable_(variable), unit_(unit) {}

  const VarDecl& variable_;
  const Unit& unit_;
  bool found_ = false;
};

// Whether an operand is made of numbers that a restore puts back and nobody else changes.
bool CanBeReadLater(const Weave& weave, const Expr* operand, const Unit& unit) {
  const auto reads = load::LocalReads(operand, unit.context());
  return reads && std::ranges::all_of(*reads, [&](const load::LocalRead& read) {
           return IsRestored(weave, read, unit) && !Aliases::Has(*read.variable, unit);
         });
}

// The first thing in an operand that a resumed run would see otherwise, or do twice.
class Reads : public RecursiveASTVisitor<Reads> {
 public:
  Reads(const Weave& weave, const Unit& unit) : weave_(weave), unit_(unit) {}

  std::optional<std::string> In(const Stmt* operand) {
    TraverseStmt(const_cast<Stmt*>(operand));
    return std::move(found_);
  }

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(DeclRefExpr* reference) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    return variable == nullptr || IsConstant(weave_, *variable, unit_) || Found(InQuotes(*variable));
  }
  bool VisitMemberExpr(MemberExpr* member) {
    return !isa<FieldDecl>(member->getMemberDecl()) || !member->isArrow() || Found(InQuotes(*member->getMemberDecl()));
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr* element) {
    const auto* decay = dyn_cast<ImplicitCastExpr>(element->getBase()->IgnoreParens());
    return (decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay) || Found("an element");
  }
  bool VisitUnaryOperator(UnaryOperator* op) {
    return (op->getOpcode() != UO_Deref && !op->isIncrementDecrementOp()) || Found("what a pointer leads to");
  }
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool only_looks = callee != nullptr && (method != nullptr ? method->isConst() : callee->isInStdNamespace());
    return (only_looks && IsOfSystem(*callee)) || Found("another call");
  }
  // What a lambda refers to, it reads when it is called.
  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    for (const LambdaCapture& capture : lambda->captures()) {
      const auto* variable = capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
      if (variable != nullptr && capture.getCaptureKind() == LCK_ByCopy && !IsConstant(weave_, *variable, unit_))
        return Found(InQuotes(*variable));
    }
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  bool Found(std::string what) {
    found_ = std::move(what);
    return false;
  }

  const Weave& weave_;
  const Unit& unit_;
  std::optional<std::string> found_;
};

// Whether only the address of a variable or a member is taken: what lies there is read by the one who gets it.
bool IsPlace(const Weave& weave, const Expr* operand, const Unit& unit) {
  for (;;) {
    operand = operand->IgnoreParens();
    const auto* cast = dyn_cast<ImplicitCastExpr>(operand);
    const auto* address = dyn_cast<UnaryOperator>(operand);
    const auto* member = dyn_cast<MemberExpr>(operand);
    if (member != nullptr && member->isArrow() && !isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      return !Reads(weave, unit).In(member->getBase());
    if (member != nullptr)
      operand = member->getBase();
    else if (cast != nullptr && cast->getCastKind() != CK_LValueToRValue)
      operand = cast->getSubExpr();
    else if (address != nullptr && address->getOpcode() == UO_AddrOf)
      operand = address->getSubExpr();
    else
      return isa<DeclRefExpr, CXXThisExpr>(operand);
  }
}

// Conditions have a test of their own (WeaveConditions).
bool IsCondition(const Stmt* parent) {
  const auto* binary = dyn_cast<BinaryOperator>(parent);
  return isa<AbstractConditionalOperator>(parent) || (binary != nullptr && binary->isLogicalOp());
}

// From C++17 on, what is assigned comes first. Where a parameter leads to the target, that was handed over again.
bool IsTargetOf(const Stmt* parent, const Expr* operand, const Unit& unit) {
  const auto* own = dyn_cast<CXXOperatorCallExpr>(parent);  // of a class: `threads[i] = std::thread(work)`
  if (own != nullptr && own->isAssignmentOp() && own->getArg(0) == operand)
    return unit.context().getLangOpts().CPlusPlus17;
  const auto* assignment = dyn_cast<BinaryOperator>(parent);
  if (assignment == nullptr || !assignment->isAssignmentOp() || assignment->getLHS() != operand)
    return false;
  const auto* behind = dyn_cast<UnaryOperator>(operand->IgnoreParens());
  const auto* pointer = behind != nullptr && behind->getOpcode() == UO_Deref
                            ? dyn_cast<DeclRefExpr>(behind->getSubExpr()->IgnoreParenImpCasts())
                            : nullptr;
  return unit.context().getLangOpts().CPlusPlus17 || (pointer != nullptr && isa<ParmVarDecl>(pointer->getDecl()));
}

Error MayComeFirst(const Level& level, const std::string& what) {
  return NotCovered(level.place, what +
                                     " in the statement of this call may be computed before it; write the call as a "
                                     "statement of its own, in front of this one");
}

}  // namespace

Result<void> WeaveOperands(Weave& weave, const Level& level) {
  if (!level.is_under_loop || level.call == nullptr)
    return {};
  const Unit& unit = *level.unit;
  std::string read;  // before the call as it is, and it can be read behind it
  bool is_conditional = false;
  for (const Stmt *child = level.call, *s = unit.ParentOf(child); isa_and_nonnull<Expr>(s);
       child = s, s = unit.ParentOf(s)) {
    if (IsCondition(s)) {
      is_conditional |= *s->child_begin() != child;
      continue;
    }
    for (const Stmt* other : s->children()) {
      const auto* operand = dyn_cast_or_null<Expr>(other);
      if (operand == nullptr || operand == child || IsTargetOf(s, operand, unit) || IsPlace(weave, operand, unit))
        continue;
      const auto what = Reads(weave, unit).In(operand);
      if (what && !CanBeReadLater(weave, operand, unit))
        return MayComeFirst(level, *what);
      read = what ? *what : read;
    }
  }
  return read.empty() || (!is_conditional && Hoist(weave, level)) ? Result<void>() : MayComeFirst(level, read);
}

}  // namespace detrain::rewrite
