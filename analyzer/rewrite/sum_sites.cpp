// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/sum_sites.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analyzer/rewrite/gpu_sums.h"
#include "analyzer/rewrite/sum_target.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

bool IsNamed(const CallExpr& call, llvm::StringRef name) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee->getIdentifier() != nullptr && callee->getName() == name;
}

// Whether some number in floating point goes into it: in its own text, or in that of a variable which it names.
bool IsMadeOfFloats(const Stmt* stmt, int depth = 0) {
  constexpr int deepest = 3;  // variables of variables
  if (stmt == nullptr)
    return false;
  if (const auto* expr = dyn_cast<Expr>(stmt); expr != nullptr && expr->getType()->isRealFloatingType())
    return true;
  if (const auto* use = dyn_cast<DeclRefExpr>(stmt); use != nullptr && depth < deepest)
    if (const auto* variable = dyn_cast<VarDecl>(use->getDecl()); variable != nullptr && variable->hasInit())
      return IsMadeOfFloats(variable->getInit(), depth + 1);
  return llvm::any_of(stmt->children(), [&](const Stmt* child) { return IsMadeOfFloats(child, depth); });
}

// cuda::atomic<float>::fetch_add and its kind.
bool IsLibrarysSum(const CallExpr& call) {
  const auto* method = dyn_cast<CXXMethodDecl>(call.getDirectCallee());
  if (method == nullptr || method->getNumParams() == 0 || !method->getParamDecl(0)->getType()->isRealFloatingType())
    return false;
  const auto operation = method->getOverloadedOperator();
  return IsNamed(call, "fetch_add") || IsNamed(call, "fetch_sub") || operation == OO_PlusEqual ||
         operation == OO_MinusEqual;
}

class Finder {
 public:
  Finder(const CudaCalls& calls, const Options& options)
      : options_(options), calls_(calls), gpu_(calls), is_on_gpu_(options.cuda == Cuda::Gpu) {}

  CudaSums Run() {
    for (const CudaCall& found : calls_.all())
      if (IsOfCuda(found) && !found.unit->sources().isInSystemHeader(found.call->getBeginLoc())) {
        if (IsNamed(*found.call, "atomicAdd") && IsFloat(AddedTo(*found.call)))
          Consider(found);
        if (IsNamed(*found.call, "atomicCAS"))
          NoteSwap(found);
        if (IsLibrarysSum(*found.call))
          Note(found, "this float sum of CUDA's C++ library stays, and hangs on the order of threads");
      }
    for (auto& [key, site] : sites_)
      found_.sites.push_back(std::move(site));
    return std::move(found_);
  }

 private:
  static constexpr int kDeepest = 8;  // functions that call each other

