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

// An exception ends the program, as far as the analysis goes: the handlers are not followed.
void Body::Try(const clang::CXXTryStmt* stmt) {
  Statement(stmt->getTryBlock());
  unit_.Opaque(stmt->getHandler(0)->getBeginLoc(), "a handler of exceptions");
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
