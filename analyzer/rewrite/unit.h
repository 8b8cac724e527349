// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed unit with an index: loops, calls and variables by the place that the plan names.
#ifndef DETRAIN_ANALYZER_REWRITE_UNIT_H
#define DETRAIN_ANALYZER_REWRITE_UNIT_H

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/load/load.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rewrite/edits.h"

namespace detrain::rewrite {

// "Exit code 4", with the line and what the user can write instead.
Error NotCovered(const plan::Place& place, const std::string& message);

// CUDA's `__shared__`: as an attribute, or as the annotation that load makes of it.
bool IsShared(const clang::VarDecl& variable);
// Whether it is `__managed__`: the host and the device have one.
bool IsManaged(const clang::VarDecl& variable);

class Unit {
 public:
  explicit Unit(const load::LoadedUnit& loaded);

  const std::string& MainFile() const { return loaded_->user_files().front(); }
  const load::LoadedUnit& loaded() const { return *loaded_; }
  clang::ASTContext& context() const;
  const clang::SourceManager& sources() const;
  bool IsUsers(const std::string& file) const;
  bool IsCxx() const { return loaded_->IsCxx(); }

  // nullptr: this unit has none there. A label that is jumped back to is a loop.
  const clang::Stmt* FindLoop(const plan::Place& place) const;
  const clang::VarDecl* FindVariable(const plan::Place& place) const;
  // Whether the user's code names the variable, which it need not where a header declares it.
  bool Uses(const plan::Place& place) const;
  // The statement that declares a local variable; nullptr: none does.
  const clang::Stmt* StatementOf(const clang::VarDecl* variable) const;
  // The call there; of several that one macro makes, the one of `callee` (empty: any).
  const clang::CallExpr* FindCall(const plan::Place& place, const std::string& callee) const;
  // What makes an object there: a thread that is given its function.
  const clang::CXXConstructExpr* FindConstruction(const plan::Place& place) const;
  // The C library's functions that the user's code names.
  const std::set<std::string>& library_names() const { return library_names_; }
  // Those that the text of system headers names: inline functions, templates.
  const std::set<std::string>& header_names() const { return header_names_; }
  // Those of library_names() that the user's code defines itself.
  const std::set<std::string>& own_names() const { return own_names_; }

  plan::Place PlaceOf(clang::SourceLocation at) const;
  // Places in the text. Nothing where a macro stands in the way.
  std::optional<Spot> Before(const clang::Stmt* statement) const;
  std::optional<Spot> Behind(const clang::Stmt* statement) const;  // its semicolon included
  std::optional<Spot> BehindExpr(const clang::Expr* expression) const;
  std::optional<Spot> At(clang::SourceLocation at) const;
  // The use of a macro that both tokens come out of, if it stands in the user's text: its beginning and its end.
  std::optional<std::pair<Spot, Spot>> MacroAround(clang::SourceLocation first, clang::SourceLocation last) const;
  // Behind the next semicolon after the token at `at`.
  std::optional<Spot> BehindSemicolon(clang::SourceLocation at) const;

  // The user's text. A macro's name where it comes out of one; empty where it comes out of a part of one.
  std::string Text(clang::SourceLocation begin, clang::SourceLocation end) const;
  std::string TextOf(const clang::Expr* e) const;  // nullptr: none

  const clang::Stmt* ParentOf(const clang::Stmt* statement) const;

 private:
  class Indexer;
  using Key = std::pair<unsigned, unsigned>;  // line, column

  template <typename Node>
  const Node* Find(const std::multimap<Key, const Node*>& index, const plan::Place& place) const;
  Key KeyOf(clang::SourceLocation at) const;

  const load::LoadedUnit* loaded_;
  std::multimap<Key, const clang::Stmt*> loops_;
  std::multimap<Key, const clang::CallExpr*> calls_;
  std::multimap<Key, const clang::CXXConstructExpr*> constructions_;
  std::multimap<Key, const clang::VarDecl*> variables_;
  std::set<const clang::VarDecl*> used_;
  std::set<std::string> library_names_, header_names_, own_names_;
};

std::vector<Unit> Indexed(std::span<const load::LoadedUnit* const> loaded);

}  // namespace detrain::rewrite

#endif
