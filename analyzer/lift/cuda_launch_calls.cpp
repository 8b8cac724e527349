// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches by functions of CUDA's runtime: cudaLaunchKernel, whose arguments are an array of pointers to them, and
// cudaLaunchKernelEx, which takes them as they are behind a record with the sizes.
#include "analyzer/lift/body.h"
#include "analyzer/load/launch_calls.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using rir::Operand;

// nullopt: it is none of them.
std::optional<Operand> Body::LaunchCall(const clang::CallExpr* call) {
  const auto launch = load::LaunchCallOf(call, unit_.ast().getSourceManager());
  if (!launch)
    return std::nullopt;
  const clang::FunctionDecl* kernel = launch->kernel;
  if (!kernel || IsInKernel()) {
    return Opaque(call, IsInKernel() ? "a launch by a kernel" : "a launch through a pointer",
                  Arguments(llvm::ArrayRef(call->getArgs(), call->getNumArgs())), call->getType());
  }
  using Form = load::LaunchCall::Form;
  Launched launched = launch->form == Form::Pointers ? ByPointers(call, kernel)
                                                     : ByConfig(call, kernel, launch->form == Form::ConfigPointers);
  place_ = call->getBeginLoc();
  Launch(std::move(launched));
  return Operand::Int(0);  // cudaSuccess
}

Body::Launched Body::ByPointers(const clang::CallExpr* call, const clang::FunctionDecl* kernel) {
  Launched launched{kernel, {}, SizesOf(call->getArg(1)), SizesOf(call->getArg(2)), {}, {}};
  launched.args = PointedTo(call->getArg(3), kernel);
  launched.bytes = Value(call->getArg(4));
  launched.stream = Value(call->getArg(5));
  return launched;
}

Body::Launched Body::ByConfig(const clang::CallExpr* call, const clang::FunctionDecl* kernel, bool by_pointers) {
  const clang::RecordDecl* type = call->getArg(0)->getType()->getPointeeType()->getAsRecordDecl();
  const Operand config = Value(call->getArg(0));
  const auto *blocks = FieldNamed(type, "gridDim"), *threads = FieldNamed(type, "blockDim"),
             *bytes = FieldNamed(type, "dynamicSmemBytes"), *stream = FieldNamed(type, "stream");
  Launched launched{kernel,
                    {},
                    SizesAt(FieldAddress(config, blocks), blocks->getType()),
                    SizesAt(FieldAddress(config, threads), threads->getType()),
                    Load(FieldAddress(config, bytes), bytes->getType()),
                    Load(FieldAddress(config, stream), stream->getType())};
  if (by_pointers)
    launched.args = PointedTo(call->getArg(2), kernel);
  for (unsigned i = 2; i < call->getNumArgs() && !by_pointers; ++i) {
    const Expr* argument = call->getArg(i);
    const QualType to = kernel->getParamDecl(i - 2)->getType(), from = argument->getType();
    if (IsInMemory(to))
      launched.args.push_back(RecordAddress(argument));
    else
      launched.args.push_back(
          Convert(argument->isGLValue() ? Load(Address(argument), from) : Value(argument), from, to));
  }
  return launched;
}

// What each of the pointers leads to is the kernel's argument.
std::vector<Operand> Body::PointedTo(const Expr* pointers, const clang::FunctionDecl* kernel) {
  std::vector<Operand> args;
  const QualType pointer = unit_.ast().VoidPtrTy;
  const Operand first = Value(pointers);
  for (const clang::ParmVarDecl* param : kernel->parameters()) {
    const Operand place =
        Load(IndexAddress(first, Operand::Int(static_cast<std::int64_t>(args.size())), pointer, std::nullopt), pointer);
    args.push_back(IsInMemory(param->getType()) ? place : Load(place, param->getType()));
  }
  return args;
}

}  // namespace detrain::lift
