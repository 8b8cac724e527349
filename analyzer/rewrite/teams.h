// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parallel code that knows its threads: it gets as many of them as there are shards, whatever the machine has.
#ifndef DETRAIN_ANALYZER_REWRITE_TEAMS_H
#define DETRAIN_ANALYZER_REWRITE_TEAMS_H

#include <clang/AST/Stmt.h>
#include <clang/AST/StmtOpenMP.h>

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// What is cut into shards already, in all units.
struct Handled {
  std::set<std::pair<std::string, unsigned>> places;
  std::set<const clang::Stmt*> constructs;
  std::set<std::pair<std::string, unsigned>> drawn;  // where draws have got names: a header is seen by several units
  // Calls that ask for a thread's number and will be gone.
  std::set<const clang::Stmt*> asked_no_more;
  // Directives of regions with one thread (in_order.h), and those inside them.
  std::set<const clang::Stmt*> in_order;
  // Loops whose directive somebody else writes, and those of them that must be cut by schedule(static).
  std::set<const clang::Stmt*> written, fastened;
};

// Whether it asks which thread it runs on, or how many there are, but for `gone`; in functions that it calls too.
bool NamesThread(const clang::Stmt& stmt, const std::set<const clang::Stmt*>& gone);

// How many threads a construct gets whose body names them: as many as it asks for itself, as arrays of the program may
// have an element for each of these and no more. Nothing: the program computes their number, which is its own.
std::optional<unsigned> ThreadsOf(const clang::OMPExecutableDirective& directive, unsigned shards,
                                  const clang::ASTContext& context);

// Regions whose threads add what each of them has found, and loops that name their thread. `has_own_count`: see below.
void WeaveTeams(Weave& weave, const Unit& unit, unsigned shards, bool has_own_count, Handled& handled);

// worker_count.cpp: code outside that asks how many threads there will be, or processors, is told the number of shards.
// True: some code sets their number itself, or asks in a macro.
bool HasOwnCount(const std::vector<Unit>& units);
void WeaveWorkerCounts(Weave& weave, const Unit& unit, unsigned shards);

}  // namespace detrain::rewrite

#endif
