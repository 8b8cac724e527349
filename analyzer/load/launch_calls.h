// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches by functions of CUDA's runtime and driver.
#ifndef DETRAIN_ANALYZER_LOAD_LAUNCH_CALLS_H
#define DETRAIN_ANALYZER_LOAD_LAUNCH_CALLS_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <optional>

namespace detrain::load {

struct LaunchCall {
  enum class Form {
    Pointers,        // cudaLaunchKernel(kernel, grid, block, pointers to arguments, bytes, stream)
    Config,          // cudaLaunchKernelEx(sizes, kernel, arguments)
    ConfigPointers,  // cudaLaunchKernelExC(sizes, kernel, pointers to arguments)
    Handle,          // cuLaunchKernel: of a function that was loaded
  };
  Form form;
  const clang::Expr* launched = nullptr;        // what is said to be launched
  const clang::FunctionDecl* kernel = nullptr;  // that it names; null: a pointer that lies somewhere, or a handle
};

// Nothing: the call launches none, or calls a function of the user's.
std::optional<LaunchCall> LaunchCallOf(const clang::CallExpr* call, const clang::SourceManager& sources);

}  // namespace detrain::load

#endif
