// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of variable length. The number of elements is evaluated once, where the type is declared, and kept in a
// temporary, because the variables that it was computed from may change.
#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using rir::Opcode;
using rir::Operand;

void Body::NoteSizes(QualType type) {
  if (!type->isVariablyModifiedType())
    return;
  if (type->isPointerType())
    return NoteSizes(type->getPointeeType());
  const clang::ArrayType* array = unit_.ast().getAsArrayType(type);
  if (!array)
    return;
  NoteSizes(array->getElementType());
  const auto* variable = llvm::dyn_cast<clang::VariableArrayType>(array);
  if (!variable || !variable->getSizeExpr() || sizes_.contains(variable))
    return;
  const QualType count_type = LongType();
  const rir::RegionId count = Temporary(count_type, "count");
  sizes_[variable] = count;
  Store(Operand::Region(count), Convert(Value(variable->getSizeExpr()), variable->getSizeExpr()->getType(), count_type),
        count_type);
}

Operand Body::ElementCount(const clang::VariableArrayType* array) {
  const auto found = sizes_.find(array);
  if (found != sizes_.end())
    return Load(Operand::Region(found->second), LongType());
  return array->getSizeExpr() ? Value(array->getSizeExpr()) : Operand::Int(0);
}

Operand Body::ByteSize(QualType type) {
  if (const auto* array = unit_.ast().getAsVariableArrayType(type)) {
    const Operand count = ElementCount(array);
    return Compute(Opcode::Mul, {count, ByteSize(array->getElementType())}, Int(64));
  }
  return Operand::Int(static_cast<std::int64_t>(unit_.SizeOf(type)));
}

void Body::DeclareVla(const clang::VarDecl* variable) {
  NoteSizes(variable->getType());
  const auto* array = unit_.ast().getAsVariableArrayType(variable->getType());
  const rir::RegionId region = LocalOf(variable);
  Emit(rir::DeclareOp{region});
  rir::AllocOp alloc;
  alloc.bytes = ByteSize(variable->getType());
  alloc.can_fail = false;
  alloc.element = unit_.ElementOf(array->getElementType());
  alloc.callee = "vla";
  alloc.on_stack = true;
  const QualType pointer = unit_.ast().getPointerType(array->getElementType());
  const Operand block = EmitValue(alloc, unit_.TypeOf(pointer));
  Store(Operand::Region(region), block, pointer);
  if (const clang::Expr* init = variable->getInit())
    InitialiseVla(block, array->getElementType(), alloc.bytes, init);
}

// GCC takes a list for one in C++, as C23 takes an empty one, and what it leaves out is 0. Clang rejects that and keeps
// the list, without conversions.
void Body::InitialiseVla(Operand block, QualType type, Operand bytes, const clang::Expr* init) {
  if (const auto* rejected = llvm::dyn_cast<clang::RecoveryExpr>(init); rejected && !rejected->subExpressions().empty())
    init = rejected->subExpressions().front();
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(init);
  const auto is_number = [](const clang::Expr* value) { return value->getType()->isArithmeticType(); };
  const bool is_known =
      list && (list->getNumInits() == 0 ? !type->isRecordType()
                                        : type->isArithmeticType() && llvm::all_of(list->inits(), is_number));
  if (!is_known) {
    Opaque(init, "what values an array of variable length begins with", {block}, {});
    return;
  }
  Emit(rir::FillOp{block, Operand::Int(0), bytes, ""});
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr* value = list->getInit(i);
    Store(IndexAddress(block, Operand::Int(i), type, std::nullopt), Convert(Value(value), value->getType(), type),
          type);
  }
}

}  // namespace detrain::lift
