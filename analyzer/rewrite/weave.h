// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of a rewrite share: the nest as it was found, and the edits so far.
#ifndef DETRAIN_ANALYZER_REWRITE_WEAVE_H
#define DETRAIN_ANALYZER_REWRITE_WEAVE_H

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/edits.h"
#include "analyzer/rewrite/nest.h"
#include "analyzer/rewrite/tables.h"

namespace detrain::rewrite {

struct Weave {
  const plan::CheckpointPlan& plan;
  const std::vector<Unit>& units;
  std::vector<Level> levels;
  EditList& edits;
  // Regions whose `const` is dropped: a restore writes what the code that it skips would have initialised.
  std::set<std::size_t> writable;
  // Statics of functions in headers: the macro that announces one, and what its path is in each unit that has one.
  std::map<std::string, std::map<const Unit*, std::string>> header_statics;
  bool traces_ops = false;
  std::set<std::size_t> at_start = {};    // regions that are announced before main
  std::map<std::size_t, bool> late = {};  // those of statics of functions; true: their arrival is marked
  std::vector<Remark> changes_numbers = {};
  std::vector<Remark> stay = {};                         // sites that depend on the workers and stay as they are
  std::set<const Unit*> has_algorithms = {};             // that call functions of detrain/shards.hpp
  std::set<const Unit*> has_tbb = {};                    // that use oneTBB: they include detrain/tbb.hpp
  std::map<const Unit*, std::string> address_keys = {};  // what the header says of std::less and std::hash
  std::set<const Unit*> has_draws = {};                  // that call those of detrain/draws.h or .hpp
  std::set<const Unit*> has_state_draws = {};            // that call those of detrain/gpu/draws.h
  std::set<const Unit*> has_gpu_sums = {};               // that call those of detrain/gpu/sums.h
  std::set<const Unit*> has_cudnn = {};                  // whose calls of cuDNN go to detrain/gpu/cudnn.h
  std::set<std::string> called = {};                     // headers of the runtime that declare what the new text calls
  std::map<const Unit*, unsigned> ranks_in = {};         // units that call MPI: how many ranks there are
  Cuda cuda = Cuda::Gpu;
  std::set<std::size_t> left = {};  // regions without a place: variables that are out of scope at the step loop
  std::vector<const clang::Stmt*> row = {};  // the statements of one block that run loops in a row
  bool has_ways = false;                     // some loop has several
  bool has_virtual_clock = false;

