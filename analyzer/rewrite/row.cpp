// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in a row: each has a plan and a nest. A run that is resumed in a later one skips the statements from the one
// that runs the first loop to its own.
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

Error Inseparable(const Level& level) {
  return NotCovered(level.place,
                    "this loop and the next one of the row stand in one statement; write each as a statement of its "
                    "own, or choose one of them with --step");
}

// The statements of one block that hold the two.
std::optional<std::pair<const Stmt*, const Stmt*>> PartOf(const Unit& unit, const Stmt* first, const Stmt* later) {
  for (const Stmt *child = later, *block = unit.ParentOf(later); block != nullptr;
       child = block, block = unit.ParentOf(block)) {
    if (!isa<CompoundStmt>(block) || !IsWithin(unit, first, block))
      continue;
    const Stmt* mine = first;
    while (unit.ParentOf(mine) != block)
      mine = unit.ParentOf(mine);
    return std::pair(mine, child);
  }
  return std::nullopt;
}

// A switch goes to the label: what is written at the row's beginning stands behind it.
const Stmt* BehindCases(const Stmt* statement) {
  while (const auto* label = dyn_cast<SwitchCase>(statement))
    statement = label->getSubStmt();
  return statement;
}

bool IsInFront(const plan::Place& a, const plan::Place& b) {
  return a.line == 0 || (a.file == b.file && std::tie(a.line, a.column) < std::tie(b.line, b.column));
}

// Adds the level at which the row begins to a later loop's nest. What the plan takes to run before the row must stand
// in front of it. The statements that run the two loops go to `row`.
Result<void> AddRow(const plan::Place& before, const std::vector<Level>& first, std::vector<Level>& later,
                    std::vector<const Stmt*>& row) {
  std::size_t at = 0;
  while (at < first.size() && at < later.size() && first[at].statement == later[at].statement)
    ++at;
  if (at == first.size() || at == later.size() || first[at].unit != later[at].unit)
    return Inseparable(first.back());
  const Unit& unit = *first[at].unit;
  auto statements = PartOf(unit, first[at].statement, later[at].statement);
  if (statements)
    statements->first = BehindCases(statements->first);
  const auto place = statements ? unit.Before(statements->first) : std::nullopt;
  if (!place || statements->first == statements->second ||
      !IsInFront(before, unit.PlaceOf(statements->first->getBeginLoc())))
    return Inseparable(first[at]);
  Level begin = later[at];
  begin.is_loop = false;
  begin.call = nullptr;
  begin.macro.reset();
  begin.is_in_block = begin.is_row = true;
  begin.statement = statements->first;
  begin.before = *place;
  later[at].is_first_of_function = false;
  for (std::size_t i = at; i < later.size(); ++i)
    later[i].is_under_loop = true;
  later.insert(later.begin() + static_cast<std::ptrdiff_t>(at), std::move(begin));
  row = {statements->first, statements->second};
  return {};
}

// The plan that the loop's tables are made of.
plan::CheckpointPlan PlanFor(const Weave& weave) {
  plan::CheckpointPlan plan = weave.plan;
  plan.later.clear();
  for (const std::size_t region : weave.writable)
    plan.regions[region].is_const = false;
  for (const std::size_t region : weave.left)
    plan.regions[region].leaves.clear();
  return plan;
}

// A pointer and the block that it leads to have one path.
bool IsSame(const plan::Region& a, const plan::Region& b) {
  return a.kind == b.kind && a.path == b.path;
}

void AddRegions(const plan::CheckpointPlan& later, plan::CheckpointPlan& all) {
  for (const plan::Region& region : later.regions) {
    const auto known = std::ranges::find_if(all.regions, [&](const plan::Region& one) { return IsSame(one, region); });
    if (known == all.regions.end())
      all.regions.push_back(region);
    else if (IsSaved(region) && !IsSaved(*known))
      *known = region;
  }
}

}  // namespace

plan::CheckpointPlan United(const plan::CheckpointPlan& plan) {
  plan::CheckpointPlan all = plan;
  const auto place = [](const plan::LogArgument& argument) {
    return std::tie(argument.place.file, argument.place.line, argument.place.column, argument.argument);
  };
  for (const plan::CheckpointPlan& later : plan.later) {
    AddRegions(later, all);
    for (const plan::LogArgument& argument : later.log_arguments)
      if (std::ranges::none_of(all.log_arguments, [&](const auto& a) { return place(a) == place(argument); }))
        all.log_arguments.push_back(argument);
  }
  return all;
}

namespace {

// What each loop's code is made of: its nest, with the level at which a row begins.
Result<std::vector<Weave>> WeavesOf(const plan::CheckpointPlan& plan, const std::vector<Unit>& units, EditList& edits) {
  std::vector<Weave> weaves;
  DETRAIN_TRY(std::vector<Level> first, FindNest(plan, units));
  weaves.push_back({plan, units, std::move(first), edits, {}, {}});
  std::map<std::size_t, std::vector<const Stmt*>> rows;  // by the loop with which they begin
  for (const plan::CheckpointPlan& later : plan.later) {
    DETRAIN_TRY(std::vector<Level> levels, FindNest(later, units));
    std::vector<const Stmt*> statements;
    if (later.row_begin != later.loop_number)
      DETRAIN_TRY_VOID(AddRow(later.before_row, weaves[later.row_begin].levels, levels, statements));
    std::vector<const Stmt*>& row = rows[later.row_begin];
    row.insert(row.end(), statements.begin(), statements.end());
    weaves.push_back({later, units, std::move(levels), edits, {}, {}});
  }
  for (Weave& weave : weaves)
    if (weave.plan.row_begin != weave.plan.loop_number)
      weave.row = rows[weave.plan.row_begin];
  for (Weave& weave : weaves)
    for (std::size_t at = 0; at < weave.levels.size(); ++at)
      weave.levels[at].number = at;
  return weaves;
}

}  // namespace

// The last loop first: what it wraps around statements stands outside of what an earlier one wraps around its own.
Result<WovenLoops> WeaveLoops(const plan::CheckpointPlan& plan, const std::vector<Unit>& units, EditList& edits) {
  DETRAIN_TRY(std::vector<Weave> weaves, WeavesOf(plan, units, edits));
  DETRAIN_TRY_VOID(ShareLevels(weaves));
  std::vector<Binds> binds;
  for (Weave& weave : weaves) {
    DETRAIN_TRY_VOID(CheckJumps(weave));
    DETRAIN_TRY(Binds placed, PlaceBinds(weave));
    binds.push_back(std::move(placed));
  }
  ShareBinds(weaves, binds);
  WovenLoops woven;
  for (std::size_t i = weaves.size(); i > 0; --i) {
    DETRAIN_TRY_VOID(WeaveLevels(weaves[i - 1], binds[i - 1]));
    WeaveInitialisers(weaves[i - 1]);
  }
  for (const Weave& weave : weaves) {
    woven.plans.push_back(PlanFor(weave));
    woven.has_ways = woven.has_ways || weave.levels.back().is_shared;
  }
  woven.first = std::move(weaves[0].levels);
  return woven;
}

}  // namespace detrain::rewrite
