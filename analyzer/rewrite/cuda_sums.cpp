// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/cuda_sums.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "analyzer/rewrite/sum_target.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// A call, and the function that it stands in.
template <typename Call>
struct Found {
  const Call* call = nullptr;
  const FunctionDecl* in = nullptr;
};

class Finder : public RecursiveASTVisitor<Finder> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method, readability-identifier-naming): how the visitor is used
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseFunctionDecl(FunctionDecl* function) {
    const FunctionDecl* outer = std::exchange(in_, function);
    RecursiveASTVisitor::TraverseFunctionDecl(function);
    in_ = outer;
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    if (call->getDirectCallee() != nullptr && in_ != nullptr && !in_->isDependentContext())
      calls.push_back({call, in_});
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method, readability-identifier-naming)

  std::vector<Found<CallExpr>> calls;  // launches among them

 private:
  const FunctionDecl* in_ = nullptr;
};

bool IsNamed(const CallExpr& call, llvm::StringRef name) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee->getIdentifier() != nullptr && callee->getName() == name;
}

std::string NameOf(const FunctionDecl& function) {
  return std::string(1, '\'').append(function.getNameAsString()).append("'");
}

// Behind the address: what is added to.
QualType AddedTo(const CallExpr& call) {
  return call.getNumArgs() == 0 ? QualType() : call.getArg(0)->IgnoreImpCasts()->getType()->getPointeeType();
}

class Weaver {
 public:
  Weaver(const Unit& unit, EditList& edits, Patch& patch, std::set<std::tuple<std::string, unsigned>>& done)
      : unit_(unit), edits_(edits), patch_(patch), done_(done) {}

  void Run() {
    finder_.TraverseDecl(unit_.context().getTranslationUnitDecl());
    for (const auto& [call, in] : finder_.calls)
      if (IsNamed(*call, "atomicAdd") && IsOfCuda(*call) && IsFloat(AddedTo(*call)) &&
          !unit_.sources().isInSystemHeader(call->getBeginLoc()))
        Consider(*call, *in);
    for (const auto& [key, site] : sites_)
      Weave(site);
  }

 private:
  // Of one place in the text, which templates make several calls of.
  struct Site {
    const CallExpr* call = nullptr;
    std::optional<std::string> why_left;
  };

  bool IsOfCuda(const CallExpr& call) const {
    return unit_.sources().isInSystemHeader(call.getDirectCallee()->getLocation());
  }
  // What the host backend has accumulators for: vectors of these are a sum for each component.
  static bool IsFloat(QualType type) {
    if (type.isNull())
      return false;
    if (type->isRealFloatingType())
      return true;
    const auto* record = type->getAsCXXRecordDecl();
    return record != nullptr && record->getIdentifier() != nullptr &&
           llvm::is_contained({"__half", "__nv_bfloat16", "float2", "float4", "__half2", "__nv_bfloat162"},
                              record->getName());
  }

  void Consider(const CallExpr& call, const FunctionDecl& in) {
    const plan::Place place = unit_.PlaceOf(call.getBeginLoc());
    Site& site = sites_[{place.file, place.line, place.column}];
    site.call = &call;
    if (!site.why_left)
      site.why_left = WhyLeft(call, in);
  }

  std::optional<std::string> WhyLeft(const CallExpr& call, const FunctionDecl& in) {
    if (IsUsed(call))
      return "its result is used, which hangs on the order";
    if (!unit_.At(call.getCallee()->getBeginLoc()))
      return "it comes out of a macro";
    return WhyNotSummed(call.getArg(0), in, 0);
  }

  bool IsUsed(const Stmt& call) const {
    const Stmt* parent = unit_.ParentOf(&call);
    if (isa_and_nonnull<ExprWithCleanups>(parent))
      return IsUsed(*parent);
    return !isa_and_nonnull<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchCase>(parent);
  }

  // Whether memory at `address`, in `function`, may be summed up until the kernel ends, or a barrier comes.
  std::optional<std::string> WhyNotSummed(const Expr* address, const FunctionDecl& function, int depth) {
    SumTarget target(unit_, function);
    if (!target.Follow(address))
      return "it is not known what memory it adds to";
    if (target.IsShared())
      return WhyNotShared(function);
    const std::vector<const CallExpr*> adding = AllowOthers(target, function, depth);
    if (!adding.empty() && IsKernelInOrder(function, adding))
      target.AllowReadsBefore(First(adding)->getEndLoc());
    if (const Expr* other = target.FirstOtherUse())
      return NameOf(function)
          .append(" may use that memory before the sum is complete, in line ")
          .append(std::to_string(unit_.PlaceOf(other->getBeginLoc()).line));
    if (target.parameter() == nullptr)
      return "it adds to memory that is no parameter of its function";
    return WhyNotGiven(*target.parameter(), function, depth);
  }

