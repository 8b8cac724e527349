// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"
#include "analyzer/lift/cuda_facts.h"
#include "analyzer/load/temporaries.h"

namespace detrain::lift {

using clang::QualType;
using llvm::dyn_cast;
using rir::Operand;

void Body::Statement(const clang::Stmt* stmt) {
  if (!stmt || is_terminated_ || FailsIfEntered(stmt))
    return;
  const clang::SourceLocation outer = std::exchange(place_, stmt->getBeginLoc());
  if (const auto* expr = dyn_cast<clang::Expr>(stmt)) {
    InFullExpression([&] { Discard(expr); });
  } else if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt)) {
    const std::vector<const clang::Stmt*> statements(compound->body_begin(), compound->body_end());
    InScope([&] { Sequence(statements); });
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(stmt)) {
    Declaration(declaration);
  } else if (const auto* branch = dyn_cast<clang::IfStmt>(stmt)) {
    IfStatement(branch);
  } else if (const auto* loop = dyn_cast<clang::ForStmt>(stmt)) {
    ForLoop(loop, rir::Schedule::None, 1);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(stmt)) {
    Loop({.condition = loop->getCond(), .body = loop->getBody(), .test_variable = loop->getConditionVariableDeclStmt()},
         loop->getWhileLoc());
  } else if (const auto* loop = dyn_cast<clang::DoStmt>(stmt)) {
    Loop({.kind = rir::LoopKind::TestLast, .condition = loop->getCond(), .body = loop->getBody()}, loop->getDoLoc());
  } else if (const auto* choice = dyn_cast<clang::SwitchStmt>(stmt)) {
    InScope([&] { Switch(choice); });
  } else if (const auto* returned = dyn_cast<clang::ReturnStmt>(stmt)) {
    Return(returned);
  } else if (llvm::isa<clang::BreakStmt>(stmt)) {
    Break();
  } else if (llvm::isa<clang::ContinueStmt>(stmt)) {
    Continue();
  } else if (const auto* label = dyn_cast<clang::LabelStmt>(stmt)) {
    Statement(label->getSubStmt());
  } else if (const auto* jump = dyn_cast<clang::GotoStmt>(stmt)) {
    Goto(jump);
  } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(stmt)) {
    Part(attributed->getSubStmt());
  } else if (const auto* captured = dyn_cast<clang::CapturedStmt>(stmt)) {
    Statement(captured->getCapturedStmt());
  } else if (const auto* directive = dyn_cast<clang::OMPExecutableDirective>(stmt)) {
    Directive(directive);
  } else if (const auto* canonical = dyn_cast<clang::OMPCanonicalLoop>(stmt)) {
    Statement(canonical->getLoopStmt());
  } else if (const auto* assembly = dyn_cast<clang::AsmStmt>(stmt)) {
    Assembly(assembly);
  } else if (const auto* range = dyn_cast<clang::CXXForRangeStmt>(stmt)) {
    RangeLoop(range);
  } else if (const auto* attempt = dyn_cast<clang::CXXTryStmt>(stmt)) {
    Try(attempt);
  } else if (llvm::isa<clang::IndirectGotoStmt>(stmt)) {
    Fail(stmt, "computed goto");
  } else if (!llvm::isa<clang::NullStmt>(stmt)) {
    Fail(stmt, stmt->getStmtClassName());
  }
  place_ = outer;
}

void Body::Declaration(const clang::DeclStmt* stmt) {
  for (const clang::Decl* decl : stmt->decls()) {
    if (const auto* variable = dyn_cast<clang::VarDecl>(decl))
      DeclareVariable(variable);
    if (const auto* group = dyn_cast<clang::DecompositionDecl>(decl))
      for (const clang::BindingDecl* binding : group->bindings())
        if (const clang::VarDecl* holder = binding->getHoldingVar(); holder && !IsPartOfTuple(holder))
          DeclareVariable(holder);
    if (const auto* alias = dyn_cast<clang::TypedefNameDecl>(decl))
      NoteSizes(alias->getUnderlyingType());
  }
}

