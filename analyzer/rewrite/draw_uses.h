// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the body of a loop names a generator, and what it does with it.
#ifndef DETRAIN_ANALYZER_REWRITE_DRAW_USES_H
#define DETRAIN_ANALYZER_REWRITE_DRAW_USES_H

#include <clang/AST/Expr.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/rewrite/draw_sites.h"

namespace detrain::rewrite {

// An expression for a generator, or for what a pointer or a reference to one starts with.
struct DrawUse {
  const clang::Expr* place = nullptr;
  Generator generator = Generator::Engine;
  bool is_pointer = false;  // the place is a pointer's name
  bool is_locked = false;
  std::string obstacle;  // why the draws cannot be named, as a clause; empty: they can, as far as this use goes
};

// In the order of the text. Uses of a pointer or a reference that the body declares count for what it starts with.
std::vector<DrawUse> DrawUsesIn(const clang::Stmt& body);

// A statement and all below it, also what OpenMP puts around some, but not below where `visit` gives false. `path`: the
// statements around it, outermost first.
using Path = std::span<const clang::Stmt* const>;
void WalkBelow(const clang::Stmt* stmt, const std::function<bool(const clang::Stmt&, Path path)>& visit);

// What a reference or a pointer is bound to, where it is a variable that never changes; else nullptr. Of a pointer:
// what it leads to.
const clang::Expr* BoundTo(const clang::VarDecl& variable, const clang::Stmt& scope);

// `omp_get_thread_num()`, also converted; else nullptr.
const clang::CallExpr* AsThreadNumber(const clang::Expr* e);

}  // namespace detrain::rewrite

#endif
