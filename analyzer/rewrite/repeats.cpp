// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a resumed run computes again on its way to the step loop: arguments of calls, where loops begin and, in C++,
// declarations. Where that follows a pointer or an index that skipped code has set, the variables must be restored
// before.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

using Variables = std::set<const VarDecl*>;

class Mentioned : public RecursiveASTVisitor<Mentioned> {
 public:
  static Variables In(const Stmt* statement) {
    Mentioned visitor;
    visitor.TraverseStmt(const_cast<Stmt*>(statement));
    return std::move(visitor.variables_);
  }

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(DeclRefExpr* reference) {
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
      variables_.insert(variable);
    return true;
  }

 private:
  Variables variables_;
};

// Whether computing it follows a pointer, divides or calls: with variables that have no value yet, that may end the
// run.
bool NeedsState(const Stmt* computed) {
  if (computed == nullptr)
    return false;
  if (const auto* lambda = dyn_cast<LambdaExpr>(computed))  // its body runs later
    return llvm::any_of(lambda->capture_inits(), NeedsState);
  const auto* member = dyn_cast<MemberExpr>(computed);
  const auto* unary = dyn_cast<UnaryOperator>(computed);
  const auto* binary = dyn_cast<BinaryOperator>(computed);
  return (member != nullptr && member->isArrow()) || (unary != nullptr && unary->getOpcode() == UO_Deref) ||
         (binary != nullptr && (binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem)) ||
         isa<ArraySubscriptExpr, CallExpr, CXXConstructExpr>(computed) ||
         llvm::any_of(computed->children(), NeedsState);
}

// What is computed at the level itself, before its loop or call begins.
std::vector<const Stmt*> ComputedAt(const Level& level) {
  if (level.call != nullptr)
    return {level.call->child_begin(), level.call->child_end()};
  if (const auto* range = dyn_cast<CXXForRangeStmt>(level.statement))
    return {range->getInit(), range->getRangeInit()};
  if (const auto* loop = dyn_cast<ForStmt>(level.statement))
    return {loop->getInit()};
  return {};
}

// Variables of a function that code on the way to the level, which a resumed run skips, may have changed. Parameters
// are among them, as their arguments may be made of such.
class SkippedWay {
 public:
  SkippedWay(const Weave& weave, std::size_t at, Variables saved)
      : level_(weave.levels[at]), unit_(*level_.unit), saved_(std::move(saved)) {
    if (level_.is_first_of_function)
      AddParameters();
    if (const auto from = SkippedFrom(weave, at))
      Walk(*from);
  }

  // A declaration of C++ that reads such variables. What skipped code changes behind it is not what it reads: memory
  // that is freed by the time of the boundary.
  struct Repeated {
    const DeclStmt* statement = nullptr;
    Variables needed, changed_behind;
    [[nodiscard]] bool CanBeRestored() const {
      return llvm::none_of(needed, [&](const VarDecl* v) { return changed_behind.contains(v); });
    }
  };
  [[nodiscard]] const std::vector<Repeated>& repeated() const { return repeated_; }

  [[nodiscard]] bool GetsFromRestore(const Stmt* computed) const {
    return llvm::any_of(NeededBy(computed), [&](const VarDecl* v) { return saved_.contains(v); });
  }

 private:
  // The variables without whose values it should not be computed.
  [[nodiscard]] Variables NeededBy(const Stmt* computed) const {
    Variables needed;
    if (NeedsState(computed))
      std::ranges::set_intersection(Mentioned::In(computed), changed_, std::inserter(needed, needed.end()));
    return needed;
  }

  void AddParameters() {
    for (const DynTypedNode& node : unit_.context().getParents(*FunctionBodyOf(unit_, level_.statement)))
      if (const auto* function = node.get<FunctionDecl>())
        changed_.insert(function->param_begin(), function->param_end());
  }

  void Walk(const Stmt* from) {
    std::vector<const Stmt*> children;  // on the way, the innermost first
    for (const Stmt* child = level_.statement; child != nullptr && child != from; child = unit_.ParentOf(child))
      children.push_back(child);
    for (std::size_t i = children.size(); i > 0; --i)
      if (const auto* block = dyn_cast_or_null<CompoundStmt>(unit_.ParentOf(children[i - 1])))
        WalkBlock(*block, children[i - 1], from);
  }

  void WalkBlock(const CompoundStmt& block, const Stmt* last, const Stmt* from) {
    for (const Stmt* statement : block.body()) {
      if (statement == last)
        return;
      if (IsBefore(statement, from))
        continue;
      if (const auto* declarations = dyn_cast<DeclStmt>(statement))
        Declare(*declarations);
      else
        Skip(*statement);
    }
  }

  void Skip(const Stmt& statement) {
    const Variables mentioned = Mentioned::In(&statement);
    changed_.insert(mentioned.begin(), mentioned.end());
    for (Repeated& one : repeated_)
      one.changed_behind.insert(mentioned.begin(), mentioned.end());
  }

  // C jumps over declarations as well.
  void Declare(const DeclStmt& statement) {
    if (unit_.IsCxx() && GetsFromRestore(&statement))
      repeated_.push_back({&statement, NeededBy(&statement), {}});
    for (const Decl* d : statement.decls())
      if (const auto* variable = dyn_cast<VarDecl>(d); variable != nullptr && !unit_.IsCxx())
        changed_.insert(variable);
  }

  [[nodiscard]] bool IsBefore(const Stmt* a, const Stmt* b) const {
    return unit_.sources().isBeforeInTranslationUnit(a->getBeginLoc(), b->getBeginLoc());
  }

  const Level& level_;
  const Unit& unit_;
  const Variables saved_;
  Variables changed_;
  std::vector<Repeated> repeated_;
};

// Of several ways that share the level, on those alone whose resumed run skips code in front of it: on the others all
// is made again.
std::string RestoreAt(const Weave& weave, std::size_t at) {
  const Level& level = weave.levels[at];
  const std::string plan = weave.PlanAt(at);
  const std::string resuming = level.resuming.empty() ? "detrain_resuming_in(" + plan + ")" : level.resuming;
  return "if (" + resuming + ") detrain_outer(" + plan + ", " + std::to_string(level.frame) + "); ";
}

}  // namespace

void AddRestores(const Weave& weave, std::size_t at, const std::vector<Bound>& bound, Binds& binds) {
  const Level& level = weave.levels[at];
  if (!level.is_under_loop || level.is_row || level.is_in_head)
    return;
  Variables saved;
  for (const Bound& one : bound)
    if (one.is_saved)
      saved.insert(one.variable);
  const auto binds_before = [&](SourceLocation place, const Variables& others) {
    std::string text;
    for (const Bound& one : bound)
      if (!others.contains(one.variable) &&
          level.unit->sources().isBeforeInTranslationUnit(one.variable->getLocation(), place))
        text += one.text + "; ";
    return text;
  };
  const SkippedWay way(weave, at, std::move(saved));
  for (const SkippedWay::Repeated& one : way.repeated())
    if (const auto spot = level.unit->Before(one.statement); spot && one.CanBeRestored())
      binds.at[at].push_back(
          {*spot, binds_before(one.statement->getBeginLoc(), one.changed_behind) + RestoreAt(weave, at), {}});
  if (llvm::none_of(ComputedAt(level), [&](const Stmt* one) { return way.GetsFromRestore(one); }))
    return;
  if (isa<CXXForRangeStmt>(level.statement))
    binds.early[at] = binds_before(level.statement->getBeginLoc(), {}) + RestoreAt(weave, at);
  else
    binds.before[at] += RestoreAt(weave, at);
}

}  // namespace detrain::rewrite
