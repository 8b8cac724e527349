// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"
#include "analyzer/lift/effects.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using rir::Operand;

// Scalars are passed as values, records as the address of what is copied.
Operand Body::Argument(const Expr* argument) {
  if (argument->getType()->isRecordType())
    return RecordAddress(argument);
  return argument->isGLValue() ? Address(argument) : Value(argument);  // a place: only Clang's own functions take those
}

Operand Body::Call(const clang::CallExpr* call, bool is_used, Operand into) {
  const clang::SourceLocation outer = std::exchange(place_, call->getBeginLoc());
  const QualType hint = allocated_;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const catalog::Row* row = callee && !unit_.IsLifted(callee) ? unit_.RowFor(callee) : nullptr;
  if (callee && callee->hasAttr<clang::ReturnsTwiceAttr>())
    Fail(call, callee->getNameAsString());
  Operand result;
  if (row) {
    allocated_ = {};
    EffectLifter effects(*this, *row, call, callee, is_used);  // evaluates the arguments
    place_ = call->getBeginLoc();
    allocated_ = hint;
    result = effects.Lift(into);
  } else if (auto builtin = callee && callee->getBuiltinID() != 0 && !unit_.IsLifted(callee)
                                ? Builtin(call, callee, is_used)
                                : std::nullopt) {
    result = *builtin;
  } else {
    result =
        UserCall(call, callee ? Operand::Function(unit_.FunctionOf(callee)) : Value(call->getCallee()), is_used, into);
    if (callee && callee->isNoReturn() && !unit_.IsLifted(callee))
      Emit(rir::StopOp{Operand::Int(1), true, callee->getNameAsString()});
  }
  place_ = outer;
  return result;
}

Operand Body::UserCall(const clang::CallExpr* call, Operand callee, bool is_used, Operand into) {
  const QualType type = call->getType();
  rir::CallOp op{callee, {}, {}};
  const QualType outer = std::exchange(allocated_, QualType());
  for (const Expr* argument : call->arguments())
    op.args.push_back(Argument(argument));
  allocated_ = outer;
  place_ = call->getBeginLoc();
  if (type->isRecordType()) {
    op.into = into ? into : Operand::Region(Temporary(type));
    Emit(op);
    return op.into;
  }
  if (type->isVoidType() || !is_used) {
    Emit(std::move(op), type->isVoidType() ? rir::kNone : unit_.TypeOf(type));
    return {};
  }
  return EmitValue(std::move(op), unit_.TypeOf(type));
}

// __builtin_add_overflow(a, b, &sum)
Operand Body::Overflowing(const clang::CallExpr* call, llvm::StringRef name) {
  const std::vector<Operand> args = {Argument(call->getArg(0)), Argument(call->getArg(1))};
  const QualType type = call->getArg(2)->getType()->getPointeeType();
  Store(Argument(call->getArg(2)), Math(name.str() + ".value", args, unit_.TypeOf(type)), type);
  return Math(name.str(), args, unit_.TypeOf(call->getType()));
}

// Clang's own functions that are no library's: atomics, and whatever has no side effect.
std::optional<Operand> Body::Builtin(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_used) {
  static const std::pair<llvm::StringRef, const char*> atomics[] = {
      {"__sync_fetch_and_add", "+"}, {"__sync_fetch_and_sub", "-"}, {"__sync_fetch_and_or", "|"},
      {"__sync_fetch_and_and", "&"}, {"__sync_fetch_and_xor", "^"}, {"__sync_lock_test_and_set", "="}};
  const llvm::StringRef name = callee->getName();
  const QualType type = call->getType();
  for (const auto& [prefix, operation] : atomics)
    if (name.starts_with(prefix)) {
      const Operand address = Argument(call->getArg(0));
      return EmitValue(rir::AtomicOp{address, Argument(call->getArg(1)), operation}, unit_.TypeOf(type));
    }
  if (name.ends_with("_overflow") && call->getNumArgs() == 3)
    return Overflowing(call, name);
  if (name.starts_with("__sync_synchronize")) {
    Emit(rir::SyncOp{rir::SyncKind::Flush, {}});
    return Operand();
  }
  const bool is_pure = callee->hasAttr<clang::ConstAttr>() && type->isArithmeticType() && !type->isAnyComplexType();
  if (!is_pure)
    return std::nullopt;
  std::vector<Operand> args;
  for (const Expr* argument : call->arguments())
    args.push_back(Argument(argument));
  return is_used ? Math(name.str(), std::move(args), unit_.TypeOf(type)) : Operand();
}

}  // namespace detrain::lift
