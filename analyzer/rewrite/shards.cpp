// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parallel loops that add floating-point numbers: cut into shards whose number is fixed, so that no sum depends on the
// number of threads or on which of them is first (detrain/shards.h). Reductions become one partial sum per shard, added
// by a fixed tree; additions to shared memory wait and are made in the order of the loop.
#include <clang/AST/RecursiveASTVisitor.h>

#include "analyzer/rewrite/draws.h"
#include "analyzer/rewrite/in_order.h"
#include "analyzer/rewrite/shard_adds.h"
#include "analyzer/rewrite/shard_loop.h"
#include "analyzer/rewrite/shard_sums.h"
#include "analyzer/rewrite/teams.h"
#include "analyzer/rewrite/turns_in_loops.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class ShardWeaver : public RecursiveASTVisitor<ShardWeaver> {
 public:
  ShardWeaver(Weave& weave, const Unit& unit, unsigned shards, Handled& handled)
      : text_(weave, unit), shards_(shards), handled_(handled) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitOMPLoopDirective(const OMPLoopDirective* directive) {
    if (isa<OMPParallelForDirective, OMPParallelForSimdDirective, OMPForDirective, OMPForSimdDirective>(directive) &&
        !handled_.in_order.contains(directive))
      Shard(*directive);
    return true;
  }

 private:
  // What of one loop is written differently, found before anything is changed.
  struct Plan {
    LoopText loop;
    Clauses clauses;
    std::vector<Addition> additions;
    bool is_inside = false;   // of a region that runs already
    bool is_counted = false;  // names the thread that it runs on
  };

  void Shard(const OMPLoopDirective& directive) {
    Plan plan;
    plan.is_inside = isa<OMPForDirective, OMPForSimdDirective>(directive);
    const ForStmt* loop = LoopOf(directive);
    if (loop == nullptr)
      return;
    plan.is_counted = !plan.is_inside && NamesThread(*loop, handled_.asked_no_more);
    const auto threads = plan.is_counted ? ThreadsOf(directive, shards_, text_.unit().context()) : shards_;
    if (!threads)
      return;
    count_ = std::to_string(*threads);
    auto clauses = ReadClauses(text_, directive, *loop->getBody(), plan.is_counted);
    auto additions = FindAdditions(text_, directive, *loop->getBody(), {});
    if (!clauses || !additions || (clauses->sums.empty() && additions->empty()))
      return;
    auto found = ReadLoop(text_, directive, *loop);
    if (!found || !handled_.places.insert({found->begin.file, found->begin.offset}).second)
      return;
    handled_.constructs.insert(&directive);
    plan.loop = std::move(*found);
    plan.clauses = std::move(*clauses);
    plan.additions = std::move(*additions);
    Write(directive, plan);
  }

  void Write(const OMPLoopDirective& directive, const Plan& plan) {
    const LoopText& loop = plan.loop;
    const Head& head = loop.head;
    std::string declared("{ "), inside;
    declared.append(plan.is_inside ? SharedSums(plan) : OwnSums(plan));
    for (const VarDecl* counter : loop.inner) {
      declared += "(void)" + counter->getNameAsString() + "; ";
      inside += text_.TypeOf(*counter) + " " + counter->getNameAsString() + "; ";
    }
    const std::string name = head.counter->getNameAsString(), type = text_.TypeOf(*head.counter);
    if (head.is_outside)
      declared += "(void)" + name + "; ";
    const std::string team = plan.is_counted ? " num_threads(" + count_ + ")" : "";
    const std::string shares = plan.is_inside ? "" : Shares(plan.clauses, !plan.additions.empty());
    text_.Replace(directive.getBeginLoc(), loop.begin, loop.loop.offset,
                  declared + "_Pragma(\"omp " + (plan.is_inside ? "for" : "parallel for") + team + plan.clauses.kept +
                      shares + "\")");
    text_.Replace(directive.getBeginLoc(), loop.loop, loop.body.offset,
                  "DETRAIN_EACH_SHARD(" + count_ + ") { DETRAIN_SHARD(" + count_ + ", " + head.first + ", " + head.end +
                      ", " + head.step + "); " + ShardStarts(plan.clauses.sums) + inside + "for (" + type + " " + name +
                      " = (" + type + ")detrain_from; (int64_t)" + name + " " + head.compare + " detrain_to; " +
                      head.advance + ") " + (loop.is_block ? "" : "{ "));
    text_.Insert(loop.end, Rank::Close,
                 (loop.is_block ? "" : " }") + ShardEnds(plan.clauses.sums) + " }" +
                     (plan.is_inside ? SharedEnd(plan) : OwnEnd(plan)) + " }");
    for (const Addition& addition : plan.additions)
      MakeWait(text_, addition);
    text_.ChangesNumbers(directive.getBeginLoc(), plan.clauses.sums.empty()
                                                      ? "additions to shared memory are made in the order of the loop"
                                                      : "the sum is that of " + count_ + " shards, by a fixed tree");
  }

  // In front of a loop that makes its own threads.
  std::string OwnSums(const Plan& plan) const {
    std::string text;
    for (const Sum& sum : plan.clauses.sums)
      text += sum.element.empty() ? "DETRAIN_PARTS(" + count_ + ", " + sum.name + "); " : Declared(sum) + Made(sum);
    return plan.additions.empty() ? text : text + "DETRAIN_ADDS(" + count_ + "); ";
  }

  std::string OwnEnd(const Plan& plan) const {
    std::string text;
    for (const Sum& sum : plan.clauses.sums)
      text += sum.element.empty() ? MergeOf(sum, count_) : " _Pragma(\"omp parallel for\")" + Merged(sum) + Freed(sum);
    return plan.additions.empty() ? text : text + " detrain_apply_adds(detrain_adds, " + count_ + ");";
  }

  // In front of a loop that all threads of a region come to: one of them makes what all use.
  std::string SharedSums(const Plan& plan) const {
    std::string text, made, names;
    for (const Sum& sum : plan.clauses.sums) {
      text += sum.element.empty() ? "DETRAIN_SHARED_PARTS(" + sum.name + "); " : Declared(sum);
      made += sum.element.empty() ? "DETRAIN_NEW_PARTS(" + count_ + ", " + sum.name + "); " : Made(sum);
      names += ", detrain_parts_" + sum.name;
    }
    if (!plan.additions.empty()) {
      text += "struct detrain_adds* detrain_adds; ";
      made += "detrain_adds = detrain_new_adds(" + count_ + "); ";
      names += ", detrain_adds";
    }
    return text + "_Pragma(\"omp single copyprivate(" + names.substr(2) + ")\") { " + made + "} ";
  }

  std::string SharedEnd(const Plan& plan) const {
    std::string merged, text;
    for (const Sum& sum : plan.clauses.sums) {
      if (!sum.element.empty())
        merged += " _Pragma(\"omp for\")" + Merged(sum);
      text += (sum.element.empty() ? MergeOf(sum, count_) : "") + Freed(sum);
    }
    if (!plan.additions.empty())
      text += " detrain_end_adds(detrain_adds, " + count_ + ");";
    return merged + " _Pragma(\"omp single\") {" + text + " }";
  }

  static std::string Declared(const Sum& sum) {
    return "DETRAIN_ARRAY_SUM(" + sum.name + ", " + sum.element + ", " + sum.length + "); ";
  }
  std::string Made(const Sum& sum) const {
    return "DETRAIN_NEW_ARRAYS(" + count_ + ", " + sum.name + ", " + sum.element + "); ";
  }
  std::string Merged(const Sum& sum) const {
    return " DETRAIN_MERGE_ARRAYS(" + count_ + ", " + sum.name + ", detrain_merge_" +
           (sum.element == "float" ? "f32" : "f64") + ");";
  }
  static std::string Freed(const Sum& sum) { return " detrain_free_parts(detrain_parts_" + sum.name + ");"; }

  ShardText text_;
  const unsigned shards_;
  std::string count_;  // of the loop that is looked at
  Handled& handled_;
};

}  // namespace

Result<void> WeaveShards(Weave& weave, unsigned shards, const InOrder& in_order) {
  Handled handled;
  DETRAIN_TRY(handled.in_order, WeaveInOrder(weave, in_order));
  const bool has_own_count = HasOwnCount(weave.units);
  for (const Unit& unit : weave.units) {
    if (unit.context().getLangOpts().OpenMP != 0) {
      const DrawSites draws = FindDrawSites(ShardText(weave, unit), handled.in_order);
      handled.asked_no_more = draws.asked_no_more;
      for (const DrawSite& site : draws.found)
        handled.written.insert(site.directive);
      ShardWeaver(weave, unit, shards, handled).TraverseDecl(unit.context().getTranslationUnitDecl());
      WeaveTeams(weave, unit, shards, has_own_count, handled);
      WeaveDraws(weave, unit, draws, handled);
      WeaveTurnsInLoops(weave, unit, handled);
    }
    if (unit.IsCxx())
      WeaveAlgorithms(weave, unit, shards);
    WeaveWorkerCounts(weave, unit, shards);
  }
  return {};
}

}  // namespace detrain::rewrite
