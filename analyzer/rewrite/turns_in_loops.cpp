// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/turns_in_loops.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>

#include <optional>
#include <utility>

#include "analyzer/rewrite/atomic_claims.h"
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
    "threads claim slots here in the order in which they come: give each item a place of its own, or let the claim be "
    "the only one in the body of a parallel loop that does nothing else with the count, where threads can take turns";

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

// A place that threads come to in order: a directive's, or a claim's by an atomic.
struct Turn {
  const OMPExecutableDirective* directive = nullptr;
  const Expr* claim = nullptr;

  [[nodiscard]] SourceLocation Begin() const {
    return directive != nullptr ? directive->getBeginLoc() : claim->getBeginLoc();
  }
  [[nodiscard]] SourceLocation End() const {
    return directive != nullptr ? directive->getAssociatedStmt()->getEndLoc() : claim->getEndLoc();
  }
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
      found.push_back({cast<OMPExecutableDirective>(stmt), nullptr});
      return;
    }
    if (const auto* choice = dyn_cast<IfStmt>(stmt)) {
      for (const Stmt* part : {choice->getInit(), static_cast<const Stmt*>(choice->getConditionVariableDeclStmt()),
                               static_cast<const Stmt*>(choice->getCond())})
        if (part != nullptr)
          Claims(*part);
      Look(choice->getThen());
      Look(choice->getElse());
    } else if (const auto* block = dyn_cast<CompoundStmt>(stmt)) {
      for (const Stmt* part : block->body())
        Look(part);
    } else {
      has_others |= HasTurn(*stmt);
      Claims(*stmt);
    }
  }

  std::vector<Turn> found;
  bool has_others = false;  // in loops, or in other constructs

 private:
  void Claims(const Stmt& stmt) {
    const AtomicClaims claims = AtomicClaimsIn(stmt);
    for (const Expr* claim : claims.in_turn)
      found.push_back({nullptr, claim});
    has_others |= !claims.elsewhere.empty();
  }
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
    if (loop != nullptr && !handled_.in_order.contains(directive)) {
      const AtomicClaims claims = AtomicClaimsIn(*loop->getBody());
      atomics_.insert(claims.in_turn.begin(), claims.in_turn.end());
      atomics_.insert(claims.elsewhere.begin(), claims.elsewhere.end());
    }
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
      if (!ordered_.contains(claim))
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
    const Turn& turn = turns.found.front();
    const auto of_loop = PragmaOf(text_.unit(), directive);
    if (!of_loop || !IsAlone(turn, directive, *loop))
      return;
    const bool is_new = !handled_.places.contains({of_loop->begin.file, of_loop->begin.offset});
    if (turn.directive != nullptr ? !OrderDirective(*turn.directive, is_new) : !OrderClaim(*turn.claim, is_new))
      return;
    handled_.places.insert({of_loop->begin.file, of_loop->begin.offset});
    if (!is_new)
      return;
    text_.Insert({of_loop->begin.file, of_loop->behind_name}, Rank::Open, " ordered" + SharedOut(directive));
    text_.ChangesNumbers(turn.Begin(), "threads take turns here in the order of the loop");
  }

  // False: it cannot be written. `is_new`: no other unit has done so.
  bool OrderDirective(const OMPExecutableDirective& turn, bool is_new) {
    const auto pragma = PragmaOf(text_.unit(), turn);
    const auto body = text_.unit().At(turn.getAssociatedStmt()->getBeginLoc());
    if (!pragma || !body || body->file != pragma->begin.file)
      return false;
    ordered_.insert(&turn);
    if (is_new)
      text_.Replace(turn.getBeginLoc(), pragma->begin, body->offset,
                    R"(_Pragma("omp ordered") _Pragma("omp )" + pragma->words + R"("))");
    return true;
  }

  bool OrderClaim(const Expr& claim, bool is_new) {
    const auto begin = text_.unit().At(claim.getBeginLoc()), end = text_.unit().BehindExpr(&claim);
    if (!begin || !end || begin->file != end->file)
      return false;
    ordered_.insert(&claim);
    if (is_new) {
      text_.Insert(*begin, Rank::Wrap, "DETRAIN_IN_TURN(");
      text_.Insert(*end, Rank::Close, ")");
    }
    return true;
  }

  // Nothing else in the loop touches what the turn writes: then only turns can tell in which order threads came. What
  // the plan knows nothing of is never run, or has not been followed.
  bool IsAlone(const Turn& turn, const OMPLoopDirective& directive, const ForStmt& loop) const {
    const bool waits = !directive.hasClausesOfKind<OMPNowaitClause>();
    bool is_known = false;
    for (const plan::ParallelAddition& known : text_.plan().additions) {
      if (!known.is_turn || !text_.IsBetween(known.place, turn.Begin(), turn.End()))
        continue;
      is_known = true;
      if (!llvm::all_of(known.others, [&](const plan::ParallelAddition::Use& other) {
            return waits && other.place.line != 0 &&
                   !text_.IsBetween(other.place, directive.getBeginLoc(), loop.getEndLoc());
          }))
        return false;
    }
    return is_known;
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
  llvm::SetVector<const Stmt*> atomics_;  // in the order of the text
  std::set<const Stmt*> ordered_;
};

}  // namespace

void WeaveTurnsInLoops(Weave& weave, const Unit& unit, Handled& handled) {
  TurnWeaver weaver(weave, unit, handled);
  weaver.TraverseDecl(unit.context().getTranslationUnitDecl());
  weaver.NoteOthers();
}

}  // namespace detrain::rewrite
