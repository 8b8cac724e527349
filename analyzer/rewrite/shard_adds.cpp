// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/shard_adds.h"

#include <clang/AST/DeclOpenMP.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/OpenMPClause.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "analyzer/rewrite/shard_sums.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The variable or the member of `this` that an address is computed from: `w` for w[i][j], p->w[i] gives p.
const ValueDecl* RootOf(const Expr* e) {
  e = e->IgnoreParenImpCasts();
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(e))
    return RootOf(element->getBase());
  if (const auto* member = dyn_cast<MemberExpr>(e))
    return isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ? member->getMemberDecl()
                                                                      : RootOf(member->getBase());
  if (const auto* unary = dyn_cast<UnaryOperator>(e))
    return RootOf(unary->getSubExpr());
  return VariableOf(e);
}

class Finder {
 public:
  Finder(const ShardText& text, const OMPExecutableDirective& directive, const Stmt& body,
         const std::set<const Stmt*>& done)
      : text_(text), directive_(directive), body_(body), done_(done) {}

  std::optional<std::vector<Addition>> Find() {
    Collect(&body_, false);
    while (DropOneThatStays()) {
    }
    if (is_blocked_ || !std::ranges::all_of(found_, [&](const Addition& addition) { return CanWait(addition); }))
      return std::nullopt;
    return found_;
  }

 private:
  // What a critical section adds to may be looked at: then it stays there.
  bool DropOneThatStays() {
    const auto stays = std::ranges::find_if(
        found_, [&](const Addition& addition) { return addition.atomic == nullptr && !CanWait(addition); });
    if (stays == found_.end())
      return false;
    uses_.insert(RootOf(stays->update->getLHS()));
    found_.erase(stays);
    return true;
  }

  bool CanWait(const Addition& addition) const {
    const ValueDecl* root = RootOf(addition.update->getLHS());
    return root != nullptr && !uses_.contains(root) && (IsShared(*root) || root->getType()->isPointerType()) &&
           IsAlone(addition);
  }

  // Nothing in the construct looks at the same memory under another name. One that the plan knows nothing of is never
  // run, or has not been followed.
  bool IsAlone(const Addition& addition) const {
    bool is_known = false;
    for (const plan::ParallelAddition& known : text_.plan().additions) {
      if (known.is_turn || !Lies(known.place, addition))
        continue;
      is_known = true;
      if (!std::ranges::all_of(known.others, [&](const auto& other) { return IsHarmless(other); }))
        return false;
    }
    return is_known;
  }

  bool IsHarmless(const plan::ParallelAddition::Use& other) const {
    if (other.place.line == 0)
      return false;
    const bool waits_too =
        other.is_addition && std::ranges::any_of(found_, [&](const Addition& one) { return Lies(other.place, one); });
    return waits_too || !text_.IsBetween(other.place, directive_.getBeginLoc(), body_.getEndLoc());
  }

  bool Lies(const plan::Place& place, const Addition& addition) const {
    const Stmt* first = addition.atomic;
    return text_.IsBetween(place, (first != nullptr ? first : addition.update)->getBeginLoc(),
                           addition.update->getEndLoc());
  }

  // Not a copy of a thread's or an iteration's own.
  bool IsShared(const ValueDecl& value) const {
    const auto* variable = dyn_cast<VarDecl>(&value);
    return variable == nullptr || IsShared(*variable);
  }

  bool IsShared(const VarDecl& variable) const {
    const auto is_inside = [&](SourceLocation at) {
      const SourceManager& sources = text_.unit().sources();
      return !sources.isBeforeInTranslationUnit(at, directive_.getBeginLoc()) &&
             !sources.isBeforeInTranslationUnit(body_.getEndLoc(), at);
    };
    if (is_inside(variable.getLocation()) && !variable.hasGlobalStorage() && !variable.getType()->isReferenceType())
      return isa<OMPCapturedExprDecl>(variable);
    return std::ranges::none_of(directive_.clauses(), [&](const OMPClause* clause) {
      return IsNamedIn<OMPPrivateClause>(*clause, variable) || IsNamedIn<OMPFirstprivateClause>(*clause, variable) ||
             IsNamedIn<OMPReductionClause>(*clause, variable);
    });
  }

  template <typename Clause>
  static bool IsNamedIn(const OMPClause& clause, const VarDecl& variable) {
    const auto* list = dyn_cast<Clause>(&clause);
    return list != nullptr &&
           std::ranges::any_of(list->varlist(), [&](const Expr* item) { return RootOf(item) == &variable; });
  }

