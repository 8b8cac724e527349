// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a parallel region each thread may gather numbers of its own, and add them to what all share when it is done. The
// region gets a team of fixed size, one thread for a shard; loops in it are cut among them in a fixed way; what the
// threads add waits until the region's end, and is added in the order of their numbers.
#include "analyzer/rewrite/teams.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <functional>

#include "analyzer/rewrite/shard_adds.h"
#include "analyzer/rewrite/shard_loop.h"
#include "analyzer/rewrite/shard_sums.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

using Test = std::function<bool(const Stmt&)>;

bool Has(const Stmt* stmt, const Test& test) {
  return stmt != nullptr &&
         (test(*stmt) || std::ranges::any_of(stmt->children(), [&](const Stmt* child) { return Has(child, test); }));
}

const FunctionDecl* CalleeOf(const Stmt& stmt) {
  const auto* call = dyn_cast<CallExpr>(&stmt);
  return call != nullptr ? call->getDirectCallee() : nullptr;
}

bool AsksForThread(const Stmt& stmt) {
  const FunctionDecl* callee = CalleeOf(stmt);
  if (callee == nullptr || callee->getIdentifier() == nullptr)
    return false;
  return callee->getName() == "omp_get_thread_num" || callee->getName() == "omp_get_num_threads";
}

bool AsksBelow(const Stmt& stmt, const std::set<const Stmt*>& gone, std::set<const FunctionDecl*>& seen) {
  return Has(&stmt, [&](const Stmt& part) {
    const FunctionDecl* callee = CalleeOf(part);
    return (AsksForThread(part) && !gone.contains(&part)) ||
           (callee != nullptr && callee->hasBody(callee) && seen.insert(callee).second &&
            AsksBelow(*callee->getBody(), gone, seen));
  });
}

// A loop whose iterations go to whoever comes first.
const OMPScheduleClause* LooseSchedule(const Stmt& stmt) {
  const auto* loop = dyn_cast<OMPLoopDirective>(&stmt);
  const auto* clause = loop != nullptr ? loop->getSingleClause<OMPScheduleClause>() : nullptr;
  return clause != nullptr && clause->getScheduleKind() != OMPC_SCHEDULE_static ? clause : nullptr;
}

class TeamWeaver : public RecursiveASTVisitor<TeamWeaver> {
 public:
  TeamWeaver(Weave& weave, const Unit& unit, unsigned shards, bool has_own_count, Handled& handled)
      : text_(weave, unit), most_(shards), handled_(handled), has_own_count_(has_own_count) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitOMPExecutableDirective(const OMPExecutableDirective* directive) {
    if (handled_.in_order.contains(directive))
      return true;
    shards_ = most_;
    count_ = std::to_string(shards_);
    if (isa<OMPParallelDirective>(directive))
      Region(*directive);
    else if (const auto* loop = dyn_cast<OMPLoopDirective>(directive);
             loop != nullptr && isa<OMPParallelForDirective, OMPParallelForSimdDirective>(loop))
      Loop(*loop);
    return true;
  }

 private:
  bool TakeCount(const OMPExecutableDirective& directive) {
    const auto threads = ThreadsOf(directive, most_, text_.unit().context());
    shards_ = threads.value_or(most_);
    count_ = std::to_string(shards_);
    return threads.has_value();
  }

  void Region(const OMPExecutableDirective& directive) {
    const auto* body = dyn_cast<CompoundStmt>(directive.getRawStmt()->IgnoreContainers());
    if (body == nullptr || IsLoose(*body))
      return;
    const auto clauses = ReadClauses(text_, directive, *body, true);
    const auto additions = FindAdditions(text_, directive, *body, handled_.constructs);
    const bool is_counted = NamesThread(*body, handled_.asked_no_more);
    if (!clauses || !additions || (is_counted && (!TakeCount(directive) || !HasRoom(*body))) ||
        (clauses->sums.empty() && additions->empty() && !is_counted) || AddsInSingle(*body, *additions) ||
        std::ranges::any_of(clauses->sums, [](const Sum& sum) { return !sum.element.empty(); }))
      return;
    const Unit& unit = text_.unit();
    const auto begin = unit.At(directive.getBeginLoc()), open = unit.At(body->getLBracLoc()),
               end = unit.At(body->getRBracLoc());
    if (!begin || !open || !end || begin->file != open->file || open->file != end->file || !unit.IsUsers(begin->file) ||
        !handled_.places.insert({begin->file, begin->offset}).second)
      return;
    Write(directive, *clauses, *additions, *begin, *open, *end);
    Fasten(*body);
  }