  // What is added to the runtime's names: of loops in a row, each has a plan of its own.
  [[nodiscard]] std::string Suffix() const { return SuffixOf(plan); }
  [[nodiscard]] std::string PlanName() const { return "&detrain_plan" + Suffix(); }
  // The plan where that level's code runs.
  [[nodiscard]] std::string PlanAt(std::size_t level) const {
    return levels[level].is_shared ? "detrain_way" : PlanName();
  }
};

// What cannot wait for the level: a bind whose variable is hidden there by another of its name, an array of variable
// length. It stands behind the declaration.
struct Stop {
  Spot at;
  std::string text;
  // Where a jump arrives that must not miss the declaration itself. Nothing: at `at`.
  std::optional<Spot> label;
};

// Texts by level of the nest.
struct Binds {
  std::vector<std::string> early;     // in front of what a loop goes through, where that is computed
  std::vector<std::string> before;    // "DETRAIN_BIND(0, model); "
  std::vector<std::string> in_test;   // "DETRAIN_BIND(7, step), "
  std::vector<std::vector<Stop>> at;  // sorted by place
};

// A variable that is bound in front of a level, and what binds it.
struct Bound {
  const clang::VarDecl* variable = nullptr;
  std::string text;
  bool is_saved = false;
};

// repeats.cpp: restores what a resumed run needs to compute something again on its way.
void AddRestores(const Weave& weave, std::size_t level, const std::vector<Bound>& bound, Binds& binds);

// bind.cpp: where each variable of the nest's functions gets its address.
Result<Binds> PlaceBinds(Weave& weave);

// qualifiers.cpp: drops what forbids to take the address of a variable and, where it is restored, to write it.
Result<void> MakeWritable(Weave& weave, std::size_t region, const clang::VarDecl& variable, const Unit& unit,
                          bool is_restored);

// loop.cpp: no goto from outside may lead into a loop of the nest.
Result<void> CheckJumps(const Weave& weave);

// loop.cpp: the boundary, and what stands in front of every level.
Result<void> WeaveLevels(Weave& weave, const Binds& binds);

// jump.cpp: what ran before the boundary is jumped over while resuming.
// Where the code that is skipped on the way to a level begins: a block's brace or a body of one statement, or the
// statement with which a row begins.
std::optional<const clang::Stmt*> SkippedFrom(const Weave& weave, std::size_t level);
// A local constant whose value the compiler knows.
bool IsFixed(const clang::VarDecl& variable, const clang::ASTContext& context);
// Of the label in front of the level, and of others of it.
std::string LabelOf(const Weave& weave, std::size_t level);
// What tells that the code on the way to the level is skipped.
std::string Resuming(const Weave& weave, std::size_t level);
// The label to stand before the level; empty where nothing is skipped.
Result<std::string> WeaveJump(Weave& weave, std::size_t level, std::vector<Stop> stops);
// Conditions on the way to a call inside its own statement.
Result<void> WeaveConditions(Weave& weave, const Level& level);

// operands.cpp: what the statement of a call computes with, and a restore puts back only behind it, is read behind it,
// or refused.
Result<void> WeaveOperands(Weave& weave, const Level& level);

// hoist.cpp: writes the call in front of its statement. False: the statement does not allow it, and nothing is changed.
bool Hoist(Weave& weave, const Level& level);

// skip.cpp: the same in C++, where no jump may pass a declaration: statements between `from` and the level are tested.
Result<void> WeaveSkips(Weave& weave, std::size_t level, const clang::Stmt* from);

// Puts `text` at the top of a body, with braces where it is a single statement.
Result<void> InsertAtTop(Weave& weave, const Level& level, const clang::Stmt* body, const std::string& text);

// initial.cpp: variables that start without a value start as zero.
void WeaveInitialisers(Weave& weave);

// copied.cpp: so do records without a value that are copied as a whole, wherever they are.
void WeaveCopied(Weave& weave);

// constructed.cpp: so do members that constructors of the program leave without a value.
void WeaveConstructed(Weave& weave);

// statics.cpp: globals and statics announce themselves before main.
Result<void> WeaveStatics(Weave& weave);

// log.cpp: printed arguments that depend on the environment can be masked.
Result<void> WeaveLogArguments(Weave& weave);

// handlers.cpp: a program that saves ends where it catches an exception and would go on.
void WeaveHandlers(Weave& weave);

// waiting_loops.cpp: a thread that waits in a loop which changes nothing gives its turn away at each look.
void WeaveWaitingLoops(Weave& weave);

// ops.cpp: values of operations can be logged, with their lines.
void WeaveOps(Weave& weave);

// shards.cpp: parallel loops add floating-point numbers in an order that does not depend on the threads. Errors: those
// of in_order.h.
Result<void> WeaveShards(Weave& weave, unsigned shards, const InOrder& in_order);

// ranks.cpp: MPI's calls go to the runtime's ranks. Errors: Coverage where it has no such function.
Result<void> WeaveRanks(Weave& weave, unsigned shards, bool is_deterministic);

// rank_seeds.cpp: generators of a unit that each rank seeds by its number are noted.
void NoteRankSeeds(Weave& weave, const Unit& unit, unsigned shards);

// address_keys.cpp: containers of one unit whose keys are addresses.
void WeaveAddressKeys(Weave& weave, const Unit& unit);

// key_order.cpp: the types (canonical, opaque) to which keys lead whose order the unit can tell. Of others it only
// looks up what is under a key, and gets the same in every order.
using SeenOrders = std::set<const void*>;
SeenOrders OrdersSeenIn(const Unit& unit);

// algorithms.cpp: the same of the C++ library's parallel sums in one unit.
void WeaveAlgorithms(Weave& weave, const Unit& unit, unsigned shards);

// ways.cpp: several ways to one loop share what stands in the functions behind the calls where they part.
Result<void> ShareLevels(std::vector<Weave>& weaves);
// The binds of what is shared go to the way that weaves it. `binds`: those of each.
void ShareBinds(const std::vector<Weave>& weaves, std::vector<Binds>& binds);

// row.cpp: the step loop, or each of loops in a row. What the tables are made of: the plans, without regions that have
// no place, and without a `const` that was dropped.
struct WovenLoops {
  std::vector<Level> first;  // the nest of the first one
  std::vector<plan::CheckpointPlan> plans;
  bool has_ways = false;  // several to one loop
};
Result<WovenLoops> WeaveLoops(const plan::CheckpointPlan& plan, const std::vector<Unit>& units, EditList& edits);
// What all of them need that is not of one nest: the statics of each, and each printed argument.
plan::CheckpointPlan United(const plan::CheckpointPlan& plan);

// include.cpp: every unit includes its generated header first.
void WeaveIncludes(Weave& weave, const std::vector<plan::CheckpointPlan>& plans, std::vector<NewFile>& files);

}  // namespace detrain::rewrite

#endif