  void Collect(const Stmt* stmt, bool is_critical) {
    if (stmt == nullptr)
      return;
    if (const auto* atomic = dyn_cast<OMPAtomicDirective>(stmt))
      return CollectAtomic(*atomic);
    const auto* update = dyn_cast<CompoundAssignOperator>(stmt);
    if (update != nullptr && is_critical && Fits(*update)) {
      Collect(update->getRHS(), is_critical);
      CollectIndices(update->getLHS(), is_critical);
      if (!is_done_)
        found_.push_back({nullptr, update});
      return;
    }
    CollectUse(*stmt);
    const bool was_done = is_done_;
    is_done_ |= done_.contains(stmt);
    for (const Stmt* child : stmt->children())
      Collect(child, is_critical || isa<OMPCriticalDirective>(stmt));
    is_done_ = was_done;
  }

  // What is named here, and in the functions that are called from here.
  void CollectUse(const Stmt& stmt) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(&stmt))
      uses_.insert(reference->getDecl());
    if (const auto* member = dyn_cast<MemberExpr>(&stmt))
      uses_.insert(member->getMemberDecl());
    const auto* call = dyn_cast<CallExpr>(&stmt);
    const FunctionDecl* callee = call != nullptr ? call->getDirectCallee() : nullptr;
    if (callee != nullptr && callee->hasBody(callee) && called_.insert(callee).second)
      CollectUses(callee->getBody());
  }

  void CollectUses(const Stmt* stmt) {
    if (stmt == nullptr)
      return;
    CollectUse(*stmt);
    for (const Stmt* child : stmt->children())
      CollectUses(child);
  }

  void CollectAtomic(const OMPAtomicDirective& atomic) {
    if (!IsFloat(atomic.getX() != nullptr ? atomic.getX()->getType() : text_.unit().context().VoidTy))
      return;
    const auto* update = dyn_cast<CompoundAssignOperator>(atomic.getRawStmt()->IgnoreContainers());
    const bool is_plain = std::ranges::all_of(
        atomic.clauses(), [](const OMPClause* c) { return isa<OMPUpdateClause, OMPRelaxedClause>(c); });
    if (is_done_)
      return;
    if (update == nullptr || !is_plain || !Fits(*update) || atomic.getBeginLoc().isMacroID()) {
      is_blocked_ = true;
      return;
    }
    found_.push_back({&atomic, update});
    Collect(update->getRHS(), false);
    CollectIndices(update->getLHS(), false);
  }

  // `i` in w[i] is looked at, `w` is not.
  void CollectIndices(const Expr* place, bool is_critical) {
    place = place->IgnoreParenImpCasts();
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(place)) {
      Collect(element->getIdx(), is_critical);
      CollectIndices(element->getBase(), is_critical);
    } else if (const auto* member = dyn_cast<MemberExpr>(place)) {
      CollectIndices(member->getBase(), is_critical);
    } else if (const auto* unary = dyn_cast<UnaryOperator>(place)) {
      CollectIndices(unary->getSubExpr(), is_critical);
    }
  }

  bool Fits(const CompoundAssignOperator& update) const {
    const ASTContext& context = text_.unit().context();
    const auto kind = update.getLHS()->getType().getCanonicalType().getUnqualifiedType();
    return (update.getOpcode() == BO_AddAssign || update.getOpcode() == BO_SubAssign) &&
           (kind == context.FloatTy || kind == context.DoubleTy) && !update.getBeginLoc().isMacroID() &&
           !update.getEndLoc().isMacroID();
  }

  const ShardText& text_;
  const OMPExecutableDirective& directive_;
  const Stmt& body_;
  const std::set<const Stmt*>& done_;
  std::vector<Addition> found_;
  std::set<const ValueDecl*> uses_;
  std::set<const FunctionDecl*> called_;
  bool is_blocked_ = false, is_done_ = false;
};

}  // namespace

std::optional<std::vector<Addition>> FindAdditions(const ShardText& text, const OMPExecutableDirective& directive,
                                                   const Stmt& body, const std::set<const Stmt*>& done) {
  return Finder(text, directive, body, done).Find();
}

void MakeWait(ShardText& text, const Addition& addition) {
  const Unit& unit = text.unit();
  const Expr* value = addition.update->getRHS();
  const auto place = unit.Before(addition.update), begin = unit.Before(value), end = unit.BehindExpr(value);
  const auto pragma = addition.atomic != nullptr ? unit.At(addition.atomic->getBeginLoc()) : place;
  if (!pragma || !place || !begin || !end)
    return;
  const bool is_double = addition.update->getLHS()->getType()->isSpecificBuiltinType(BuiltinType::Double);
  const bool is_minus = addition.update->getOpcode() == BO_SubAssign;
  const std::string call = is_double ? "DETRAIN_ADD_F64(&(" : "DETRAIN_ADD_F32(&(";
  if (addition.atomic != nullptr)
    text.Replace(addition.atomic->getBeginLoc(), *pragma, place->offset, "");
  text.Replace(addition.update->getBeginLoc(), *place, begin->offset,
               call + text.TextOf(addition.update->getLHS()) + "), " + (is_minus ? "-(" : "("));
  text.Insert(*end, Rank::Close, "))");
}

}  // namespace detrain::rewrite
