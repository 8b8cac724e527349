// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/state_places.h"

#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include "analyzer/rewrite/curand_calls.h"
#include "analyzer/rewrite/nest.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

constexpr int kMostVariables = 8;

// One step towards what the address of a state begins with: `rng` in `&rng.states[thread]`.
const Expr* Inner(const Expr* value) {
  if (const auto* unary = dyn_cast<UnaryOperator>(value))
    return unary->getSubExpr();
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(value))
    return element->getBase();
  if (const auto* sum = dyn_cast<BinaryOperator>(value); sum != nullptr && sum->getOpcode() == BO_Add)
    return sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
  if (const auto* made = dyn_cast<CXXConstructExpr>(value); made != nullptr && made->getNumArgs() == 1)
    return made->getArg(0);
  const auto* call = dyn_cast<CXXOperatorCallExpr>(value);
  return call != nullptr && call->getOperator() == OO_Subscript ? call->getArg(0) : nullptr;
}

bool IsStates(QualType type) {
  return type->isPointerType() && IsCurandState(type->getPointeeType());
}

}  // namespace

std::optional<std::string> StatePlaces::WhyOf(const CallExpr& call) {
  if (const Expr* state = DrawnFrom(call))
    return IsOfElement(*state) ? std::nullopt : WhyOfState(state, 0);
  const FunctionDecl* callee = call.getDirectCallee();
  const FunctionDecl* definition = nullptr;
  if (callee == nullptr || !callee->hasBody(definition) || HandsElement(call) ||
      unit_.sources().isInSystemHeader(definition->getLocation()) || !entered_.insert(definition).second)
    return std::nullopt;
  BodyIndex index;
  index.TraverseStmt(definition->getBody());
  StatePlaces within(unit_, index);
  within.entered_ = entered_;
  for (const CallExpr* inner : index.calls)
    if (auto why = within.WhyOf(*inner))
      return ("'" + Twine(callee->getNameAsString()) + "' draws, and " + *why).str();
  return std::nullopt;
}

std::optional<std::string> StatePlaces::WhyOfState(const Expr* state, int depth) {
  if (depth > kMostVariables)
    return "where its state is, is not told by the text";
  const Expr* at = state->IgnoreParenCasts();
  for (const Expr* inner = Inner(at); inner != nullptr; inner = Inner(at))
    at = inner->IgnoreParenCasts();
  if (const auto* member = dyn_cast<MemberExpr>(at))
    return ("member '" + Twine(member->getMemberDecl()->getNameAsString()) + "' leads to its state").str();
  const auto* use = dyn_cast<DeclRefExpr>(at);
  const auto* variable = use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl());
  if (variable == nullptr)
    return "where its state is, is not told by the text";
  if (variable->hasLocalStorage() && !isa<ParmVarDecl>(variable))
    return WhyOfLocal(*variable, depth);
  if (!isa<ParmVarDecl>(variable))
    return ("its state is in the variable '" + Twine(variable->getNameAsString()) + "'").str();
  // What a function is handed is judged where it is called.
  if (IsStates(variable->getType()) && (depth == 0 || !entered_.empty()))
    return std::nullopt;
  return "more than one variable leads to its state";
}

// Of a variable that the thread seeds, state_uses.cpp judges.
std::optional<std::string> StatePlaces::WhyOfLocal(const VarDecl& local, int depth) {
  const Expr* source = SourceOf(local);
  if (source != nullptr)
    return IsOfElement(*source) ? std::nullopt : WhyOfState(source, depth + 1);
  if (IsMadeForElement(local))
    return std::nullopt;
  return "where its state is made, is not told by the text";
}

// Whether a call that is handed the variable is told the element too.
bool StatePlaces::IsMadeForElement(const VarDecl& local) const {
  const auto uses = index_.uses.find(&local);
  return uses != index_.uses.end() && llvm::any_of(index_.calls, [&](const CallExpr* call) {
           return HandsElement(*call) &&
                  llvm::any_of(uses->second, [&](const DeclRefExpr* use) { return IsWithin(unit_, use, call); });
         });
}

// What a local variable is made of, or set to.
const Expr* StatePlaces::SourceOf(const VarDecl& local) const {
  const Expr* init = local.getInit();
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(init);
  if (init != nullptr && (made == nullptr || made->getNumArgs() > 0))
    return init;
  const auto uses = index_.uses.find(&local);
  if (uses == index_.uses.end())
    return nullptr;
  for (const DeclRefExpr* use : uses->second) {
    const Stmt* parent = unit_.ParentOf(use);
    if (const auto* set = dyn_cast_or_null<BinaryOperator>(parent);
        set != nullptr && set->getOpcode() == BO_Assign && set->getLHS()->IgnoreParenCasts() == use)
      return set->getRHS();
    if (const auto* set = dyn_cast_or_null<CXXOperatorCallExpr>(parent);
        set != nullptr && set->getOperator() == OO_Equal && set->getArg(0)->IgnoreParenCasts() == use)
      return set->getArg(1);
  }
  return nullptr;
}

// Whether it is computed with a loop's counter.
bool StatePlaces::IsOfElement(const Stmt& stmt) const {
  const auto* value = dyn_cast<Expr>(&stmt);
  if (value != nullptr && index_.IsCounter(value))
    return true;
  return llvm::any_of(stmt.children(), [&](const Stmt* child) { return child != nullptr && IsOfElement(*child); });
}

// A function that is told the element may choose its state.
bool StatePlaces::HandsElement(const CallExpr& call) const {
  return llvm::any_of(call.arguments(), [&](const Expr* argument) {
    return argument->getType()->isIntegerType() && IsOfElement(*argument);
  });
}

}  // namespace detrain::rewrite
