// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a cuRAND state is that a kernel draws from, if no parameter is an array of such states.
#ifndef DETRAIN_ANALYZER_REWRITE_STATE_PLACES_H
#define DETRAIN_ANALYZER_REWRITE_STATE_PLACES_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <set>
#include <string>

#include "analyzer/rewrite/body_index.h"
#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

class StatePlaces {
 public:
  StatePlaces(const Unit& unit, const BodyIndex& index) : unit_(unit), index_(index) {}

  // Why the draws of a call are not named by their element: it draws from a state that a variable or a member leads to,
  // or calls a function that does. Nothing: it draws from none, or its state is the element's.
  std::optional<std::string> WhyOf(const clang::CallExpr& call);

 private:
  std::optional<std::string> WhyOfState(const clang::Expr* state, int depth);
  std::optional<std::string> WhyOfLocal(const clang::VarDecl& local, int depth);
  const clang::Expr* SourceOf(const clang::VarDecl& local) const;
  bool IsMadeForElement(const clang::VarDecl& local) const;
  bool IsOfElement(const clang::Stmt& stmt) const;
  bool HandsElement(const clang::CallExpr& call) const;

  const Unit& unit_;
  const BodyIndex& index_;
  std::set<const clang::FunctionDecl*> entered_;
};

}  // namespace detrain::rewrite

#endif
