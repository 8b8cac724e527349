// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/generator_place.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include "analyzer/rewrite/draw_uses.h"
#include "analyzer/rewrite/shard_sums.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

const VarDecl* Named(const Stmt& stmt) {
  const auto* use = dyn_cast<DeclRefExpr>(&stmt);
  return use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl());
}

// A function that gives a generator which it keeps for each thread.
bool GivesThreads(const FunctionDecl& function) {
  const FunctionDecl* defined = nullptr;
  bool found = false;
  if (function.hasBody(defined))
    WalkBelow(defined->getBody(), [&](const Stmt& part, Path) {
      const VarDecl* variable = Named(part);
      found |= variable != nullptr && LivesPerThread(*variable);
      return true;
    });
  return found;
}

const VarDecl* VariableOfInit(const ForStmt& loop) {
  if (const auto* declared = dyn_cast_or_null<DeclStmt>(loop.getInit()); declared && declared->isSingleDecl())
    return dyn_cast<VarDecl>(declared->getSingleDecl());
  const auto* set = dyn_cast_or_null<BinaryOperator>(loop.getInit());
  return set != nullptr && set->isAssignmentOp() ? VariableOf(set->getLHS()) : nullptr;
}

}  // namespace

GeneratorPlace PlaceOf(const Unit& unit, const Expr& generator, const Stmt& body, const ForStmt* loop,
                       const std::set<const VarDecl*>& holders) {
  GeneratorPlace out;
  WalkBelow(&generator, [&](const Stmt& part, Path) {
    const auto* call = dyn_cast<CallExpr>(&part);
    const VarDecl* variable = Named(part);
    if ((call != nullptr && AsThreadNumber(call) != nullptr) || holders.contains(variable)) {
      out.numbers.push_back(cast<Expr>(&part));
      return false;
    }
    if (call != nullptr && call->getDirectCallee() != nullptr)
      out.is_of_thread |= GivesThreads(*call->getDirectCallee());
    if (variable == nullptr)
      return true;
    const bool is_below = IsWithin(unit, *variable, body) ||
                          (loop != nullptr && (IsWithin(unit, *variable, *loop) || VariableOfInit(*loop) == variable));
    const bool is_static = variable->isStaticLocal() || LivesPerThread(*variable);
    out.is_of_thread |= LivesPerThread(*variable);
    out.is_of_sample |= is_below && !is_static;
    out.is_hidden |= is_below && is_static;
    out.roots.push_back(variable);
    return true;
  });
  return out;
}

bool KeyOf(const ShardText& text, const Expr& generator, const GeneratorPlace& place, std::string& key) {
  const Unit& unit = text.unit();
  const std::string written = text.TextOf(&generator);
  if (written.empty() || !HasText(unit, generator))
    return false;
  const auto begin = unit.Before(&generator), end = unit.BehindExpr(&generator);
  std::size_t at = 0;
  for (const Expr* number : place.numbers) {
    const auto first = unit.Before(number), last = unit.BehindExpr(number);
    if (!first || !last || first->offset < begin->offset + at || last->offset > end->offset)
      return false;
    key.append(written, at, first->offset - begin->offset - at).append("0");
    at = last->offset - begin->offset;
  }
  key.append(written, at);
  return key.find('\n') == std::string::npos;
}

bool HasText(const Unit& unit, const Expr& e) {
  return !e.getBeginLoc().isMacroID() && !e.getEndLoc().isMacroID() && unit.Before(&e) && unit.BehindExpr(&e);
}

bool LivesPerThread(const VarDecl& variable) {
  return variable.getTLSKind() != VarDecl::TLS_None || variable.hasAttr<OMPThreadPrivateDeclAttr>();
}

bool IsWithin(const Unit& unit, const Decl& declared, const Stmt& stmt) {
  const SourceManager& sources = unit.sources();
  const SourceLocation at = sources.getExpansionLoc(declared.getLocation());
  return !sources.isBeforeInTranslationUnit(at, sources.getExpansionLoc(stmt.getBeginLoc())) &&
         !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(stmt.getEndLoc()), at);
}

std::string CounterOf(const ForStmt* loop) {
  const VarDecl* counter = loop == nullptr ? nullptr : VariableOfInit(*loop);
  return counter != nullptr && counter->getType()->isIntegerType() ? counter->getNameAsString() : "";
}

}  // namespace detrain::rewrite
