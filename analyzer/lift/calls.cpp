// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>

#include "analyzer/lift/body.h"
#include "analyzer/lift/effects.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using rir::Operand;

// Scalars are passed as values, records as the address of what is copied.
Operand Body::Argument(const Expr* argument) {
  if (IsInMemory(argument->getType()))
    return RecordAddress(argument);
  return argument->isGLValue() ? Address(argument) : Value(argument);  // a place: only Clang's own functions take those
}

std::vector<Operand> Body::Arguments(llvm::ArrayRef<const Expr*> arguments) {
  std::vector<Operand> values(arguments.size());
  EachOperand(arguments, [&](std::size_t i) { values[i] = Argument(arguments[i]); });
  return values;
}

Operand Body::Call(const clang::CallExpr* call, bool is_used, Operand into) {
  const clang::SourceLocation outer = std::exchange(place_, call->getBeginLoc());
  const QualType hint = allocated_;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (const auto* pseudo = llvm::dyn_cast<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens())) {
    Discard(pseudo->getBase());
    return {};
  }
  if (const auto* launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(call)) {
    Launch(launch);
    place_ = outer;
    return {};
  }
  const catalog::Row* row = callee && !unit_.IsLifted(callee) ? unit_.RowFor(callee) : nullptr;
  if (callee && callee->hasAttr<clang::ReturnsTwiceAttr>())
    Fail(call, callee->getNameAsString());
  Operand result;
  if (callee && unit_.IsCxx() && IsStreamCall(call, callee)) {
    result = StreamCall(call, callee, into);
  } else if (row) {
    allocated_ = {};
    EffectLifter effects(*this, *row, call, is_used);  // evaluates the arguments
    place_ = call->getBeginLoc();
    allocated_ = hint;
    result = effects.Lift(into);
  } else if (const auto status = LaunchCall(call)) {
    result = *status;
  } else if (const auto made = callee ? DeviceFunction(call, callee, into) : std::nullopt) {
    result = *made;
  } else if (const auto memory = callee && unit_.IsCxx() ? GlobalNew(call, callee) : std::nullopt) {
    result = *memory;
  } else if (auto builtin = callee && callee->getBuiltinID() != 0 && (unit_.IsCxx() || !unit_.IsLifted(callee))
                                ? Builtin(call, callee, is_used, into)
                                : std::nullopt) {
    result = *builtin;
  } else if (callee && callee->isNoReturn() && unit_.IsLibrarys(callee)) {
    for (const Expr* argument : call->arguments())
      Discard(argument);
    Emit(rir::StopOp{Operand::Int(1), true, callee->getNameAsString()});
  } else {
    result = UserCall(call, callee, is_used, into);
    if (callee && callee->isNoReturn() && !unit_.IsLifted(callee))
      Emit(rir::StopOp{Operand::Int(1), true, callee->getNameAsString()});
  }
  place_ = outer;
  return result;
}

namespace {

// The object of a call of a method; null: it has none.
const clang::MemberExpr* MethodOf(const clang::CallExpr* call) {
  return llvm::isa<clang::CXXMemberCallExpr>(call)
             ? llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens())
             : nullptr;
}

// Of `object(a, b)` the object is the first argument.
bool IsObjectFirst(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return llvm::isa<clang::CXXOperatorCallExpr>(call) && method && method->isInstance();
}

bool IsTrivialAssignment(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return method && method->isTrivial() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
}

// The method of the library that finds the same without being told where to look first; null: there is none.
const clang::CXXMethodDecl* WithoutHint(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!method || !Unit::IsStd(method) || !method->getIdentifier() ||
      method->getName() != "_M_get_insert_hint_unique_pos")
    return nullptr;
  for (const clang::CXXMethodDecl* other : method->getParent()->methods())
    if (other->getIdentifier() && other->getName() == "_M_get_insert_unique_pos")
      return other;
  return nullptr;
}

}  // namespace

Operand Body::UserCall(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_used, Operand into) {
  const QualType type = call->getType();
  rir::CallOp op;
  llvm::ArrayRef<const Expr*> args(call->getArgs(), call->getNumArgs());
  if (const clang::CXXMethodDecl* plain = WithoutHint(callee)) {
    callee = plain;
    args = args.drop_front();
  }
  const QualType outer = std::exchange(allocated_, QualType());
  if (IsIndirect(type) && !call->isGLValue()) {
    into = into ? into : Operand::Region(Temporary(type));
    op.args.push_back(into);
  }
  const clang::MemberExpr* member = MethodOf(call);
  if (const auto* destructor = llvm::dyn_cast_or_null<clang::CXXDestructorDecl>(callee);
      destructor && destructor->isTrivial()) {
    allocated_ = outer;
    Discard(member->getBase());
    return {};
  }
  const auto* through = llvm::isa<clang::CXXMemberCallExpr>(call)
                            ? llvm::dyn_cast<clang::BinaryOperator>(call->getCallee()->IgnoreParens())
                            : nullptr;  // (object.*function)(...)
  if (through)
    op.args.push_back(through->getOpcode() == clang::BO_PtrMemI ? Value(through->getLHS())
                                                                : Address(through->getLHS()));
  if (member && !llvm::cast<clang::CXXMethodDecl>(callee)->isStatic())
    op.args.push_back(member->isArrow() ? Value(member->getBase()) : Address(member->getBase()));
  const bool is_virtual = member && llvm::cast<clang::CXXMethodDecl>(callee)->isVirtual() &&
                          !unit_.OpaqueLibraryOf(callee) &&
                          !unit_.IsLaidOutByLibrary(llvm::cast<clang::CXXMethodDecl>(callee)->getParent()) &&
                          member->performsVirtualDispatch(unit_.ast().getLangOpts());
  if (is_virtual) {
    const auto* method = llvm::cast<clang::CXXMethodDecl>(callee);
    const bool is_destructor = llvm::isa<clang::CXXDestructorDecl>(method);
    op.callee = VirtualCallee(op.args.back(), unit_.SlotOf(method) - (is_destructor ? 1 : 0));
  } else {
    op.callee = callee    ? Operand::Function(unit_.FunctionOf(callee))
                : through ? Value(through->getRHS())
                          : Value(call->getCallee());
  }
  PassArguments(op, args, callee ? callee->getType() : call->getCallee()->getType(),
                IsObjectFirst(call, callee) ? 1 : 0);
  allocated_ = outer;
  place_ = call->getBeginLoc();
  if (callee)
    NoteOrder(call, callee);
  if (IsTrivialAssignment(callee)) {
    CopyRecord(op.args[0], op.args[1], type);
    return op.args[0];
  }
  if (IsIndirect(type) && !call->isGLValue()) {
    Emit(std::move(op));
    return into;
  }
  return Finish(std::move(op), type, call->isGLValue(), is_used, into);
}

