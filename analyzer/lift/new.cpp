// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// new and delete. Their memory never runs out: where it does, the program ends by an exception.
#include <clang/Basic/Builtins.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using rir::Operand;

// ::operator new and ::operator delete, called by name, as allocators do.
std::optional<Operand> Body::GlobalNew(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const bool is_builtin = callee->getBuiltinID() == clang::Builtin::BI__builtin_operator_new ||
                          callee->getBuiltinID() == clang::Builtin::BI__builtin_operator_delete;
  if (!is_builtin && !callee->isReplaceableGlobalAllocationFunction())
    return std::nullopt;
  const Operand first = Value(call->getArg(0));
  for (const Expr* argument : llvm::drop_begin(call->arguments()))
    Discard(argument);
  if (callee->getReturnType()->isVoidType()) {
    Emit(rir::FreeOp{first, "delete"});
    return Operand();
  }
  rir::AllocOp alloc;
  alloc.bytes = first;
  alloc.can_fail = false;
  alloc.callee = "new";
  const QualType made = allocated_;
  if (!made.isNull() && made->isPointerType() && !made->isVoidPointerType())
    alloc.element = unit_.ElementOf(made->getPointeeType());
  return EmitValue(alloc, unit_.TypeOf(unit_.ast().VoidPtrTy));
}

Operand Body::New(const clang::CXXNewExpr* expr) {
  const QualType type = expr->getAllocatedType();
  const QualType pointer = unit_.ast().getPointerType(type);
  const bool is_placement =
      expr->getNumPlacementArgs() == 1 && expr->getOperatorNew()->isReservedGlobalPlacementOperator();
  if (!is_placement && !expr->getOperatorNew()->isReplaceableGlobalAllocationFunction())
    return Unmodelled(expr);
  const Expr* size = expr->isArray() ? expr->getArraySize().value_or(nullptr) : nullptr;
  const Operand count = size ? Convert(Value(size), size->getType(), LongType()) : Operand::Int(1);
  const Operand bytes = size ? Compute(rir::Opcode::Mul, {count, ByteSize(type)}, Int(64)) : ByteSize(type);
  Operand object;
  if (is_placement) {
    object = Value(expr->getPlacementArg(0));
  } else {
    rir::AllocOp alloc;
    alloc.bytes = bytes;
    alloc.can_fail = false;
    alloc.element = unit_.ElementOf(type);
    alloc.callee = "new";
    object = EmitValue(alloc, unit_.TypeOf(pointer));
  }
  const Expr* init = expr->getInitializer();
  if (!init)
    return object;
  if (!size) {
    Initialise(object, type, init, false);
    return object;
  }
  if (llvm::isa<clang::ImplicitValueInitExpr>(Bare(init))) {
    Emit(rir::FillOp{object, Operand::Int(0), bytes, ""});
  } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(Bare(init))) {
    if (!construct->getConstructor()->isTrivial() || construct->requiresZeroInitialization())
      CountedLoop(count,
                  [&](Operand index) { Construct(IndexAddress(object, index, type, std::nullopt), type, construct); });
  } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(Bare(init))) {
    Emit(rir::FillOp{object, Operand::Int(0), bytes, ""});
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      Initialise(IndexAddress(object, Operand::Int(i), type, std::nullopt), type, list->getInit(i), false);
    if (list->hasArrayFiller() && type->isRecordType())
      Opaque(init, "a list that is shorter than the array made by new", {object}, {});
  } else {
    Opaque(init, std::string("the initialiser ") + init->getStmtClassName(), {object}, {});
  }
  return object;
}

// The number of elements behind delete[] is known to the library alone, so their destructors are not run one by one.
void Body::Delete(const clang::CXXDeleteExpr* expr) {
  const Operand object = Value(expr->getArgument());
  const QualType type = expr->getDestroyedType();
  const auto* record = type->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl* destructor = record && record->hasDefinition() ? record->getDestructor() : nullptr;
  const bool is_trivial = !record || record->hasTrivialDestructor();
  If(Compute(rir::Opcode::Ne, {object, Operand::Null()}, Int()), [&] {
    if (!is_trivial && expr->isArrayForm()) {
      Opaque(expr, "the destructors of delete[]", {object}, {});
    } else if (!is_trivial && destructor->isVirtual()) {
      Emit(rir::CallOp{VirtualCallee(object, unit_.SlotOf(destructor)), {object}, {}});
      return;  // which frees it
    } else if (!is_trivial) {
      Destroy(object, type);
    }
    Emit(rir::FreeOp{object, "delete"});
  });
}

}  // namespace detrain::lift
