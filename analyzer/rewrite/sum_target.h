// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the address that a kernel adds to comes from, and what else the kernel does with that memory.
#ifndef DETRAIN_ANALYZER_REWRITE_SUM_TARGET_H
#define DETRAIN_ANALYZER_REWRITE_SUM_TARGET_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// The variables of a function that lead to one piece of memory: a parameter, or a field of one, and the local pointers
// that are made from it.
class SumTarget {
 public:
  // `function` has a body.
  SumTarget(const Unit& unit, const clang::FunctionDecl& function) : unit_(&unit), function_(&function) {}

  // Instead of following a first address.
  void StartFrom(const clang::ParmVarDecl& parameter) { root_ = Root{&parameter}; }

  // Follows an address down to the variable that it comes from; all uses on the way are allowed ones. False: there is
  // no such variable.
  bool Follow(const clang::Expr* address);

  // Reads of the memory in front of `end` are uses that are allowed.
  void AllowReadsBefore(clang::SourceLocation end);

  // A parameter of the function; nullptr: the memory comes from elsewhere.
  const clang::ParmVarDecl* parameter() const;
  bool IsShared() const;
  // The first use by which the function may read the memory, or hand it on; nullptr: there is none.
  const clang::Expr* FirstOtherUse() const;

 private:
  struct Root {
    const clang::ValueDecl* variable = nullptr;
    const clang::ValueDecl* field = nullptr;  // where the variable is a struct
  };
  bool FollowVariable(const clang::DeclRefExpr* use);
  bool IsHarmless(const clang::Expr* use) const;
  bool IsRead(const clang::Expr* use) const;

  const Unit* unit_;
  const clang::FunctionDecl* function_;
  std::optional<Root> root_;
  std::set<const clang::ValueDecl*> derived_;  // local pointers
  std::set<const clang::Expr*> allowed_;
  clang::SourceLocation reads_end_;
};

// Whether two addresses may come from one variable.
bool MayBeSame(const clang::Expr* a, const clang::Expr* b);

}  // namespace detrain::rewrite

#endif
