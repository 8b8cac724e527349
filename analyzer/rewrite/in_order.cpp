// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/in_order.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/OpenMPKinds.h>

#include <algorithm>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/rewrite/pragma_text.h"
#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// A team of its own, on this machine's processors.
bool MakesTeam(const OMPExecutableDirective& directive) {
  const OpenMPDirectiveKind kind = directive.getDirectiveKind();
  return isOpenMPParallelDirective(kind) && !isOpenMPTargetExecutionDirective(kind) && !isOpenMPTeamsDirective(kind);
}

class RegionFinder : public RecursiveASTVisitor<RegionFinder> {
 public:
  RegionFinder(const Unit& unit, const InOrder& in_order) : unit_(unit), in_order_(in_order) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool TraverseStmt(Stmt* stmt) {
    const auto* directive = dyn_cast_or_null<OMPExecutableDirective>(stmt);
    if (directive == nullptr)
      return Base::TraverseStmt(stmt);
    const bool was_inside = is_inside_;
    is_inside_ |= MakesTeam(*directive) && IsMeant(*directive);
    if (is_inside_)
      found.push_back(directive);
    const bool goes_on = Base::TraverseStmt(stmt);
    is_inside_ = was_inside;
    return goes_on;
  }

  std::vector<const OMPExecutableDirective*> found;

 private:
  using Base = RecursiveASTVisitor<RegionFinder>;

  bool IsMeant(const OMPExecutableDirective& directive) const {
    const plan::Place place = unit_.PlaceOf(directive.getBeginLoc());
    return unit_.IsUsers(place.file) &&
           (in_order_.is_all || std::ranges::any_of(in_order_.places, [&](const plan::Place& asked) {
              return asked.line == place.line && IsSameFile(place.file, asked.file);
            }));
  }

  const Unit& unit_;
  const InOrder& in_order_;
  bool is_inside_ = false;
};

class InOrderWeaver {
 public:
  InOrderWeaver(Weave& weave, const Unit& unit) : weave_(weave), text_(weave, unit) {}

  Result<void> Write(const OMPExecutableDirective& directive) {
    const plan::Place place = text_.unit().PlaceOf(directive.getBeginLoc());
    const auto begin = text_.unit().At(directive.getBeginLoc());
    if (!begin)
      return NotCovered(place,
                        "this parallel region comes out of a macro, and cannot be given one thread; write its "
                        "pragma in the text");
    if (const auto* clause = directive.getSingleClause<OMPScheduleClause>())
      DETRAIN_TRY_VOID(Replace(*clause, "schedule(static)", place));
    if (!MakesTeam(directive))
      return {};
    if (const auto* clause = directive.getSingleClause<OMPNumThreadsClause>())
      DETRAIN_TRY_VOID(Replace(*clause, kOneThread, place));
    else
      text_.Insert({begin->file, BehindName(text_.unit(), directive, *begin)}, Rank::Open,
                   std::string(" ") + kOneThread);
    text_.ChangesNumbers(directive.getBeginLoc(),
                         "the region has one thread, which does all of it in the text's order");
    return {};
  }

 private:
  static constexpr const char* kOneThread = "num_threads(1)";

  Result<void> Replace(const OMPClause& clause, const std::string& by, const plan::Place& place) {
    const auto begin = text_.unit().At(clause.getBeginLoc());
    const std::string old = text_.Text(clause.getBeginLoc(), clause.getEndLoc());
    if (!begin || old.empty())
      return NotCovered(place, "a clause of this parallel region comes out of a macro; write it in the text");
    weave_.edits.Replace(*begin, static_cast<unsigned>(old.size()), by, kShards);
    return {};
  }

  Weave& weave_;
  ShardText text_;
};

}  // namespace

Result<std::set<const Stmt*>> WeaveInOrder(Weave& weave, const InOrder& in_order) {
  std::set<const Stmt*> all;
  std::set<std::pair<std::string, unsigned>> lines, seen;
  for (const Unit& unit : weave.units) {
    RegionFinder finder(unit, in_order);
    if (in_order.IsAsked() && unit.context().getLangOpts().OpenMP != 0)
      finder.TraverseDecl(unit.context().getTranslationUnitDecl());
    InOrderWeaver weaver(weave, unit);
    for (const OMPExecutableDirective* directive : finder.found) {
      all.insert(directive);
      const plan::Place place = unit.PlaceOf(directive->getBeginLoc());
      lines.insert({place.file, place.line});
      const auto begin = unit.At(directive->getBeginLoc());  // a header is seen by several units
      if (!begin || seen.insert({begin->file, begin->offset}).second)
        DETRAIN_TRY_VOID(weaver.Write(*directive));
    }
  }
  for (const plan::Place& asked : in_order.places)
    if (std::ranges::none_of(
            lines, [&](const auto& line) { return line.second == asked.line && IsSameFile(line.first, asked.file); }))
      return diag::Fail<diag::Failure::NoRegionThere>(Location{asked.file, asked.line, 0});
  return all;
}

}  // namespace detrain::rewrite
