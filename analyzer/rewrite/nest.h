// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan's nest, found again in the syntax tree.
#ifndef DETRAIN_ANALYZER_REWRITE_NEST_H
#define DETRAIN_ANALYZER_REWRITE_NEST_H

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// One level: a loop, or a call that leads to the next one.
struct Level {
  const Unit* unit = nullptr;
  plan::Place place;
  std::string function_link;
  bool is_loop = false;
  bool is_first_of_function = false;
  bool is_under_loop = false;  // some level before this one is a loop, or the row
  // Where a row of loops begins of which this nest's is a later one: a resumed run skips all from `statement` on that
  // stands before the next level.
  bool is_row = false;
  // What tells, where it is not detrain_resuming() alone, that what stands before it is skipped: of several ways to one
  // loop not each may skip it.
  std::string resuming;
  std::size_t number = 0;  // in the names of what is added for it
  // A level of several ways to one loop. It is woven for the first of them, and for the others `woven_for` has which
  // one that is, and which of its levels.
  bool is_shared = false;
  std::optional<std::pair<std::size_t, std::size_t>> woven_for;
  std::uint32_t frame = 0;  // which function of the nest
  // The loop, or the statement that holds the call. It begins at `before`.
  const clang::Stmt* statement = nullptr;
  const clang::Expr* call = nullptr;  // or what makes an object; nullptr: a loop
  Spot before;
  // Whether code can stand in front of it as it is; else braces must go around both.
  bool is_in_block = false;
  // A call in the head of the loop above, not in its body.
  bool is_in_head = false;
  // A for or while whose head comes out of one use of a macro, or a do whose `while (...)` does: where that use stands.
  std::optional<std::pair<Spot, Spot>> macro;
};

Result<std::vector<Level>> FindNest(const plan::CheckpointPlan& plan, const std::vector<Unit>& units);

// The body of a for (over a range too), while or do; what a label stands in front of.
const clang::Stmt* BodyOf(const clang::Stmt* loop);

// The test; nullptr: for (;;), a range, a label.
const clang::Expr* TestOf(const clang::Stmt* loop);

// The outermost block around a statement: its function's body.
const clang::CompoundStmt* FunctionBodyOf(const Unit& unit, const clang::Stmt* statement);

// "for (int i = 0; " + test + "; i++)": the head of a loop, or the end of a do loop, as the compiler read it.
std::string HeadText(const Level& level, const std::string& test);
// A test as the compiler read it; nullptr: "1".
std::string TestText(const Level& level);

bool IsWithin(const Unit& unit, const clang::Stmt* inner, const clang::Stmt* outer);

}  // namespace detrain::rewrite

#endif
