// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/memory_path.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace detrain::rewrite {

using namespace clang;

namespace {

// A part of what an address leads to (`p[i].x`, `p->x.y`), not an address that is kept in a field, and no field of a
// variable.
bool IsPart(const MemberExpr& member) {
  if (member.getType()->isPointerType())
    return false;
  const Expr* base = &member;
  while (const auto* field = dyn_cast<MemberExpr>(base)) {
    base = field->getBase()->IgnoreParenImpCasts();
    if (field->isArrow())
      return !isa<CXXThisExpr>(base);
  }
  return !isa<DeclRefExpr, CXXThisExpr>(base);
}

// What a method of one statement gives back.
const Expr* Returned(const FunctionDecl* method) {
  const FunctionDecl* defined = nullptr;
  if (method == nullptr || !isa<CXXMethodDecl>(method) || !method->hasBody(defined))
    return nullptr;
  const auto* body = dyn_cast<CompoundStmt>(defined->getBody());
  const auto* statement = body == nullptr || body->size() != 1 ? nullptr : dyn_cast<ReturnStmt>(body->body_front());
  return statement == nullptr ? nullptr : statement->getRetValue();
}

// `m` and the address in m's method; nullptr: it is no such call.
std::optional<MemoryPath> ThroughMethod(const CallExpr& call) {
  const Expr* returned = Returned(call.getDirectCallee());
  const Expr* object = GivenTo(nullptr, &call);
  if (returned == nullptr || object == nullptr)
    return std::nullopt;
  const auto inside = PathOf(PointerIn(returned));
  auto path = PathOf(object);
  if (!inside || inside->variable != nullptr || !path)
    return std::nullopt;
  path->steps.insert(path->steps.end(), inside->steps.begin(), inside->steps.end());
  return path;
}

std::optional<MemoryPath> WithStep(const Expr* base, const ValueDecl* step) {
  auto path = PathOf(base);
  if (path)
    path->steps.push_back(step);
  return path;
}

// A copy of the whole, as an argument is.
const Expr* WithoutCopies(const Expr* expr) {
  for (;;) {
    expr = expr->IgnoreParenCasts()->IgnoreImplicit();
    const auto* made = dyn_cast<CXXConstructExpr>(expr);
    if (made == nullptr || made->getNumArgs() != 1 || !made->getConstructor()->isCopyOrMoveConstructor())
      return expr;
    expr = made->getArg(0);
  }
}

}  // namespace

bool MemoryPath::Meets(const MemoryPath& other) const {
  const std::size_t common = std::min(steps.size(), other.steps.size());
  return variable == other.variable &&
         std::equal(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(common), other.steps.begin());
}

std::optional<MemoryPath::Steps> MemoryPath::StepsFrom(const MemoryPath& given) const {
  if (given.steps.size() > steps.size() || !given.Meets(*this))
    return std::nullopt;
  return Steps(steps.begin() + static_cast<std::ptrdiff_t>(given.steps.size()), steps.end());
}

const Expr* PointerIn(const Expr* address) {
  for (;;) {
    address = address->IgnoreParenCasts();
    if (const auto* unary = dyn_cast<UnaryOperator>(address);
        unary != nullptr && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref))
      address = unary->getSubExpr();
    else if (const auto* element = dyn_cast<ArraySubscriptExpr>(address))
      address = element->getBase();
    else if (const auto* member = dyn_cast<MemberExpr>(address); member != nullptr && IsPart(*member))
      address = member->getBase();
    else if (const auto* sum = dyn_cast<BinaryOperator>(address); sum != nullptr && sum->isAdditiveOp())
      address = sum->getLHS()->getType()->isPointerType() || sum->getLHS()->getType()->isArrayType() ? sum->getLHS()
                                                                                                     : sum->getRHS();
    else
      return address;
  }
}

std::optional<MemoryPath> PathOf(const Expr* expr) {
  expr = WithoutCopies(expr);
  if (const auto* use = dyn_cast<DeclRefExpr>(expr))
    return MemoryPath{cast<ValueDecl>(use->getDecl()->getCanonicalDecl()), {}, use};
  if (isa<CXXThisExpr>(expr))
    return MemoryPath{nullptr, {}, expr};
  if (const auto* member = dyn_cast<MemberExpr>(expr); member != nullptr && isa<FieldDecl>(member->getMemberDecl()))
    return WithStep(member->getBase(), member->getMemberDecl());
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expr))
    return WithStep(element->getBase(), nullptr);
  const auto* unary = dyn_cast<UnaryOperator>(expr);
  if (unary != nullptr && unary->getOpcode() == UO_AddrOf)
    return PathOf(unary->getSubExpr());
  if (unary != nullptr && unary->getOpcode() == UO_Deref)
    return isa<CXXThisExpr>(unary->getSubExpr()->IgnoreParenCasts()) ? PathOf(unary->getSubExpr())
                                                                     : WithStep(unary->getSubExpr(), nullptr);
  const auto* call = dyn_cast<CallExpr>(expr);
  return call == nullptr ? std::nullopt : ThroughMethod(*call);
}

std::optional<MemoryPath> PathBehind(const Expr* address, const MemoryPath::Steps& steps) {
  auto path = PathOf(steps.empty() ? PointerIn(address) : address);
  if (path)
    path->steps.insert(path->steps.end(), steps.begin(), steps.end());
  return path;
}

const Expr* GivenTo(const ValueDecl* parameter, const CallExpr* call) {
  const auto* operation = dyn_cast<CXXOperatorCallExpr>(call);
  const bool has_object_first = operation != nullptr && isa_and_nonnull<CXXMethodDecl>(operation->getDirectCallee());
  if (parameter == nullptr) {
    const auto* member = dyn_cast<CXXMemberCallExpr>(call);
    return has_object_first ? call->getArg(0) : member == nullptr ? nullptr : member->getImplicitObjectArgument();
  }
  const unsigned index = cast<ParmVarDecl>(parameter)->getFunctionScopeIndex() + (has_object_first ? 1 : 0);
  return index < call->getNumArgs() ? call->getArg(index) : nullptr;
}

Reached Along(const Unit& unit, const MemoryPath& path, const Expr* named) {
  Reached reached{named, 0, false};
  const Expr* place = named;
  while (reached.steps < path.steps.size()) {
    const Stmt* parent = unit.ParentOf(place);
    const ValueDecl* step = path.steps[reached.steps];
    const auto* member = dyn_cast_or_null<MemberExpr>(parent);
    const auto* element = dyn_cast_or_null<ArraySubscriptExpr>(parent);
    const auto* unary = dyn_cast_or_null<UnaryOperator>(parent);
    const bool is_element = (element != nullptr && element->getBase() == place) ||
                            (unary != nullptr && unary->getOpcode() == UO_Deref && step == nullptr);
    if (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(parent) ||
        (unary != nullptr && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(named))) {
      place = cast<Expr>(parent);
      continue;
    }
    if (member != nullptr && isa<FieldDecl>(member->getMemberDecl()) && member->getMemberDecl() != step) {
      reached.turns_off = step != nullptr;
      return reached;
    }
    if (member != nullptr ? member->getMemberDecl() != step : !is_element || step != nullptr)
      return reached;
    place = reached.use = cast<Expr>(parent);
    ++reached.steps;
  }
  return reached;
}

}  // namespace detrain::rewrite