void Body::DeclareVariable(const clang::VarDecl* variable) {
  if (IsShared(variable))
    return;  // the block's, made by the launch
  if (!variable->hasLocalStorage())
    return DeclareStatic(variable);
  place_ = variable->getBeginLoc();
  if (unit_.ast().getAsVariableArrayType(variable->getType()))
    return DeclareVla(variable);
  NoteSizes(variable->getType());
  const rir::RegionId region = LocalOf(variable);
  Emit(rir::DeclareOp{region});
  if (variable->hasAttr<clang::CleanupAttr>())
    Fail(function_->getBody(), "the attribute cleanup");
  // A reference to a temporary that lives as long as the reference is the temporary.
  const auto* held = load::HeldTemporary(*variable);
  const clang::QualType type = held ? held->getType() : variable->getType();
  const clang::Expr* init = held ? held->getSubExpr() : variable->getInit();
  if (init != nullptr)
    InFullExpression([&] { Initialise(Operand::Region(region), type, init, false); });
  PushDestructor(Operand::Region(region), type);
}

void Body::IfStatement(const clang::IfStmt* stmt) {
  const bool is_entered = !EntriesOf(stmt).empty();
  if (is_entered && (stmt->isConstexpr() || stmt->getInit() || stmt->getConditionVariable()))
    return Fail(stmt, "goto into a block");
  InScope([&] {
    Statement(stmt->getInit());
    if (stmt->isConstexpr())
      if (const auto taken = stmt->getNondiscardedCase(unit_.ast()))
        return Statement(*taken);
    Statement(stmt->getConditionVariableDeclStmt());
    Operand condition;
    if (is_entered)
      condition = TestUnlessEntered(stmt->getCond(), stmt, stmt->getThen());
    else
      InFullExpression([&] { condition = Value(stmt->getCond()); });
    const auto branch = [&](const clang::Stmt* side) { InScope([&] { Part(side); }); };
    const auto then = [&] { branch(stmt->getThen()); };
    if (stmt->getElse())
      If(condition, then, [&] { branch(stmt->getElse()); });
    else
      If(condition, then);
  });
}

void Body::Return(const clang::ReturnStmt* stmt) {
  const std::size_t depth = cleanups_.size();
  const Operand returned = Returned(stmt->getRetValue());
  EmitCleanups(0);
  cleanups_.resize(depth);
  ReturnValue(returned);
}

void Body::ReturnValue(Operand returned) {
  Emit(rir::ReturnOp{returned}, returned ? unit_.TypeOf(function_->getReturnType()) : rir::kNone);
}

Operand Body::CallAlike(rir::CallOp op) {
  const QualType type = result_ == rir::kNone ? function_->getReturnType() : unit_.ast().VoidTy;
  return Finish(std::move(op), type, false, true, {});
}

// What the caller gets; none: nothing, or the object that it made room for.
Operand Body::Returned(const clang::Expr* value) {
  if (!value)
    return {};
  if (value->getType()->isVoidType())
    return Discard(value);
  if (function_->getReturnType()->isReferenceType())
    return Address(value);
  if (result_ == rir::kNone)
    return IsInMemory(value->getType()) ? RecordAddress(value) : Value(value);
  Initialise(Load(Operand::Region(result_), unit_.ast().VoidPtrTy), value->getType(), value, false);
  return {};
}

void Body::Break() {
  EmitCleanups(jumps_.back().cleanups);
  Emit(rir::BreakOp{jumps_.back().break_loop});
}

void Body::Continue() {
  const auto loop = std::find_if(jumps_.rbegin(), jumps_.rend(),
                                 [](const JumpTarget& target) { return target.continue_loop != rir::kNone; });
  EmitCleanups(loop->cleanups);
  if (loop->continue_breaks)
    Emit(rir::BreakOp{loop->continue_loop});
  else
    Emit(rir::ContinueOp{loop->continue_loop});
}

}  // namespace detrain::lift
