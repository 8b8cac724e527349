// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/turns_in_loops.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/SourceManager.h>

#include <optional>
#include <utility>

#include "analyzer/rewrite/pragma_text.h"
#include "analyzer/rewrite/shard_loop.h"
#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

constexpr const char* kStays =
    "threads claim slots here in the order in which they come: give each item a place of its own, or let the claim be "
    "the only one in the body of a parallel loop, where threads can take turns";

bool IsClaim(const Stmt& stmt) {
  const auto* atomic = dyn_cast<OMPAtomicDirective>(&stmt);
  return atomic != nullptr && atomic->hasClausesOfKind<OMPCaptureClause>();
}

constexpr const char* kAtomicStays =
    "threads claim slots here in the order in which they come: write it as `#pragma omp atomic capture` in front of "
    "`slot = count++;`, with a plain integer, where threads can take turns";

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

// Those whose value is used, in the text of a loop.
void FindAtomicClaims(const Stmt* stmt, bool is_used, std::vector<const Stmt*>& found) {
  if (stmt == nullptr)
    return;
  if (is_used && IsAtomicCount(*stmt) && llvm::find(found, stmt) == found.end())
    found.push_back(stmt);
  const bool is_list = isa<CompoundStmt, CapturedStmt>(stmt) || (isa<ExprWithCleanups>(stmt) && !is_used);
  const auto* choice = dyn_cast<IfStmt>(stmt);
  for (const Stmt* child : stmt->children()) {
    const bool is_branch = choice != nullptr && (child == choice->getThen() || child == choice->getElse());
    FindAtomicClaims(child, !is_list && !is_branch, found);
  }
}

// Critical sections whose result is the same in any order.
class Sections {
 public:
  explicit Sections(const ShardText& text) : text_(text) {}

  bool AreFree(const Stmt& section) const {
    const Stmt* only = Only(cast<OMPCriticalDirective>(section).getAssociatedStmt());
    return only == nullptr || IsIntegerUpdate(*only) || IsExtreme(*only);
  }

 private:
  // The one statement of a block.
  static const Stmt* Only(const Stmt* stmt) {
    if (const auto* captured = dyn_cast_or_null<CapturedStmt>(stmt))
      stmt = captured->getCapturedStmt();
    while (const auto* block = dyn_cast_or_null<CompoundStmt>(stmt)) {
      if (block->size() != 1)
        return block->body_empty() ? nullptr : block;
      stmt = block->body_front();
    }
    return stmt;
  }

  static bool IsIntegerUpdate(const Stmt& stmt) {
    if (const auto* unary = dyn_cast<UnaryOperator>(&stmt))
      return unary->isIncrementDecrementOp() && unary->getType()->isIntegerType();
    const auto* update = dyn_cast<CompoundAssignOperator>(&stmt);
    return update != nullptr && update->getType()->isIntegerType() && update->getOpcode() != BO_ShlAssign &&
           update->getOpcode() != BO_ShrAssign && update->getOpcode() != BO_DivAssign &&
           update->getOpcode() != BO_RemAssign;
  }

  // if (x > most) most = x;
  bool IsExtreme(const Stmt& stmt) const {
    const auto* choice = dyn_cast<IfStmt>(&stmt);
    const auto* test = choice == nullptr ? nullptr : dyn_cast<BinaryOperator>(choice->getCond()->IgnoreParenImpCasts());
    const Stmt* then = choice == nullptr ? nullptr : Only(choice->getThen());
    const auto* set = then == nullptr ? nullptr : dyn_cast<BinaryOperator>(then);
    if (test == nullptr || set == nullptr || choice->getElse() != nullptr || !test->isRelationalOp() ||
        set->getOpcode() != BO_Assign)
      return false;
    const std::string a = text_.TextOf(test->getLHS()), b = text_.TextOf(test->getRHS());
    const std::string to = text_.TextOf(set->getLHS()), from = text_.TextOf(set->getRHS());
    return !a.empty() && !b.empty() && ((a == to && b == from) || (a == from && b == to));
  }

  const ShardText& text_;
};

// What of a loop's body must be in order.
class TurnFinder {
 public:
  explicit TurnFinder(const ShardText& text) : sections_(text) {}

  // Looks at what each round runs at most once.
  void Look(const Stmt* stmt) {
    if (stmt == nullptr)
      return;
    if (IsTurn(*stmt)) {
      found.push_back(cast<OMPExecutableDirective>(stmt));
      return;
    }
    if (const auto* choice = dyn_cast<IfStmt>(stmt)) {
      Look(choice->getThen());
      Look(choice->getElse());
    } else if (const auto* block = dyn_cast<CompoundStmt>(stmt)) {
      for (const Stmt* part : block->body())
        Look(part);
    } else {
      has_others |= HasTurn(*stmt);
    }
  }

