// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas: a closure is an object whose members are what it captures.
#include <clang/Basic/SourceManager.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using rir::Operand;

void Body::MakeClosure(Operand target, const clang::LambdaExpr* lambda) {
  auto init = lambda->capture_init_begin();
  for (const clang::FieldDecl* field : lambda->getLambdaClass()->fields()) {
    if (*init)
      Initialise(FieldAddress(target, field), field->getType(), *init, false);
    ++init;
  }
}

void Body::EnterClosure(const clang::CXXMethodDecl* method) {
  if (!method->getParent()->isLambda() || method->getOverloadedOperator() != clang::OO_Call)
    return;
  method->getParent()->getCaptureFields(captures_, this_capture_);
}

std::optional<Operand> Body::CapturedAddress(const clang::ValueDecl* variable) {
  const auto found = captures_.find(variable);
  if (found == captures_.end())
    return std::nullopt;
  const Operand field = FieldAddress(Load(Operand::Region(this_), unit_.ast().VoidPtrTy), found->second);
  return found->second->getType()->isReferenceType() ? Load(field, found->second->getType()) : field;
}

namespace {

// What std::call_once hands to pthread_once, by way of variables of its own: a closure that calls what the user gave.
const clang::CXXMethodDecl* CalledOnce(const clang::FunctionDecl* function) {
  const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(function);
  const auto* flag = made ? llvm::dyn_cast<clang::CXXRecordDecl>(made->getParent()->getDeclContext()) : nullptr;
  const bool is_hand_over = flag && flag->isInStdNamespace() && flag->getName() == "once_flag" &&
                            made->getParent()->getName() == "_Prepare_execution" && made->getNumParams() == 1;
  const clang::CXXRecordDecl* record =
      is_hand_over ? made->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  return record && record->isLambda() ? record->getLambdaCallOperator() : nullptr;
}

// The library's way to pthread_once: what it would call has been called.
bool IsOnce(const clang::FunctionDecl* function) {
  return function->getIdentifier() && function->getName() == "__gthread_once" &&
         function->getASTContext().getSourceManager().isInSystemHeader(function->getLocation());
}

}  // namespace

// A closure without captures becomes a function: the conversion gives its address, and it calls the closure's operator.
// std::call_once calls its closure where it would hand it over, the first time.
bool Body::LiftConversion(const clang::FunctionDecl* function) {
  if (const clang::CXXMethodDecl* called = CalledOnce(function)) {
    const Operand is_first = Math("any", {}, unit_.TypeOf(unit_.ast().IntTy));
    rir::IfOp once;
    once.condition = is_first;
    once.then_block = InBlock([&] {
      Emit(rir::CallOp{Operand::Function(unit_.FunctionOf(called)), {Passed(function->getParamDecl(0))}, {}});
    });
    Emit(once);
    return true;
  }
  if (IsOnce(function)) {
    ReturnValue(Operand::Int(0));
    return true;
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || !method->getParent()->isLambda())
    return false;
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    const rir::FunctionId invoker = unit_.FunctionOf(method->getParent()->getLambdaStaticInvoker());
    unit_.module().functions[invoker].is_address_taken = true;
    ReturnValue(Operand::Function(invoker));
    return true;
  }
  if (!method->isLambdaStaticInvoker())
    return false;
  const clang::CXXMethodDecl* called = method->getParent()->getLambdaCallOperator();
  rir::CallOp op{Operand::Function(unit_.FunctionOf(called)), {}, {}};
  if (result_ != rir::kNone)
    op.args.push_back(Load(Operand::Region(result_), unit_.ast().VoidPtrTy));
  op.args.push_back(Operand::Null());
  for (const clang::ParmVarDecl* parameter : method->parameters())
    op.args.push_back(Passed(parameter));
  ReturnValue(CallAlike(std::move(op)));
  return true;
}

}  // namespace detrain::lift
