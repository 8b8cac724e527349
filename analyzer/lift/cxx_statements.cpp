// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/Basic/SourceManager.h>

#include "analyzer/lift/body.h"
#include "analyzer/load/handlers.h"
#include "analyzer/rir/handlers.h"

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
// goes on with what was half done when the exception came: the rewritten program ends where it enters one (rewrite),
// and that none is entered is an assumption.
void Body::Try(const clang::CXXTryStmt* stmt) {
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) {
    const clang::CXXCatchStmt& handler = *stmt->getHandler(i);
    // In the library's own text no check can be put, and what is thrown there is thrown where memory runs out.
    if (!load::GoesOn(*stmt, handler, function_) ||
        unit_.ast().getSourceManager().isInSystemHeader(handler.getBeginLoc()))
      continue;
    unit_.NoteHandler(handler.getBeginLoc());
    const clang::SourceLocation outer = std::exchange(place_, handler.getBeginLoc());
    rir::InputOp comes;  // whether an exception does is up to what the program is given
    comes.source = rir::Source::Arguments;
    comes.callee = std::string(rir::kCatch);
    If(EmitValue(comes, Int()), [&] { Emit(rir::StopOp{Operand::Int(4), true, std::string(rir::kCatch)}); });
    place_ = outer;
  }
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
  unit_.DestroyAtExit(variable, guard);
  If(Compute(rir::Opcode::LNot, {Load(Operand::Region(guard), type)}, Int()), [&] {
    InFullExpression([&] { Initialise(Operand::Region(region), variable->getType(), variable->getInit(), false); });
    Store(Operand::Region(guard), Operand::Int(1), type);
  });
}

}  // namespace detrain::lift
