// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// new and delete. Their memory never runs out: where it does, the program ends by an exception.
#include <clang/Basic/Builtins.h>

#include <algorithm>

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

// Bytes in front of an array whose elements delete[] has to count (Itanium C++ ABI, 2.7, array cookies).
std::int64_t Body::HeaderOf(QualType type, bool wants_size) {
  if (!wants_size && type.isDestructedType() == QualType::DK_none)
    return 0;
  const std::int64_t word = unit_.ast().getTypeSizeInChars(unit_.ast().getSizeType()).getQuantity();
  return std::max(word, unit_.ast().getTypeAlignInChars(type).getQuantity());
}

// Memory for what `expr` makes, from the library or from an operator new of the class.
Operand Body::Allocate(const clang::CXXNewExpr* expr, Operand bytes) {
  const QualType type = expr->getAllocatedType();
  const rir::TypeId pointer = unit_.TypeOf(unit_.ast().getPointerType(type));
  const std::int64_t header = expr->isArray() ? HeaderOf(type, expr->doesUsualArrayDeleteWantSize()) : 0;
  const Operand all = header == 0 ? bytes : Compute(rir::Opcode::Add, {bytes, Operand::Int(header)}, Int(64));
  Operand block;
  if (expr->getOperatorNew()->isReplaceableGlobalAllocationFunction()) {
    rir::AllocOp alloc;
    alloc.bytes = all;
    alloc.can_fail = false;
    alloc.element = unit_.ElementOf(type);
    alloc.callee = "new";
    block = EmitValue(alloc, pointer);
  } else {
    rir::CallOp call{Operand::Function(unit_.FunctionOf(expr->getOperatorNew())), {all}, {}};
    for (const Expr* argument : expr->placement_arguments())
      call.args.push_back(Argument(argument));
    block = EmitValue(std::move(call), pointer);
  }
  if (header != 0 || !expr->getOperatorNew()->isReplaceableGlobalAllocationFunction())
    Emit(rir::HeaderOp{block, Operand::Int(header), unit_.ElementOf(type)});
  return block;
}

Operand Body::New(const clang::CXXNewExpr* expr) {
  const QualType type = expr->getAllocatedType();
  const bool is_placement =
      expr->getNumPlacementArgs() == 1 && expr->getOperatorNew()->isReservedGlobalPlacementOperator();
  const Expr* size = expr->isArray() ? expr->getArraySize().value_or(nullptr) : nullptr;
  const Operand count = size ? Convert(Value(size), size->getType(), LongType()) : Operand::Int(1);
  const Operand bytes = size ? Compute(rir::Opcode::Mul, {count, ByteSize(type)}, Int(64)) : ByteSize(type);
  const Operand object = is_placement ? Value(expr->getPlacementArg(0)) : Allocate(expr, bytes);
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

// Gives the memory back, to the library or to an operator delete of the class.
void Body::Deallocate(const clang::FunctionDecl* release, Operand object, Operand bytes) {
  if (!release || release->isReplaceableGlobalAllocationFunction())
    return Emit(rir::FreeOp{object, "delete"});
  rir::CallOp call{Operand::Function(unit_.FunctionOf(release)), {object}, {}};
  for (const clang::ParmVarDecl* parameter : llvm::drop_begin(release->parameters()))
    call.args.push_back(parameter->getType()->isIntegerType() ? bytes : Operand::Int(0));
  Emit(std::move(call));
}

// How many elements there are stands in front of them, where only the library looks.
Operand Body::DestroyElements(Operand object, QualType type) {
  rir::ComputeOp op;
  op.opcode = rir::Opcode::Count;
  op.args = {object};
  op.pointee = unit_.TypeOf(type);
  const Operand count = EmitValue(std::move(op), Int(64));
  CountedLoop(count, [&](Operand index) { Destroy(IndexAddress(object, index, type, std::nullopt), type); });
  return Compute(rir::Opcode::Mul, {count, ByteSize(type)}, Int(64));
}

void Body::Delete(const clang::CXXDeleteExpr* expr) {
  const Operand object = Value(expr->getArgument());
  const QualType type = expr->getDestroyedType();
  const auto* record = type->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl* destructor = record && record->hasDefinition() ? record->getDestructor() : nullptr;
  const bool is_trivial = !record || record->hasTrivialDestructor();
  If(Compute(rir::Opcode::Ne, {object, Operand::Null()}, Int()), [&] {
    Operand bytes = ByteSize(type);
    if (!is_trivial && expr->isArrayForm()) {
      bytes = DestroyElements(object, type);
    } else if (!is_trivial && destructor->isVirtual()) {
      Emit(rir::CallOp{VirtualCallee(object, unit_.SlotOf(destructor)), {object}, {}});
      return;  // which frees it
    } else if (!is_trivial) {
      Destroy(object, type);
    }
    Deallocate(expr->getOperatorDelete(), object, bytes);
  });
}

}  // namespace detrain::lift
