// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using llvm::dyn_cast;
using rir::Operand;

void Body::Statement(const clang::Stmt* stmt) {
  if (!stmt || is_terminated_)
    return;
  const clang::SourceLocation outer = std::exchange(place_, stmt->getBeginLoc());
  if (const auto* expr = dyn_cast<clang::Expr>(stmt)) {
    Discard(expr);
  } else if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt)) {
    const std::vector<const clang::Stmt*> statements(compound->body_begin(), compound->body_end());
    Sequence(statements);
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(stmt)) {
    Declaration(declaration);
  } else if (const auto* branch = dyn_cast<clang::IfStmt>(stmt)) {
    IfStatement(branch);
  } else if (const auto* loop = dyn_cast<clang::ForStmt>(stmt)) {
    ForLoop(loop, rir::Schedule::None, 1);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(stmt)) {
    Loop({.condition = loop->getCond(), .body = loop->getBody()}, loop->getWhileLoc());
  } else if (const auto* loop = dyn_cast<clang::DoStmt>(stmt)) {
    Loop({.kind = rir::LoopKind::TestLast, .condition = loop->getCond(), .body = loop->getBody()}, loop->getDoLoc());
  } else if (const auto* choice = dyn_cast<clang::SwitchStmt>(stmt)) {
    Switch(choice);
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
    Statement(attributed->getSubStmt());
  } else if (const auto* captured = dyn_cast<clang::CapturedStmt>(stmt)) {
    Statement(captured->getCapturedStmt());
  } else if (const auto* directive = dyn_cast<clang::OMPExecutableDirective>(stmt)) {
    Directive(directive);
  } else if (const auto* canonical = dyn_cast<clang::OMPCanonicalLoop>(stmt)) {
    Statement(canonical->getLoopStmt());
  } else if (const auto* assembly = dyn_cast<clang::AsmStmt>(stmt)) {
    std::vector<Operand> args;
    for (const clang::Stmt* child : assembly->children())
      if (const auto* operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        args.push_back(operand->isGLValue() ? Address(operand) : Value(operand));
    Opaque(stmt, "inline assembly", std::move(args), {});
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
    else if (const auto* alias = dyn_cast<clang::TypedefNameDecl>(decl))
      NoteSizes(alias->getUnderlyingType());
  }
}

void Body::DeclareVariable(const clang::VarDecl* variable) {
  if (!variable->hasLocalStorage()) {
    unit_.RegionOf(variable);
    return;
  }
  place_ = variable->getBeginLoc();
  if (unit_.ast().getAsVariableArrayType(variable->getType()))
    return DeclareVla(variable);
  NoteSizes(variable->getType());
  const rir::RegionId region = LocalOf(variable);
  Emit(rir::DeclareOp{region});
  if (variable->hasAttr<clang::CleanupAttr>())
    Fail(function_->getBody(), "the attribute cleanup");
  if (variable->hasInit())
    Initialise(Operand::Region(region), variable->getType(), variable->getInit(), false);
}

void Body::IfStatement(const clang::IfStmt* stmt) {
  const Operand condition = Value(stmt->getCond());
  const auto then = [&] { Statement(stmt->getThen()); };
  if (stmt->getElse())
    If(condition, then, [&] { Statement(stmt->getElse()); });
  else
    If(condition, then);
}

void Body::Return(const clang::ReturnStmt* stmt) {
  const clang::Expr* value = stmt->getRetValue();
  if (!value || value->getType()->isVoidType()) {
    if (value)
      Discard(value);
    return Emit(rir::ReturnOp{});
  }
  const Operand returned = value->getType()->isRecordType() ? RecordAddress(value) : Value(value);
  Emit(rir::ReturnOp{returned}, unit_.TypeOf(value->getType()));
}

void Body::Break() {
  Emit(rir::BreakOp{jumps_.back().break_loop});
}

void Body::Continue() {
  const auto loop = std::find_if(jumps_.rbegin(), jumps_.rend(),
                                 [](const JumpTarget& target) { return target.continue_loop != rir::kNone; });
  if (loop->continue_breaks)
    Emit(rir::BreakOp{loop->continue_loop});
  else
    Emit(rir::ContinueOp{loop->continue_loop});
}

}  // namespace detrain::lift