  std::vector<const OMPExecutableDirective*> found;
  bool has_others = false;  // in loops, or in other constructs

 private:
  bool IsTurn(const Stmt& stmt) const {
    return IsClaim(stmt) || (isa<OMPCriticalDirective>(stmt) && !sections_.AreFree(stmt));
  }
  bool HasTurn(const Stmt& stmt) const {
    return IsTurn(stmt) || isa<OMPOrderedDirective, OMPCancelDirective>(stmt) ||
           llvm::any_of(stmt.children(), [&](const Stmt* child) { return child != nullptr && HasTurn(*child); });
  }

  Sections sections_;
};

class TurnWeaver : public RecursiveASTVisitor<TurnWeaver> {
 public:
  TurnWeaver(Weave& weave, const Unit& unit, Handled& handled) : weave_(weave), text_(weave, unit), handled_(handled) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitOMPLoopDirective(const OMPLoopDirective* directive) {
    if (isa<OMPParallelForDirective, OMPForDirective>(directive))
      Order(*directive);
    const ForStmt* loop = LoopOf(*directive);
    if (loop != nullptr && !handled_.in_order.contains(directive))
      FindAtomicClaims(loop->getBody(), false, atomics_);
    return true;
  }
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): the same
  bool VisitOMPAtomicDirective(const OMPAtomicDirective* directive) {
    if (IsClaim(*directive))
      claims_.push_back(directive);
    return true;
  }

  void NoteOthers() {
    for (const OMPAtomicDirective* claim : claims_)
      if (!ordered_.contains(claim) && !handled_.in_order.contains(claim))
        weave_.stay.push_back({text_.unit().PlaceOf(claim->getBeginLoc()), kStays});
    for (const Stmt* claim : atomics_)
      weave_.stay.push_back({text_.unit().PlaceOf(claim->getBeginLoc()), kAtomicStays});
  }

 private:
  void Order(const OMPLoopDirective& directive) {
    const ForStmt* loop = LoopOf(directive);
    if (loop == nullptr || !IsOpen(directive) || NamesThread(*loop, handled_.asked_no_more))
      return;
    TurnFinder turns(text_);
    turns.Look(loop->getBody());
    if (turns.found.size() != 1 || turns.has_others)
      return;
    const OMPExecutableDirective& turn = *turns.found.front();
    const auto of_loop = PragmaOf(text_.unit(), directive), of_turn = PragmaOf(text_.unit(), turn);
    const auto body = text_.unit().At(turn.getAssociatedStmt()->getBeginLoc());
    if (!of_loop || !of_turn || !body || body->file != of_turn->begin.file)
      return;
    ordered_.insert(&turn);
    if (!handled_.places.insert({of_loop->begin.file, of_loop->begin.offset}).second)
      return;
    text_.Insert({of_loop->begin.file, of_loop->behind_name}, Rank::Open, " ordered" + SharedOut(directive));
    text_.Replace(turn.getBeginLoc(), of_turn->begin, body->offset,
                  R"(_Pragma("omp ordered") _Pragma("omp )" + of_turn->words + R"("))");
    text_.ChangesNumbers(turn.getBeginLoc(), "threads take turns here in the order of the loop");
  }

  // Nobody else writes the loop's directive, and it can have the clause.
  bool IsOpen(const OMPLoopDirective& directive) const {
    return !handled_.in_order.contains(&directive) && !handled_.constructs.contains(&directive) &&
           !handled_.written.contains(&directive) && directive.getLoopsNumber() == 1 &&
           !directive.hasClausesOfKind<OMPOrderedClause>() && !directive.hasClausesOfKind<OMPLinearClause>();
  }

  // A thread that has many rounds in a row lets the others wait for all of them.
  static std::string SharedOut(const OMPLoopDirective& directive) {
    return directive.hasClausesOfKind<OMPScheduleClause>() ? "" : " schedule(static, 1)";
  }

  Weave& weave_;
  ShardText text_;
  Handled& handled_;
  std::vector<const OMPAtomicDirective*> claims_;
  std::vector<const Stmt*> atomics_;
  std::set<const Stmt*> ordered_;
};

}  // namespace

void WeaveTurnsInLoops(Weave& weave, const Unit& unit, Handled& handled) {
  TurnWeaver weaver(weave, unit, handled);
  weaver.TraverseDecl(unit.context().getTranslationUnitDecl());
  weaver.NoteOthers();
}

}  // namespace detrain::rewrite