  static bool IsOfCuda(const CudaCall& found) {
    return found.unit->sources().isInSystemHeader(found.call->getDirectCallee()->getLocation());
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

  void Consider(const CudaCall& found) {
    const plan::Place place = found.unit->PlaceOf(found.call->getBeginLoc());
    SumSite& site = sites_[{place.file, place.line, place.column}];
    site.place = place;
    site.calls.push_back(found);
    is_shared_ = false;
    if (!site.why_left)
      site.why_left = WhyLeft(found);
    site.is_shared |= is_shared_;
  }

  std::optional<std::string> WhyLeft(const CudaCall& found) {
    const Unit& unit = *found.unit;
    if (!options_.is_deterministic)
      return "--level=save leaves sums as they are";
    if (IsUsed(unit, *found.call))
      return "its result is used, which hangs on the order";
    if (!unit.At(found.call->getCallee()->getBeginLoc()))
      return "it comes out of a macro";
    if (auto why = WhyNotSummed(unit, found.call->getArg(0), {}, *found.in, 0))
      return why;
    return is_on_gpu_ ? gpu_.WhyNot(unit, *found.in, is_shared_) : std::nullopt;
  }

  static bool IsUsed(const Unit& unit, const Stmt& call) {
    const Stmt* parent = unit.ParentOf(&call);
    if (isa_and_nonnull<ExprWithCleanups>(parent))
      return IsUsed(unit, *parent);
    return !isa_and_nonnull<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchCase>(parent);
  }

  // Calls that stand in this instantiation of a function.
  std::vector<CudaCall> CallsIn(const Unit& unit, const FunctionDecl& function) const {
    std::vector<CudaCall> calls;
    for (const CudaCall& found : calls_.In(CudaCalls::IdOf(unit, function)))
      if (found.in == &function)
        calls.push_back(found);
    return calls;
  }

  // Whether memory at `address`, and by these steps from there, in `function`, may be summed up until the kernel ends,
  // or a barrier comes.
  std::optional<std::string> WhyNotSummed(const Unit& unit, const Expr* address, const SumTarget::Steps& steps,
                                          const FunctionDecl& function, int depth) {
    SumTarget target(unit, function);
    if (!target.Follow(address, steps))
      return "it is not known what memory it adds to";
    if (target.IsShared()) {
      is_shared_ = true;
      return WhyNotShared(unit, function);
    }
    const std::vector<const CallExpr*> adding = AllowOthers(target, unit, function, depth);
    if (!adding.empty() && IsKernelInOrder(unit, function, adding))
      target.AllowReadsBefore(First(adding)->getEndLoc());
    if (const Expr* other = target.FirstOtherUse())
      return MayUse(unit, function, *other);
    if (target.IsGlobal())
      return WhyNotGlobal(unit, target.root(), function);
    if (!target.IsGiven())
      return "it adds to memory that no parameter of its function leads to";
    return WhyNotGiven(unit, target.root(), function, depth);
  }

  static std::string MayUse(const Unit& unit, const FunctionDecl& function, const Expr& use) {
    return NameOf(function)
        .append(" may use that memory before the sum is complete, in line ")
        .append(std::to_string(unit.PlaceOf(use.getBeginLoc()).line));
  }

  // Other sums of the same function add to it too, in functions that it calls as well: all calls that add, or do
  // nothing with it.
  std::vector<const CallExpr*> AllowOthers(SumTarget& target, const Unit& unit, const FunctionDecl& function,
                                           int depth) {
    std::vector<const CallExpr*> adding;
    for (const CudaCall& found : CallsIn(unit, function)) {
      const CallExpr* const call = found.call;
      const bool is_sum = IsNamed(*call, "atomicAdd") && IsOfCuda(found) && !IsUsed(unit, *call);
      if (is_sum ? FollowsSame(target, call->getArg(0)) : AllowCall(target, unit, *call, depth))
        adding.push_back(call);
    }
    return adding;
  }

  static bool FollowsSame(SumTarget& target, const Expr* address) {
    SumTarget same = target;
    const bool follows = same.Follow(address);
    if (follows)
      target = same;
    return follows;
  }

  // Whether some argument of the call, or its object, leads to that memory, and all that is done there is to add.
  bool AllowCall(SumTarget& target, const Unit& unit, const CallExpr& call, int depth) {
    bool is_allowed = false;
    const FunctionDecl& callee = *call.getDirectCallee();
    std::vector<const ValueDecl*> given_to(callee.param_begin(), callee.param_end());
    given_to.push_back(nullptr);
    for (const ValueDecl* parameter : given_to) {
      const Expr* given = GivenTo(parameter, &call);
      const auto path = given == nullptr ? std::nullopt : PathOf(given);
      const auto steps = path ? target.StepsFrom(*path) : std::nullopt;
      if (steps && OnlySums(unit, callee, parameter, *steps, depth + 1)) {
        target.Allow(*path);
        is_allowed = true;
      } else if (given != nullptr && !steps && given->getType()->isPointerType() &&
                 OnlySums(unit, callee, parameter, {}, depth + 1)) {
        is_allowed |= FollowsSame(target, given);
      }
    }
    return is_allowed;
  }

  static const CallExpr* First(const std::vector<const CallExpr*>& calls) {
    return *std::ranges::min_element(calls, {}, [](const CallExpr* call) { return call->getBeginLoc(); });
  }

  // Whether a read that stands in front of all these calls comes before them, or at no certain time: then it may be
  // given what the memory held before the kernel. A thread does a kernel's statements once unless they stand in a loop,
  // and whoever waits for other threads' memory without a barrier needs a fence.
  bool IsKernelInOrder(const Unit& unit, const FunctionDecl& function,
                       const std::vector<const CallExpr*>& adding) const {
    const auto is_fence = [](const CudaCall& found) {
      return found.call->getDirectCallee()->getNameAsString().starts_with("__threadfence");
    };
    return function.hasAttr<CUDAGlobalAttr>() && std::ranges::none_of(CallsIn(unit, function), is_fence) &&
           std::ranges::none_of(adding, [&](const CallExpr* call) { return IsInLoop(unit, *call); });
  }
  static bool IsInLoop(const Unit& unit, const Stmt& statement) {
    for (const Stmt* parent = unit.ParentOf(&statement); parent != nullptr; parent = unit.ParentOf(parent))
      if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt>(parent))
        return true;
    return false;
  }

