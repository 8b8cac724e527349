// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// Saved, or hashed because every run must get the same bytes: those of a variable that no code has set yet are not.
bool IsCompared(const plan::Region& region) {
  return std::any_of(region.leaves.begin(), region.leaves.end(), [](const plan::Leaf& leaf) {
    return plan::IsSaved(leaf.persistence) || leaf.persistence == plan::Persistence::Invariant;
  });
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

// Behind the declarator and what may follow it: in front of the next comma or semicolon.
std::optional<Spot> BehindDeclarator(const Unit& unit, const VarDecl& variable) {
  const SourceManager& sources = unit.sources();
  const LangOptions& language = unit.context().getLangOpts();
  SourceLocation at = Lexer::getLocForEndOfToken(variable.getEndLoc(), 0, sources, language);
  if (!unit.At(variable.getEndLoc()))
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

const char* ZeroFor(const Unit& unit, const VarDecl& variable) {
  if (unit.IsCxx())
    return " = {}";
  return variable.getType()->isScalarType() ? " = 0" : " = {0}";
}

}  // namespace

void WeaveInitialisers(Weave& weave) {
  for (const plan::Region& region : weave.plan.regions) {
    if (region.kind != plan::RegionKind::Variable || region.variable_kind != rir::RegionKind::Local ||
        !IsCompared(region))
      continue;
    for (const Level& level : weave.levels) {
      const VarDecl* variable =
          level.function_link == region.function_link ? level.unit->FindVariable(region.declared) : nullptr;
      if (variable == nullptr)
        continue;
      const auto at = CanBeZero(*variable) ? BehindDeclarator(*level.unit, *variable) : std::nullopt;
      if (at)
        weave.edits.Insert(*at, Rank::Wrap, ZeroFor(*level.unit, *variable), "initialise");
      break;
    }
  }
}

}  // namespace detrain::rewrite
