// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/initial.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

bool HasCompared(const plan::Region& region) {
  return std::ranges::any_of(region.leaves, IsCompared);
}

// A class without a constructor that does something is as uninitialised as a number.
bool HasValue(const VarDecl& variable) {
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(variable.getInit());
  const bool is_empty = made != nullptr && variable.getInitStyle() == VarDecl::CallInit && made->getNumArgs() == 0 &&
                        made->getConstructor()->isTrivial();
  return variable.hasInit() && !is_empty;
}

bool CanBeZero(const VarDecl& variable) {
  const QualType type = variable.getType();
  const auto* record = type->getAsRecordDecl();
  if (isa<ParmVarDecl>(variable) || HasValue(variable) || (record != nullptr && record->hasFlexibleArrayMember()))
    return false;
  return variable.hasLocalStorage() && !type->isVariablyModifiedType();
}

// Whether this is a jump that comes from in front of the declaration and leads behind it.
bool JumpsOver(const Unit& unit, const Stmt& s, SourceLocation declared) {
  const auto is_before = [&](SourceLocation a, SourceLocation b) {
    return unit.sources().isBeforeInTranslationUnit(a, b);
  };
  if (const auto* jump = dyn_cast<GotoStmt>(&s))
    return is_before(s.getBeginLoc(), declared) && is_before(declared, jump->getLabel()->getLocation());
  if (isa<IndirectGotoStmt>(s))
    return true;
  const auto* choice = dyn_cast<SwitchStmt>(&s);
  const SwitchCase* last = choice != nullptr ? choice->getSwitchCaseList() : nullptr;
  return last != nullptr && is_before(s.getBeginLoc(), declared) && is_before(declared, last->getBeginLoc());
}

// C++ lets no jump pass an initialiser on its way into the scope: no goto, and no case of a switch.
bool MayBeJumpedOver(const Unit& unit, const VarDecl& variable) {
  const auto* function = dyn_cast<FunctionDecl>(variable.getDeclContext());
  std::vector<const Stmt*> todo;
  if (function != nullptr && unit.IsCxx())
    todo.push_back(function->getBody());
  while (!todo.empty()) {
    const Stmt* s = todo.back();
    todo.pop_back();
    if (s == nullptr)
      continue;
    if (JumpsOver(unit, *s, variable.getLocation()))
      return true;
    todo.insert(todo.end(), s->child_begin(), s->child_end());
  }
  return false;
}

// A statement behind the declaration, where one may stand.
std::optional<Spot> BehindDeclaration(const Unit& unit, const VarDecl& variable) {
  for (const DynTypedNode& parent : unit.context().getParents(variable)) {
    const auto* declaration = parent.get<DeclStmt>();
    if (declaration == nullptr)
      continue;
    const DynTypedNodeList around = unit.context().getParents(*declaration);
    if (!around.empty() && around[0].get<CompoundStmt>() != nullptr)
      return unit.At(declaration->getEndLoc().getLocWithOffset(1));
  }
  return std::nullopt;
}

const char* ZeroFor(const Unit& unit, const VarDecl& variable) {
  if (unit.IsCxx())
    return " = {}";
  return variable.getType()->isScalarType() ? " = 0" : " = {0}";
}

}  // namespace

std::optional<Spot> BehindDeclarator(const Unit& unit, const DeclaratorDecl& declared) {
  const SourceManager& sources = unit.sources();
  const LangOptions& language = unit.context().getLangOpts();
  SourceLocation at = Lexer::getLocForEndOfToken(declared.getEndLoc(), 0, sources, language);
  if (!unit.At(declared.getEndLoc()))
    return std::nullopt;
  for (int depth = 0;;) {
    Token token;
    if (Lexer::getRawToken(at, token, sources, language, true) || token.is(tok::eof))
      return std::nullopt;
    if (depth == 0 && token.isOneOf(tok::comma, tok::semi))
      return unit.At(token.getLocation());
    depth += token.is(tok::l_paren) ? 1 : token.is(tok::r_paren) ? -1 : 0;
    at = token.getEndLoc();
  }
}

bool IsCompared(const plan::Leaf& leaf) {
  return leaf.keep || plan::IsSaved(leaf.persistence) || leaf.persistence == plan::Persistence::Invariant;
}

void AddNames(const std::string& path, std::set<std::string>& names) {
  std::string name;
  for (const char c : path + '.') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      name += c;
    } else if (!name.empty()) {
      names.insert(name);
      name.clear();
    }
  }
}

std::set<std::string> ComparedNames(const plan::CheckpointPlan& plan) {
  std::set<std::string> names;
  for (const plan::Region& region : plan.regions)
    for (const plan::Leaf& leaf : region.leaves)
      if (IsCompared(leaf))
        AddNames(leaf.path, names);
  return names;
}

void SetToZero(Weave& weave, const Unit& unit, const VarDecl& variable) {
  if (!CanBeZero(variable))
    return;
  const std::string name = variable.getNameAsString();
  // `= {0}` clears one member of a union.
  if (MayBeJumpedOver(unit, variable) || variable.getType()->isUnionType()) {
    if (const auto at = BehindDeclaration(unit, variable))
      weave.edits.InsertOnce(*at, Rank::Wrap, " __builtin_memset(&" + name + ", 0, sizeof " + name + ");",
                             "initialise");
  } else if (const auto at = BehindDeclarator(unit, variable)) {
    weave.edits.InsertOnce(*at, Rank::Wrap, ZeroFor(unit, variable), "initialise");
  }
}

void WeaveInitialisers(Weave& weave) {
  for (const plan::Region& region : weave.plan.regions) {
    if (region.kind != plan::RegionKind::Variable || region.variable_kind != rir::RegionKind::Local ||
        !HasCompared(region))
      continue;
    for (const Level& level : weave.levels) {
      const VarDecl* variable =
          level.function_link == region.function_link ? level.unit->FindVariable(region.declared) : nullptr;
      if (variable == nullptr)
        continue;
      if (CanBeZero(*variable))
        SetToZero(weave, *level.unit, *variable);
      else
        ClearBeforeConstructor(weave, *level.unit, *variable, region);
      break;
    }
  }
}

}  // namespace detrain::rewrite