  // Whether all that the function does with what its parameter leads to (its object, for nullptr), by these steps, is
  // to add to it.
  bool OnlySums(const Unit& unit, const FunctionDecl& callee, const ValueDecl* parameter, const SumTarget::Steps& steps,
                int depth) {
    const FunctionDecl* function = nullptr;
    if (depth > kDeepest || !callee.hasBody(function))
      return false;
    if (parameter != nullptr)
      parameter = function->getParamDecl(cast<ParmVarDecl>(parameter)->getFunctionScopeIndex());
    SumTarget target(unit, *function);
    target.StartFrom({parameter, steps, nullptr});
    AllowOthers(target, unit, *function, depth);
    return target.FirstOtherUse() == nullptr;
  }

  std::optional<std::string> WhyNotShared(const Unit& unit, const FunctionDecl& function) const {
    for (const CudaCall& found : CallsIn(unit, function))
      if (IsNamed(*found.call, "__syncwarp"))
        return NameOf(function).append(" has a __syncwarp, behind which the sum may be read before it is complete");
    return std::nullopt;
  }

  // What the function is given: by a launch, where no other parameter may lead to it; by a call, in the caller too.
  std::optional<std::string> WhyNotGiven(const Unit& unit, const MemoryPath& root, const FunctionDecl& function,
                                         int depth) {
    if (depth > kDeepest)
      return "it is reached through too many functions";
    for (const CudaCall& found : calls_.Of(CudaCalls::IdOf(unit, function))) {
      const Expr* given = GivenTo(root.variable, found.call);
      if (given == nullptr)
        continue;
      if (IsGivenTwice(unit, *found.call, *given, root, function, depth))
        return "two parameters lead to that memory in line " +
               std::to_string(found.unit->PlaceOf(found.call->getBeginLoc()).line);
      if (!isa<CUDAKernelCallExpr>(found.call))
        if (auto why = WhyNotSummed(*found.unit, given, root.steps, *found.in, depth + 1))
          return why;
    }
    return std::nullopt;
  }

  bool IsGivenTwice(const Unit& unit, const CallExpr& call, const Expr& given, const MemoryPath& root,
                    const FunctionDecl& function, int depth) {
    const auto path = PathBehind(&given, root.steps);
    if (!path)
      return false;
    return llvm::any_of(function.parameters(), [&](const ParmVarDecl* parameter) {
      const Expr* other = GivenTo(parameter, &call);
      if (parameter == root.variable || other == nullptr ||
          !(other->getType()->isPointerType() || other->getType()->isRecordType()))
        return false;
      const auto leads = PathOf(other->getType()->isPointerType() ? PointerIn(other) : other);
      return leads && leads->Meets(*path) &&
             !OnlySums(unit, function, parameter, path->StepsFrom(*leads).value_or(SumTarget::Steps()), depth);
    });
  }

  // All functions that a kernel runs, beside this one, may use a variable of the device.
  std::optional<std::string> WhyNotGlobal(const Unit& unit, const MemoryPath& root, const FunctionDecl& function) {
    for (const auto& [beside, declaration] : calls_.RunBeside({&unit, &function})) {
      if (beside != &unit)
        return "another unit's functions run beside " + NameOf(function) + ", and may use that variable of the device";
      SumTarget target(unit, *declaration);
      target.StartFrom(root);
      AllowOthers(target, unit, *declaration, 0);
      if (const Expr* other = declaration == &function ? nullptr : target.FirstOtherUse())
        return MayUse(unit, *declaration, *other);
    }
    return std::nullopt;
  }

  // What stays, once for each place in the text.
  void Note(const CudaCall& found, const std::string& what) {
    const plan::Place place = found.unit->PlaceOf(found.call->getBeginLoc());
    if (noted_.emplace(place.file, place.line, place.column).second)
      found_.others.push_back({place, what + "; atomicAdd would not"});
  }

  // A sum may be built of swaps, too.
  void NoteSwap(const CudaCall& found) {
    if (IsMadeOfFloats(found.call->getArg(found.call->getNumArgs() - 1)))
      Note(found,
           "this atomicCAS stays: if it adds up numbers in floating point, their sum hangs on the order of threads");
  }

  const Options& options_;
  const CudaCalls& calls_;
  const GpuSums gpu_;
  const bool is_on_gpu_;
  bool is_shared_ = false;  // of the call that is being considered
  CudaSums found_;
  std::map<std::tuple<std::string, unsigned, unsigned>, SumSite> sites_;
  std::set<std::tuple<std::string, unsigned, unsigned>> noted_;
};

}  // namespace

QualType AddedTo(const CallExpr& call) {
  return call.getNumArgs() == 0 ? QualType() : call.getArg(0)->IgnoreImpCasts()->getType()->getPointeeType();
}

CudaSums FindCudaSums(const CudaCalls& calls, const Options& options) {
  return Finder(calls, options).Run();
}

}  // namespace detrain::rewrite
