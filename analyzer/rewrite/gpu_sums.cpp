// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/gpu_sums.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <string_view>

namespace detrain::rewrite {

using namespace clang;

namespace {

constexpr const char* kCause = "changes_numbers";
constexpr std::string_view kBarrier = "__syncthreads";

// A barrier by other means than __syncthreads.
class OtherBarriers : public RecursiveASTVisitor<OtherBarriers> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method, readability-identifier-naming): how the visitor is used
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const std::string name = callee == nullptr ? "" : callee->getQualifiedNameAsString();
    const llvm::StringRef of(name);
    const bool is_group = of.contains("cooperative_groups::") && (of.ends_with("::sync") || of.contains("::wait"));
    is_found |=
        (of.starts_with(kBarrier) && name != kBarrier) || is_group || of.contains("barrier") || of.contains("__nv_bar");
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt* text) {
    is_found |= text->getAsmString().find("bar") != std::string::npos;
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method, readability-identifier-naming)

  bool is_found = false;
};

bool HasOtherBarriers(const FunctionDecl& function) {
  OtherBarriers barriers;
  barriers.TraverseStmt(function.getBody());
  return barriers.is_found;
}

// Of a vector, that of its components: each is a sum of its own.
std::string NumberOf(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  const llvm::StringRef name = record == nullptr ? "" : record->getName();
  if (name == "float2" || name == "float4")
    return "float";
  if (name == "__half2" || name == "__nv_bfloat162")
    return name.drop_back().str();
  return record == nullptr ? type.getCanonicalType().getUnqualifiedType().getAsString() : name.str();
}

}  // namespace

std::optional<std::string> GpuSums::WhyNotLaunched(const CudaFunction& kernel) const {
  const std::string id = CudaCalls::IdOf(*kernel.unit, *kernel.declaration);
  if (calls_.Of(id).empty() || calls_.IsPassedOn(id))
    return "where " + NameOf(*kernel.declaration) + " is launched is not in the text";
  for (const CudaCall& launch : calls_.Of(id))
    if (!isa<CUDAKernelCallExpr>(launch.call) || launch.in->hasAttr<CUDAGlobalAttr>() ||
        launch.in->hasAttr<CUDADeviceAttr>() || !CudaCalls::IsStatement(launch) || !CudaCalls::StreamOf(launch))
      return "nothing can be added around the launch of " + NameOf(*kernel.declaration) + " in line " +
             std::to_string(launch.unit->PlaceOf(launch.call->getBeginLoc()).line);
  return std::nullopt;
}

std::optional<std::string> GpuSums::WhyNotCalled(const CudaFunction& function) const {
  const FunctionDecl& declaration = *function.declaration;
  const std::string id = CudaCalls::IdOf(*function.unit, declaration);
  const auto* method = dyn_cast<CXXMethodDecl>(&declaration);
  if (!declaration.hasAttr<CUDADeviceAttr>())
    return NameOf(declaration) + " is not a function of the device";
  if (calls_.Of(id).empty() || calls_.IsPassedOn(id) || (method != nullptr && method->isVirtual()) ||
      isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(declaration))
    return "what runs " + NameOf(declaration) + " is not in the text";
  for (const CudaCall& found : calls_.Of(id))
    if (!found.call->getDirectCallee()->hasBody())
      return NameOf(declaration) + " is called where its text is not, in line " +
             std::to_string(found.unit->PlaceOf(found.call->getBeginLoc()).line);
  return std::nullopt;
}

GpuSums::Reached GpuSums::KernelsOf(const Unit& unit, const FunctionDecl& function) const {
  Reached reached;
  std::set<std::string> seen;
  std::vector<CudaFunction> left = {{&unit, &function}};
  while (!left.empty() && !reached.why_not) {
    const CudaFunction next = left.back();
    left.pop_back();
    const std::string id = CudaCalls::IdOf(*next.unit, *next.declaration);
    if (!seen.insert(id).second)
      continue;
    if (next.declaration->hasAttr<CUDAGlobalAttr>()) {
      reached.kernels.emplace(id, next);
      reached.why_not = WhyNotLaunched(next);
      continue;
    }
    reached.why_not = WhyNotCalled(next);
    for (const CudaCall& found : calls_.Of(id))
      left.push_back({found.unit, found.in});
  }
  return reached;
}

GpuSums::Barriers GpuSums::BarriersOf(const CudaFunction& kernel) const {
  Barriers barriers;
  std::set<std::string> seen;
  std::vector<CudaFunction> left = {kernel};
  while (!left.empty()) {
    const CudaFunction next = left.back();
    left.pop_back();
    const std::string id = CudaCalls::IdOf(*next.unit, *next.declaration);
    if (!seen.insert(id).second)
      continue;
    if (HasOtherBarriers(*next.declaration))
      barriers.why_not = NameOf(*next.declaration) + " has another barrier than __syncthreads";
    for (const CudaCall& found : calls_.In(id)) {
      const FunctionDecl* callee = found.call->getDirectCallee();
      const bool is_barrier = callee->getNameAsString() == kBarrier;
      if (is_barrier)
        barriers.calls.push_back(found);
      if (is_barrier && !found.unit->At(found.call->getCallee()->getBeginLoc()))
        barriers.why_not = "a barrier of " + NameOf(*next.declaration) + " comes out of a macro";
      if (!is_barrier && callee->hasBody(callee) && !found.unit->sources().isInSystemHeader(callee->getLocation()))
        left.push_back({found.unit, callee});
    }
  }
  return barriers;
}

std::optional<std::string> GpuSums::WhyNot(const Unit& unit, const FunctionDecl& function, bool is_shared) const {
  const Reached reached = KernelsOf(unit, function);
  if (reached.why_not || !is_shared)
    return reached.why_not;
  for (const auto& [id, kernel] : reached.kernels)
    if (auto why = BarriersOf(kernel).why_not)
      return why;
  return std::nullopt;
}

void GpuSumWeaver::Use(const Unit& unit, const FunctionDecl& function, QualType shared) {
  weave_.has_gpu_sums.insert(&unit);
  for (const auto& [id, kernel] : sums_.KernelsOf(unit, function).kernels) {
    summing_.insert(id);
    if (shared.isNull())
      continue;
    for (const CudaCall& barrier : sums_.BarriersOf(kernel).calls) {
      const Spot at = *barrier.unit->At(barrier.call->getCallee()->getBeginLoc());
      barriers_[{at.file, at.offset}].insert(NumberOf(shared));
      weave_.has_gpu_sums.insert(barrier.unit);
    }
  }
}

void GpuSumWeaver::Finish() {
  for (const std::string& kernel : summing_)
    for (const CudaCall& launch : calls_.Of(kernel)) {
      const std::string stream = *CudaCalls::StreamOf(launch);
      weave_.edits.InsertOnce(*launch.unit->Before(launch.call), Rank::Call, "detrain::SumsBegin(" + stream + "), ",
                              kCause);
      weave_.edits.InsertOnce(CudaCalls::BehindLaunch(launch), Rank::First, ", detrain::SumsEnd(" + stream + ")",
                              kCause);
      weave_.has_gpu_sums.insert(launch.unit);
    }
  for (const auto& [at, numbers] : barriers_) {
    std::string list;
    for (const std::string& number : numbers)
      list += (list.empty() ? "" : ", ") + number;
    weave_.edits.Replace({at.first, at.second}, kBarrier.size(), "detrain_syncthreads<" + list + ">", kCause);
  }
}

}  // namespace detrain::rewrite
