// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/cuda_calls.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace detrain::rewrite {

using namespace clang;

namespace {

// Lambdas belong to the function that they stand in.
class Finder : public RecursiveASTVisitor<Finder> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method, readability-identifier-naming): how the visitor is used
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl* declaration) {
    const auto* function = dyn_cast_or_null<FunctionDecl>(declaration);
    const FunctionDecl* const outer = in_;
    if (function != nullptr)
      in_ = function;
    RecursiveASTVisitor::TraverseDecl(declaration);
    in_ = outer;
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    if (call->getDirectCallee() != nullptr && in_ != nullptr && !in_->isDependentContext())
      calls.emplace_back(call, in_);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (isa<FunctionDecl>(use->getDecl()) && in_ != nullptr && !in_->isDependentContext())
      named.push_back(use);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method, readability-identifier-naming)

  std::vector<std::pair<const CallExpr*, const FunctionDecl*>> calls;
  std::vector<const DeclRefExpr*> named;

 private:
  const FunctionDecl* in_ = nullptr;
};

// The call that a name of a function stands in, as what is called or as an argument.
const CallExpr* CallAround(const Unit& unit, const Stmt* use) {
  for (const Stmt* parent = unit.ParentOf(use); isa_and_nonnull<Expr>(parent); parent = unit.ParentOf(parent))
    if (const auto* call = dyn_cast<CallExpr>(parent))
      return call;
  return nullptr;
}

// Its attributes, how well it fits: no run.
bool IsAskedAbout(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  const std::string name = callee == nullptr ? "" : callee->getNameAsString();
  return name.starts_with("cudaFunc") || name.starts_with("cudaOccupancy");
}

bool IsPassed(const Unit& unit, const DeclRefExpr* use) {
  const CallExpr* call = CallAround(unit, use);
  return call == nullptr || (call->getCallee()->IgnoreParenImpCasts() != use && !IsAskedAbout(*call));
}

}  // namespace

std::string NameOf(const FunctionDecl& function) {
  return std::string(1, '\'').append(function.getNameAsString()).append("'");
}

CudaCalls::CudaCalls(const std::vector<Unit>& units) {
  for (const Unit& unit : units)
    if (unit.loaded().cuda())
      Add(unit);
}

void CudaCalls::Add(const Unit& unit) {
  Finder finder;
  finder.TraverseDecl(unit.context().getTranslationUnitDecl());
  for (const auto& [call, in] : finder.calls) {
    const CudaCall found{&unit, call, in};
    all_.push_back(found);
    of_[IdOf(unit, *call->getDirectCallee())].push_back(found);
    in_[IdOf(unit, *in)].push_back(found);
  }
  for (const DeclRefExpr* use : finder.named) {
    const auto& function = *cast<FunctionDecl>(use->getDecl());
    if ((function.hasAttr<CUDAGlobalAttr>() || function.hasAttr<CUDADeviceAttr>()) && IsPassed(unit, use))
      passed_on_.insert(IdOf(unit, function));
  }
}

std::string CudaCalls::IdOf(const Unit& unit, const FunctionDecl& function) {
  const FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const FunctionDecl& named = pattern == nullptr ? function : *pattern;
  const std::string id = named.getQualifiedNameAsString() + " " + named.getType().getAsString();
  return named.isExternallyVisible() ? id : id + " " + unit.PlaceOf(named.getCanonicalDecl()->getLocation()).file;
}

const std::vector<CudaCall>& CudaCalls::Found(const Calls& calls, const std::string& function) {
  static const std::vector<CudaCall> none;
  const auto found = calls.find(function);
  return found == calls.end() ? none : found->second;
}

std::vector<CudaFunction> CudaCalls::Callers(const CudaFunction& function) const {
  std::vector<CudaFunction> callers;
  if (!function.declaration->hasAttr<CUDAGlobalAttr>())
    for (const CudaCall& found : Of(IdOf(*function.unit, *function.declaration)))
      callers.push_back({found.unit, found.in});
  return callers;
}

std::vector<CudaFunction> CudaCalls::Callees(const CudaFunction& function) const {
  std::vector<CudaFunction> callees;
  for (const CudaCall& found : In(IdOf(*function.unit, *function.declaration)))
    if (const FunctionDecl* callee = found.call->getDirectCallee();
        callee->hasBody(callee) && !found.unit->sources().isInSystemHeader(callee->getLocation()))
      callees.push_back({found.unit, callee});
  return callees;
}

std::vector<CudaFunction> CudaCalls::RunBeside(const CudaFunction& function) const {
  const auto closure = [](std::vector<CudaFunction> left, auto&& next) {
    std::vector<CudaFunction> all;
    std::set<const FunctionDecl*> seen;
    while (!left.empty()) {
      const CudaFunction one = left.back();
      left.pop_back();
      if (!seen.insert(one.declaration).second)
        continue;
      all.push_back(one);
      std::ranges::copy(next(one), std::back_inserter(left));
    }
    return all;
  };
  return closure(closure({function}, [this](const CudaFunction& one) { return Callers(one); }),
                 [this](const CudaFunction& one) { return Callees(one); });
}

bool CudaCalls::IsStatement(const CudaCall& launch) {
  const Stmt* parent = launch.unit->ParentOf(launch.call);
  while (isa_and_nonnull<ExprWithCleanups>(parent))
    parent = launch.unit->ParentOf(parent);
  return isa_and_nonnull<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchCase>(parent) &&
         launch.unit->Before(launch.call) && launch.unit->At(launch.call->getRParenLoc());
}

std::optional<std::string> CudaCalls::Again(const Unit& unit, const Expr* argument) {
  if (!unit.Before(argument) || !unit.BehindExpr(argument) || argument->HasSideEffects(unit.context()))
    return std::nullopt;
  return unit.TextOf(argument);
}

std::optional<std::string> CudaCalls::StreamOf(const CudaCall& launch) {
  const CallExpr* config = cast<CUDAKernelCallExpr>(launch.call)->getConfig();
  if (config->getNumArgs() <= 3 || isa<CXXDefaultArgExpr>(config->getArg(3)))
    return "";
  return Again(*launch.unit, config->getArg(3));
}

Spot CudaCalls::BehindLaunch(const CudaCall& launch) {
  Spot behind = *launch.unit->At(launch.call->getRParenLoc());
  ++behind.offset;
  return behind;
}

}  // namespace detrain::rewrite