  void Write(const OMPExecutableDirective& directive, const Clauses& clauses, const std::vector<Addition>& additions,
             const Spot& begin, const Spot& open, const Spot& end) {
    std::string declared("{ "), behind;
    for (const Sum& sum : clauses.sums) {
      declared += "DETRAIN_PARTS(" + count_ + ", " + sum.name + "); ";
      behind += MergeOf(sum, count_);
    }
    if (!additions.empty()) {
      declared += "DETRAIN_ADDS(" + count_ + "); ";
      behind += " detrain_apply_adds(detrain_adds, " + count_ + ");";
    }
    text_.Replace(directive.getBeginLoc(), begin, open.offset,
                  declared + "_Pragma(\"omp parallel num_threads(" + count_ + ")" + clauses.kept +
                      Shares(clauses, !additions.empty()) + "\")");
    text_.Replace(directive.getBeginLoc(), open, open.offset + 1,
                  "{ const unsigned detrain_shard = detrain_team(" + count_ + "); (void)detrain_shard; " +
                      ShardStarts(clauses.sums) + "{");
    text_.Insert({end.file, end.offset + 1}, Rank::Close, ShardEnds(clauses.sums) + " }" + behind + " }");
    for (const Addition& addition : additions)
      MakeWait(text_, addition);
    text_.ChangesNumbers(directive.getBeginLoc(),
                         "the region has " + count_ + " threads; what they add is added in the order of their numbers");
  }

  // A loop whose iterations name the thread that they run on: one thread for a shard.
  void Loop(const OMPLoopDirective& directive) {
    const ForStmt* loop = LoopOf(directive);
    if (handled_.constructs.contains(&directive) || loop == nullptr || !NamesThread(*loop, handled_.asked_no_more) ||
        IsLoose(*loop->getBody()) || !TakeCount(directive) || !HasRoom(*loop->getBody()))
      return;
    const auto places = PlacesOf(text_.unit(), directive, *loop);
    std::string clauses;
    for (const OMPClause* clause : directive.clauses())
      if (!clause->isImplicit() && !isa<OMPScheduleClause, OMPNumThreadsClause, OMPIfClause>(clause))
        clauses.append(" ").append(text_.Text(clause->getBeginLoc(), clause->getEndLoc()));
    if (!places || !handled_.places.insert({places->begin.file, places->begin.offset}).second)
      return;
    text_.Replace(directive.getBeginLoc(), places->begin, places->loop.offset,
                  "_Pragma(\"omp parallel for num_threads(" + count_ + ")" + clauses + "\")");
    text_.Insert(places->body, Rank::Wrap, "{ (void)detrain_team(" + count_ + "); ");
    text_.Insert(places->end, Rank::Close, " }");
    text_.ChangesNumbers(directive.getBeginLoc(), "the loop has " + count_ + " threads, each with a fixed part of it");
  }

  // Work that goes to whoever is free, whatever the team: slots that are claimed, tasks, sections.
  static bool IsLoose(const Stmt& body) {
    return Has(&body, [](const Stmt& part) {
      const auto* atomic = dyn_cast<OMPAtomicDirective>(&part);
      return isa<OMPTaskDirective, OMPTaskLoopDirective, OMPSectionsDirective, OMPParallelDirective>(&part) ||
             (atomic != nullptr && atomic->hasClausesOfKind<OMPCaptureClause>());
    });
  }