  // Other sums of the same function add to it too, in functions that it calls as well: all calls that add.
  std::vector<const CallExpr*> AllowOthers(SumTarget& target, const FunctionDecl& function, int depth) {
    std::vector<const CallExpr*> adding;
    for (const auto& [call, in] : finder_.calls) {
      if (in != &function)
        continue;
      const bool is_sum = IsNamed(*call, "atomicAdd") && IsOfCuda(*call) && !IsUsed(*call);
      for (unsigned i = 0; i < (is_sum ? 1 : call->getNumArgs()); ++i) {
        SumTarget same = target;
        if (call->getArg(i)->getType()->isPointerType() && same.Follow(call->getArg(i)) &&
            (is_sum || OnlySums(*call->getDirectCallee(), i, depth + 1))) {
          target = same;
          adding.push_back(call);
        }
      }
    }
    return adding;
  }

  static const CallExpr* First(const std::vector<const CallExpr*>& calls) {
    return *std::ranges::min_element(calls, {}, [](const CallExpr* call) { return call->getBeginLoc(); });
  }

  // Whether a read that stands in front of all these calls comes before them, or at no certain time: then it may be
  // given what the memory held before the kernel. A thread does a kernel's statements once unless they stand in a loop,
  // and whoever waits for other threads' memory without a barrier needs a fence.
  bool IsKernelInOrder(const FunctionDecl& function, const std::vector<const CallExpr*>& adding) const {
    const auto is_fence = [&](const Found<CallExpr>& found) {
      return found.in == &function && found.call->getDirectCallee()->getNameAsString().starts_with("__threadfence");
    };
    return function.hasAttr<CUDAGlobalAttr>() && std::ranges::none_of(finder_.calls, is_fence) &&
           std::ranges::none_of(adding, [&](const CallExpr* call) { return IsInLoop(*call); });
  }
  bool IsInLoop(const Stmt& statement) const {
    for (const Stmt* parent = unit_.ParentOf(&statement); parent != nullptr; parent = unit_.ParentOf(parent))
      if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt>(parent))
        return true;
    return false;
  }

  // Whether all that the function does with what its parameter leads to is to add to it.
  bool OnlySums(const FunctionDecl& callee, unsigned index, int depth) {
    const FunctionDecl* function = nullptr;
    if (depth > 8 || !callee.hasBody(function) || index >= function->getNumParams())
      return false;
    SumTarget target(unit_, *function);
    target.StartFrom(*function->getParamDecl(index));
    AllowOthers(target, *function, depth);
    return target.FirstOtherUse() == nullptr;
  }

  std::optional<std::string> WhyNotShared(const FunctionDecl& function) const {
    for (const auto& [call, in] : finder_.calls)
      if (in == &function && IsNamed(*call, "__syncwarp"))
        return NameOf(function).append(" has a __syncwarp, behind which the sum may be read before it is complete");
    return std::nullopt;
  }

  // What the function is given: by a launch, where no other parameter may lead to it; by a call, in the caller too.
  std::optional<std::string> WhyNotGiven(const ParmVarDecl& parameter, const FunctionDecl& function, int depth) {
    if (depth > 8)
      return "it is reached through too many functions";
    const unsigned index = parameter.getFunctionScopeIndex();
    for (const auto& [call, in] : finder_.calls) {
      if (call->getDirectCallee()->getCanonicalDecl() != function.getCanonicalDecl() || index >= call->getNumArgs())
        continue;
      const Expr* given = call->getArg(index);
      for (unsigned i = 0; i < call->getNumArgs(); ++i)
        if (i != index && call->getArg(i)->getType()->isPointerType() && MayBeSame(given, call->getArg(i)) &&
            !OnlySums(function, i, depth))
          return "two parameters lead to that memory in line " +
                 std::to_string(unit_.PlaceOf(call->getBeginLoc()).line);
      if (!isa<CUDAKernelCallExpr>(call))
        if (auto why = WhyNotSummed(given, *in, depth + 1))
          return why;
    }
    return std::nullopt;
  }

  void Weave(const Site& site) {
    const Expr* callee = site.call->getCallee();
    const auto at = unit_.At(callee->getBeginLoc());
    const plan::Place place = unit_.PlaceOf(site.call->getBeginLoc());
    if (!done_.emplace(place.file + ":" + std::to_string(place.line), place.column).second)
      return;
    if (site.why_left || !at) {
      patch_.left.push_back({place, "this float atomicAdd stays, and its sum hangs on the order of threads: " +
                                        site.why_left.value_or("it comes out of a macro")});
      return;
    }
    edits_.Replace(*at, static_cast<unsigned>(std::string_view("atomicAdd").size()), "detrain_sum", "changes_numbers");
    patch_.changes_numbers.push_back({place, "a float atomicAdd became an order-independent sum, rounded once"});
  }

  const Unit& unit_;
  EditList& edits_;
  Patch& patch_;
  std::set<std::tuple<std::string, unsigned>>& done_;
  Finder finder_;
  std::map<std::tuple<std::string, unsigned, unsigned>, Site> sites_;
};

}  // namespace

void WeaveCudaSums(const std::vector<Unit>& units, EditList& edits, Patch& patch) {
  std::set<std::tuple<std::string, unsigned>> done;
  for (const Unit& unit : units)
    if (unit.loaded().cuda())
      Weaver(unit, edits, patch, done).Run();
}

}  // namespace detrain::rewrite
