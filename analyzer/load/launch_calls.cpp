// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/launch_calls.h"

#include <clang/AST/Attr.h>
#include <llvm/ADT/StringSwitch.h>

namespace detrain::load {
namespace {

using Form = LaunchCall::Form;
using llvm::dyn_cast;

std::optional<Form> FormOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Form>>(name)
      .Cases({"cudaLaunchKernel", "cudaLaunchCooperativeKernel"}, Form::Pointers)
      .Case("cudaLaunchKernelEx", Form::Config)
      .Case("cudaLaunchKernelExC", Form::ConfigPointers)
      .Cases({"cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel"}, Form::Handle)
      .Default(std::nullopt);
}

// `kernel`, `&kernel`, `(void*)kernel`.
const clang::FunctionDecl* KernelIn(const clang::Expr* expr) {
  expr = expr->IgnoreParenCasts();
  if (const auto* address = dyn_cast<clang::UnaryOperator>(expr); address && address->getOpcode() == clang::UO_AddrOf)
    expr = address->getSubExpr()->IgnoreParenCasts();
  const auto* use = dyn_cast<clang::DeclRefExpr>(expr);
  const auto* function = use ? dyn_cast<clang::FunctionDecl>(use->getDecl()) : nullptr;
  return function && function->hasAttr<clang::CUDAGlobalAttr>() ? function : nullptr;
}

}  // namespace

std::optional<LaunchCall> LaunchCallOf(const clang::CallExpr* call, const clang::SourceManager& sources) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto form = callee && callee->getIdentifier() ? FormOf(callee->getName()) : std::nullopt;
  if (!form || !sources.isInSystemHeader(callee->getLocation()))
    return std::nullopt;
  if (*form == Form::Handle)
    return LaunchCall{*form};
  const clang::Expr* launched = call->getArg(*form == Form::Pointers ? 0 : 1);
  return LaunchCall{*form, launched, KernelIn(launched)};
}

}  // namespace detrain::load
