// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/body.h"
#include "analyzer/load/handlers.h"

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

// An exception ends the program, so handlers that end it as well are not followed. No more are those after which it
// goes on with what was half done when the exception came: the rewritten program ends where it enters one (rewrite).
void Body::Try(const clang::CXXTryStmt* stmt) {
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i)
    if (load::GoesOn(*stmt, *stmt->getHandler(i), function_))
      unit_.NoteHandler(stmt->getHandler(i)->getBeginLoc());
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
