// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::reduce and std::transform_reduce of floating-point numbers under a parallel policy: the library adds in an order
// of its own. The call goes to a function of detrain/shards.hpp with the same arguments.
#include <clang/AST/RecursiveASTVisitor.h>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class AlgorithmWeaver : public RecursiveASTVisitor<AlgorithmWeaver> {
 public:
  AlgorithmWeaver(Weave& weave, const Unit& unit, unsigned shards)
      : weave_(weave), text_(weave, unit), count_(std::to_string(shards)) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (callee == nullptr || named == nullptr || named->hasExplicitTemplateArgs() || !callee->isInStdNamespace() ||
        callee->getIdentifier() == nullptr || !call->getType()->isFloatingType() || !HasPolicy(*call))
      return true;
    if (callee->getName() == "reduce")
      Write(*call, *named, "detrain::ReduceShards<");
    else if (callee->getName() == "transform_reduce")
      Write(*call, *named, "detrain::TransformReduceShards<");
    return true;
  }

 private:
  static bool HasPolicy(const CallExpr& call) {
    const auto* policy = call.getNumArgs() == 0 ? nullptr : call.getArg(0)->getType()->getAsCXXRecordDecl();
    return policy != nullptr &&
           (policy->getName() == "parallel_policy" || policy->getName() == "parallel_unsequenced_policy");
  }

  void Write(const CallExpr& call, const DeclRefExpr& named, const std::string& function) {
    const Unit& unit = text_.unit();
    const auto begin = unit.Before(&named), end = unit.BehindExpr(&named);
    if (!begin || !end || begin->file != end->file || !unit.IsUsers(begin->file))
      return;
    text_.Replace(named.getBeginLoc(), *begin, end->offset, function + count_ + ">");
    text_.ChangesNumbers(call.getBeginLoc(), "the sum is that of " + count_ + " shards, by a fixed tree");
    weave_.has_algorithms.insert(&unit);
  }

  Weave& weave_;
  ShardText text_;
  const std::string count_;
};

}  // namespace

void WeaveAlgorithms(Weave& weave, const Unit& unit, unsigned shards) {
  AlgorithmWeaver(weave, unit, shards).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