Operand Body::Finish(rir::CallOp op, QualType type, bool is_place, bool is_used, Operand into) {
  if (is_place)
    return EmitValue(std::move(op), unit_.TypeOf(unit_.ast().getPointerType(type)));
  if (IsInMemory(type)) {
    op.into = into ? into : Operand::Region(Temporary(type));
    const Operand made = op.into;
    Emit(std::move(op));
    return made;
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

// GCC's older atomics, whose names end in the operand's size: __sync_fetch_and_add_4.
std::optional<Operand> Body::SyncBuiltin(const clang::CallExpr* call, llvm::StringRef name) {
  static const std::pair<llvm::StringRef, const char*> operations[] = {
      {"add", "+"},   {"sub", "-"},   {"or", "|"},     {"and", "&"},   {"xor", "^"},
      {"nand", "~&"}, {"max", "max"}, {"umax", "max"}, {"min", "min"}, {"umin", "min"}};
  name.consume_front("__sync_");
  if (name.starts_with("synchronize")) {
    Emit(rir::SyncOp{rir::SyncKind::Flush, {}, {}});
    return Operand();
  }
  name = name.rtrim("0123456789").rtrim("_");
  const rir::TypeId id = unit_.TypeOf(call->getArg(0)->getType()->getPointeeType().getUnqualifiedType());
  const Operand address = Argument(call->getArg(0));
  if (name == "lock_release") {
    Emit(rir::AtomicOp{address, Operand::Int(0), "="}, id);
    return Operand();
  }
  const Operand value = Argument(call->getArg(1));
  if (name == "bool_compare_and_swap" || name == "val_compare_and_swap") {
    const Operand old = Swap(address, value, Argument(call->getArg(2)), id);
    return name.starts_with("bool") ? Compute(rir::Opcode::Eq, {old, value}, Int()) : old;
  }
  if (name == "lock_test_and_set" || name == "swap")
    return EmitValue(rir::AtomicOp{address, value, "="}, id);
  const bool gives_old = name.consume_front("fetch_and_");
  if (!gives_old && !name.consume_back("_and_fetch"))
    return std::nullopt;
  for (const auto& [word, operation] : operations)
    if (name == word) {
      const Operand old = EmitValue(rir::AtomicOp{address, value, operation}, id);
      return gives_old ? old : Math("atomic_" + word.str(), {old, value}, id);
    }
  return std::nullopt;
}

// Clang's own functions that are no library's: atomics, and whatever has no side effect.
std::optional<Operand> Body::Builtin(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_used,
                                     Operand into) {
  const llvm::StringRef name = callee->getName();
  const QualType type = call->getType();
  if (name.starts_with("__sync_"))
    if (auto value = SyncBuiltin(call, name))
      return value;
  if (name.ends_with("_overflow") && call->getNumArgs() == 3)
    return Overflowing(call, name);
  if (name.ends_with("_thread_fence") || name.ends_with("_signal_fence")) {
    Emit(rir::SyncOp{rir::SyncKind::Flush, {}, {}});
    return Operand();
  }
  if (ListBuiltin(call, callee->getBuiltinID()))
    return Operand();
  switch (callee->getBuiltinID()) {  // std::move and its kind
    case clang::Builtin::BImove:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIforward_like:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIas_const:
    case clang::Builtin::BIaddressof:
    case clang::Builtin::BI__addressof:
    case clang::Builtin::BI__builtin_addressof:
      return Address(call->getArg(0));
    default:
      break;
  }
  if (name.starts_with("__builtin_ia32_") && !callee->hasAttr<clang::ConstAttr>())
    return MemoryIntrinsic(call, callee, into);
  if (!callee->hasAttr<clang::ConstAttr>() || !(type->isArithmeticType() || IsVector(type)))
    return std::nullopt;
  std::vector<Operand> args;
  for (const Expr* argument : call->arguments())
    args.push_back(VectorInput(argument));
  if (IsVector(type)) {
    into = into ? into : Operand::Region(Temporary(type));
    Combine(into, type, name.str(), std::move(args));
    return into;
  }
  return is_used ? Math(name.str(), std::move(args), unit_.TypeOf(type)) : Operand();
}

}  // namespace detrain::lift
