// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/body.h"

namespace detrain::lift {

using rir::Operand;

void Body::RangeLoop(const clang::CXXForRangeStmt* stmt) {
  InScope([&] {
    Statement(stmt->getInit());
    Statement(stmt->getRangeStmt());
    Statement(stmt->getBeginStmt());
    Statement(stmt->getEndStmt());
    Loop({.condition = stmt->getCond(),
          .step = stmt->getInc(),
          .body = stmt->getBody(),
          .variable = stmt->getLoopVarStmt()},
         stmt->getForLoc());
  });
}

namespace {

// Whether the program ends where the handler ends: it passes the exception on, or leaves main.
bool EndsProgram(const clang::CXXCatchStmt* handler, const clang::FunctionDecl* function) {
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(handler->getHandlerBlock());
  if (!block || block->body_empty())
    return false;
  const clang::Stmt* last = block->body_back();
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(last)) {
    last = Bare(expr);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(last);
    return llvm::isa<clang::CXXThrowExpr>(last) ||
           (call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn());
  }
  return llvm::isa<clang::ReturnStmt>(last) && function->isMain();
}

}  // namespace

// An exception ends the program, so handlers that end it as well are not followed. After others it would go on with
// what was half done when the exception came, which is not modelled.
void Body::Try(const clang::CXXTryStmt* stmt) {
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i)
    if (!EndsProgram(stmt->getHandler(i), function_))
      return Fail(stmt->getHandler(i), "a handler of exceptions that lets the program go on");
  Statement(stmt->getTryBlock());
}

// A static variable of a function that code must initialise is initialised when control first passes it.
void Body::DeclareStatic(const clang::VarDecl* variable) {
  const rir::RegionId region = unit_.RegionOf(variable);
  if (!Unit::IsInitialisedLate(variable))
    return;
  const clang::QualType type = unit_.ast().IntTy;
  const rir::RegionId guard = AddLocal("$guard::" + variable->getNameAsString(), type, variable->getLocation(),
                                       rir::RegionKind::FunctionStatic);
  unit_.module().regions[guard].link_name = unit_.module().regions[region].link_name + "$guard";
  If(Compute(rir::Opcode::LNot, {Load(Operand::Region(guard), type)}, Int()), [&] {
    InFullExpression([&] { Initialise(Operand::Region(region), variable->getType(), variable->getInit(), false); });
    Store(Operand::Region(guard), Operand::Int(1), type);
  });
}

}  // namespace detrain::lift