  // Whichever thread comes first runs a `single`, so that nothing may wait there under its number.
  static bool AddsInSingle(const Stmt& body, const std::vector<Addition>& additions) {
    return Has(&body, [&](const Stmt& part) {
      return isa<OMPSingleDirective>(&part) && Has(&part, [&](const Stmt& inner) {
               return std::ranges::any_of(additions, [&](const Addition& one) { return one.update == &inner; });
             });
    });
  }

  // Whether arrays that the thread's number is an index of have an element for each shard.
  bool HasRoom(const Stmt& body) const {
    if (has_own_count_)
      return false;
    std::set<const Decl*> numbers;
    Has(&body, [&](const Stmt& part) {
      if (const auto* declared = dyn_cast<DeclStmt>(&part))
        for (const Decl* one : declared->decls())
          if (const auto* variable = dyn_cast<VarDecl>(one);
              variable != nullptr && Has(variable->getInit(), AsksForThread))
            numbers.insert(variable);
      const auto* set = dyn_cast<BinaryOperator>(&part);
      if (set != nullptr && set->isAssignmentOp() && Has(set->getRHS(), AsksForThread))
        numbers.insert(VariableOf(set->getLHS()));
      return false;
    });
    return !Has(&body, [&](const Stmt& part) {
      const auto* element = dyn_cast<ArraySubscriptExpr>(&part);
      const auto* array =
          element == nullptr
              ? nullptr
              : text_.unit().context().getAsConstantArrayType(element->getBase()->IgnoreParenImpCasts()->getType());
      return array != nullptr && array->getZExtSize() < shards_ &&
             Has(
                 element->getIdx(),
                 [&](const Stmt& inner) {
                   const auto* use = dyn_cast<DeclRefExpr>(&inner);
                   return AsksForThread(inner) || (use != nullptr && numbers.contains(use->getDecl()));
                 });
    });
  }

  // Loops of the region: which thread has which iteration is fixed.
  void Fasten(const Stmt& body) {
    Has(&body, [&](const Stmt& part) {
      const OMPScheduleClause* clause = handled_.constructs.contains(&part) ? nullptr : LooseSchedule(part);
      const auto begin = clause != nullptr ? text_.unit().At(clause->getBeginLoc()) : std::nullopt;
      if (clause != nullptr && handled_.written.contains(&part))
        handled_.fastened.insert(&part);
      else if (begin)
        text_.Replace(
            clause->getBeginLoc(), *begin,
            begin->offset + static_cast<unsigned>(text_.Text(clause->getBeginLoc(), clause->getEndLoc()).size()),
            "schedule(static)");
      return false;
    });
  }

  ShardText text_;
  const unsigned most_;
  unsigned shards_ = most_;  // of the construct that is looked at
  std::string count_;
  Handled& handled_;
  const bool has_own_count_;
};

}  // namespace

bool NamesThread(const Stmt& stmt, const std::set<const Stmt*>& gone) {
  std::set<const FunctionDecl*> seen;
  return AsksBelow(stmt, gone, seen);
}

std::optional<unsigned> ThreadsOf(const OMPExecutableDirective& directive, unsigned shards, const ASTContext& context) {
  constexpr std::int64_t kMost = 1024;
  const auto* clause = directive.getSingleClause<OMPNumThreadsClause>();
  if (clause == nullptr)
    return shards;
  const Expr* number = clause->getNumThreads();
  const auto asked = number->isValueDependent() ? std::nullopt : number->getIntegerConstantExpr(context);
  const bool is_known = asked && asked->getExtValue() > 0 && asked->getExtValue() <= kMost;
  return is_known ? std::optional(static_cast<unsigned>(asked->getExtValue())) : std::nullopt;
}

void WeaveTeams(Weave& weave, const Unit& unit, unsigned shards, bool has_own_count, Handled& handled) {
  TeamWeaver(weave, unit, shards, has_own_count, handled).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
