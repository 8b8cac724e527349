// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of cuDNN whose choice of an algorithm hangs on the clock, or that may add in any order. The generated header
// gives their names to functions of detrain/gpu/cudnn.h, so calls out of macros go there too.
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "analyzer/rewrite/weave.h"

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
constexpr std::string_view kLeft = "cudnnSpatialTfSamplerBackward";

// Whether the argument names a value that leaves nothing to do.
bool IsInOrder(const CallExpr& call, const Pinned& pinned) {
  if (!pinned.argument || *pinned.argument >= call.getNumArgs())
    return false;
  const auto* named = dyn_cast<DeclRefExpr>(call.getArg(*pinned.argument)->IgnoreParenImpCasts());
  const auto* value = named == nullptr ? nullptr : dyn_cast<EnumConstantDecl>(named->getDecl());
  return value != nullptr &&
         std::ranges::find(pinned.values, std::string_view(value->getName())) == pinned.values.end();
}

class CudnnWeaver : public RecursiveASTVisitor<CudnnWeaver> {
 public:
  CudnnWeaver(Weave& weave, const Unit& unit) : weave_(weave), unit_(unit) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->isExternC() || callee->getIdentifier() == nullptr)
      return true;
    if (std::string_view(callee->getName()) == kLeft)
      weave_.stay.push_back({unit_.PlaceOf(call->getBeginLoc()),
                             std::string(kLeft) + " adds in any order, and cuDNN has no other form of it"});
    const auto* const pinned = std::ranges::find(kPinned, std::string_view(callee->getName()), &Pinned::name);
    if (pinned == kPinned.end() || IsInOrder(*call, *pinned))
      return true;
    const plan::Place place = unit_.PlaceOf(call->getBeginLoc());
    if (!unit_.IsCxx()) {
      weave_.stay.push_back(
          {place, std::string(pinned->name) + " stays as it is: the functions that take its place are C++"});
      return true;
    }
    weave_.has_cudnn.insert(&unit_);
    if (weave_.cuda == Cuda::Gpu)  // the host backend has one algorithm each, which adds in order
      weave_.changes_numbers.push_back({place, std::string(pinned->message)});
    return true;
  }

 private:
  Weave& weave_;
  const Unit& unit_;
};

}  // namespace

void WeaveCudnn(Weave& weave, const Unit& unit) {
  CudnnWeaver(weave, unit).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
