// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel does with cuRAND states of which each thread has one.
#ifndef DETRAIN_ANALYZER_REWRITE_STATE_USES_H
#define DETRAIN_ANALYZER_REWRITE_STATE_USES_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// Of one parameter that leads to the states, or of a state that each thread makes for itself.
struct StateUses {
  const clang::FunctionDecl* kernel = nullptr;
  const clang::ParmVarDecl* states = nullptr;  // nullptr: `local` is made
  const clang::ForStmt* loop = nullptr;        // goes over the elements with the grid's stride
  const clang::VarDecl* element = nullptr;     // its counter
  std::string first;                           // text: the first state, in front of the loop
  std::vector<const clang::Expr*> numbers;     // the thread's number, where it chooses a state
  std::vector<const clang::Expr*> draws;       // addresses that draws are given
  std::vector<const clang::Stmt*> stored;      // `states[thread] = local`
  const clang::VarDecl* local = nullptr;       // the thread's copy, or pointer
  const clang::CallExpr* first_draw = nullptr;
  std::optional<std::string> why_left;
};

// Those from which a loop draws whose counter goes on by the size of the grid. Others hang on no grid, or their threads
// are the elements.
std::vector<StateUses> FindStateUses(const Unit& unit);

}  // namespace detrain::rewrite

#endif
