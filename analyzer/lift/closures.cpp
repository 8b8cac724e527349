// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas: a closure is an object whose members are what it captures.
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

std::optional<Operand> Body::CapturedAddress(const clang::VarDecl* variable) {
  const auto found = captures_.find(variable);
  if (found == captures_.end())
    return std::nullopt;
  const Operand field = FieldAddress(Load(Operand::Region(this_), unit_.ast().VoidPtrTy), found->second);
  return found->second->getType()->isReferenceType() ? Load(field, found->second->getType()) : field;
}

// A closure without captures becomes a function: the conversion gives its address, and it calls the closure's operator.
bool Body::LiftConversion(const clang::FunctionDecl* function) {
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
