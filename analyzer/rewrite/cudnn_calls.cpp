// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of cuDNN whose choice of an algorithm hangs on the clock, or that may add in any order. The generated header
// gives their names to functions of detrain/gpu/cudnn.h, so calls out of macros go there too.
#include "analyzer/rewrite/cudnn_calls.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/ASTUnit.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace detrain::rewrite {

using namespace clang;

namespace {

struct Pinned {
  std::string_view name;
  std::optional<unsigned> argument;  // what makes the call non-deterministic; nothing: it always is
  std::array<std::string_view, 2> values;
  std::string_view message;
};

constexpr std::string_view kByTable =
    "the algorithm is chosen by cuDNN's table among the deterministic ones, and recorded";
constexpr std::string_view kInOrder = "an algorithm that adds in any order becomes CUDNN_CONVOLUTION_BWD_..._ALGO_1";
constexpr std::string_view kLoss = "CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC becomes CUDNN_CTC_LOSS_ALGO_DETERMINISTIC";
constexpr std::string_view kPooling = "CUDNN_POOLING_MAX becomes CUDNN_POOLING_MAX_DETERMINISTIC";

constexpr std::array<Pinned, 15> kPinned = {{
    {"cudnnFindConvolutionForwardAlgorithm", {}, {}, kByTable},
    {"cudnnFindConvolutionForwardAlgorithmEx", {}, {}, kByTable},
    {"cudnnFindConvolutionBackwardDataAlgorithm", {}, {}, kByTable},
    {"cudnnFindConvolutionBackwardDataAlgorithmEx", {}, {}, kByTable},
    {"cudnnFindConvolutionBackwardFilterAlgorithm", {}, {}, kByTable},
    {"cudnnFindConvolutionBackwardFilterAlgorithmEx", {}, {}, kByTable},
    {"cudnnGetConvolutionForwardAlgorithm_v7", {}, {}, kByTable},
    {"cudnnGetConvolutionBackwardDataAlgorithm_v7", {}, {}, kByTable},
    {"cudnnGetConvolutionBackwardFilterAlgorithm_v7", {}, {}, kByTable},
    {"cudnnConvolutionBackwardFilter",
     7,
     {"CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0", "CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3"},
     kInOrder},
    {"cudnnConvolutionBackwardData", 7, {"CUDNN_CONVOLUTION_BWD_DATA_ALGO_0"}, kInOrder},
    {"cudnnCTCLoss", 9, {"CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC"}, kLoss},
    {"cudnnCTCLoss_v8", 1, {"CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC"}, kLoss},
    {"cudnnSetPooling2dDescriptor", 1, {"CUDNN_POOLING_MAX"}, kPooling},
    {"cudnnSetPoolingNdDescriptor", 1, {"CUDNN_POOLING_MAX"}, kPooling},
}};

// What has no twin that adds in order.
constexpr const char* kLeft = "cudnnSpatialTfSamplerBackward";

// Whether the argument names a value that leaves nothing to do.
bool IsInOrder(const CallExpr& call, const Pinned& pinned) {
  if (!pinned.argument || *pinned.argument >= call.getNumArgs())
    return false;
  const auto* named = dyn_cast<DeclRefExpr>(call.getArg(*pinned.argument)->IgnoreParenImpCasts());
  const auto* value = named == nullptr ? nullptr : dyn_cast<EnumConstantDecl>(named->getDecl());
  return value != nullptr &&
         std::ranges::find(pinned.values, std::string_view(value->getName())) == pinned.values.end();
}

class Finder : public RecursiveASTVisitor<Finder> {
 public:
  Finder(const Unit& unit, const Options& options, std::vector<CudnnSite>& sites)
      : unit_(unit), options_(options), sites_(sites) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->isExternC() || callee->getIdentifier() == nullptr)
      return true;
    const std::string name = callee->getNameAsString();
    const plan::Place place = unit_.PlaceOf(call->getBeginLoc());
    if (name == kLeft)
      sites_.push_back({&unit_, place, name + " adds in any order, and cuDNN has no other form of it", true});
    const auto* const pinned = std::ranges::find(kPinned, std::string_view(name), &Pinned::name);
    if (pinned == kPinned.end() || IsInOrder(*call, *pinned))
      return true;
    if (!unit_.IsCxx())
      sites_.push_back({&unit_, place, name + " stays as it is: the functions that take its place are C++", true});
    else if (!options_.is_deterministic)
      sites_.push_back({&unit_, place, name + " stays as it is: --level=save leaves its algorithm", true});
    else
      sites_.push_back({&unit_, place, std::string(pinned->message), false});
    return true;
  }

 private:
  const Unit& unit_;
  const Options& options_;
  std::vector<CudnnSite>& sites_;
};

}  // namespace

bool UsesCudnn(const load::LoadedUnit& unit) {
  ASTContext& context = unit.ast().getASTContext();
  const auto is_declared = [&](std::string_view name) {
    const IdentifierInfo& identifier = context.Idents.get(llvm::StringRef(name));
    return !context.getTranslationUnitDecl()->lookup(DeclarationName(&identifier)).empty();
  };
  return is_declared(kLeft) || std::ranges::any_of(kPinned, is_declared, &Pinned::name);
}

std::vector<CudnnSite> FindCudnnSites(const std::vector<Unit>& units, const Options& options) {
  std::vector<CudnnSite> sites;
  for (const Unit& unit : units)
    if (UsesCudnn(unit.loaded()))
      Finder(unit, options, sites).TraverseDecl(unit.context().getTranslationUnitDecl());
  return sites;
}

void WeaveCudnn(Weave& weave, const std::vector<CudnnSite>& sites) {
  for (const CudnnSite& site : sites) {
    if (site.is_left)
      continue;
    weave.has_cudnn.insert(site.unit);
    if (weave.cuda == Cuda::Gpu)  // the host backend has one algorithm each, which adds in order
      weave.changes_numbers.push_back({site.place, site.message});
  }
}

}  // namespace detrain::rewrite
