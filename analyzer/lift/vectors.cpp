// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors and complex numbers: values in memory, as records are. What an operator or an intrinsic computes from them
// depends on all their elements, and overwrites the whole result: for what a program keeps, which element comes from
// which does not matter, and one read and one write take the place of sixteen.
#include <algorithm>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Opcode;
using rir::Operand;

bool IsVector(QualType type) {
  return type->isAnyComplexType() || type->isVectorType();
}

QualType VectorElement(QualType type) {
  const auto* complex = type->getAs<clang::ComplexType>();
  return complex ? complex->getElementType() : type->castAs<clang::VectorType>()->getElementType();
}

Operand Body::VectorElementAddress(Operand vector, Operand index, QualType type) {
  const rir::TypeId record = unit_.TypeOf(type);
  const rir::TypeId elements = unit_.module().types[record].fields[0].type;
  const QualType element = VectorElement(type);
  rir::ComputeOp op;
  op.opcode = Opcode::Field;
  op.args = {vector};
  op.pointee = record;
  op.member = 0;
  const Operand first = EmitValue(std::move(op), unit_.TypeOf(unit_.ast().getPointerType(element)));
  return IndexAddress(first, index, element, unit_.module().types[elements].count);
}

// A read that may be of each element.
Operand Body::AnyElement(Operand vector, QualType type) {
  const Operand index = Math("vector.at", {}, Int(64));
  return Load(VectorElementAddress(vector, index, type), VectorElement(type));
}

Operand Body::VectorInput(const Expr* expr) {
  return IsVector(expr->getType()) ? AnyElement(RecordAddress(expr), expr->getType()) : Argument(expr);
}

// Each element of the target depends on all inputs.
void Body::Combine(Operand target, QualType type, const std::string& by, std::vector<Operand> inputs) {
  const Operand byte = Math(by, std::move(inputs), unit_.TypeOf(unit_.ast().CharTy));
  Emit(rir::FillOp{target, byte, ByteSize(type), by});
}

void Body::InitialiseVector(Operand target, QualType type, const clang::InitListExpr* list) {
  const auto count = static_cast<unsigned>(unit_.SizeOf(type) / unit_.SizeOf(VectorElement(type)));
  if (list->getNumInits() < count)
    Zero(target, type);
  for (unsigned i = 0, at = 0; i < list->getNumInits(); ++i) {
    const Expr* init = list->getInit(i);
    const Operand place = VectorElementAddress(target, Operand::Int(at), type);
    if (!IsVector(init->getType())) {
      Store(place, Value(init), VectorElement(type));
      ++at;
      continue;
    }
    CopyRecord(place, RecordAddress(init), init->getType());  // a vector of vectors' elements
    at += static_cast<unsigned>(unit_.SizeOf(init->getType()) / unit_.SizeOf(VectorElement(type)));
  }
}

Operand Body::VectorAssign(const clang::CompoundAssignOperator* expr) {
  const Operand right = VectorInput(expr->getRHS());
  const Operand target = Address(expr->getLHS());
  const QualType type = expr->getLHS()->getType();
  const Operand old = AnyElement(target, type);
  Combine(target, type, "vector." + expr->getOpcodeStr().str(), {old, right});
  return target;
}

// ++ and --. The value is that of the place, or of a copy made before.
Operand Body::VectorStep(const clang::UnaryOperator* expr, Operand address) {
  const QualType type = expr->getSubExpr()->getType();
  Operand value = address;
  if (expr->isPostfix()) {
    value = Operand::Region(Temporary(type));
    CopyRecord(value, address, type);
  }
  const Operand old = AnyElement(address, type);
  Combine(address, type, "vector." + clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str(), {old});
  return value;
}

bool Body::StoreVectorCast(Operand target, const clang::CastExpr* cast) {
  const Expr* inner = cast->getSubExpr();
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
    case clang::CK_AtomicToNonAtomic:
      return false;
    case clang::CK_BitCast:
      if (IsVector(inner->getType()))
        return false;
      Store(target, Value(inner), inner->getType());
      return true;
    default:
      Combine(target, cast->getType(), "vector.cast", {VectorInput(inner)});
      return true;
  }
}

bool Body::StoreVector(Operand target, const Expr* expr) {
  const QualType type = expr->getType();
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr))
    return StoreVectorCast(target, cast);
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(expr)) {
    CopyRecord(target, VectorAssign(compound), type);
    return true;
  }
  std::string by;
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->isCommaOp() || binary->isAssignmentOp())
      return false;
    by = binary->getOpcodeStr().str();
  } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_Extension) {
      CopyRecord(target, unary->isIncrementDecrementOp() ? Step(unary) : RecordAddress(unary->getSubExpr()), type);
      return true;
    }
    by = clang::UnaryOperator::getOpcodeStr(unary->getOpcode()).str();
  } else if (const auto* choice = dyn_cast<clang::ConditionalOperator>(expr)) {
    if (!IsVector(choice->getCond()->getType()))
      return false;
    by = "?:";
  } else if (!llvm::isa<clang::ShuffleVectorExpr, clang::ConvertVectorExpr, clang::ImaginaryLiteral>(expr)) {
    return false;
  }
  std::vector<Operand> inputs;
  for (const clang::Stmt* child : expr->children())
    inputs.push_back(VectorInput(llvm::cast<Expr>(child)));
  Combine(target, type, "vector." + (by.empty() ? expr->getStmtClassName() : by), std::move(inputs));
  return true;
}

// A processor's loads, gathers and stores under a mask. Their types tell what they do: what they read is behind a
// pointer to const, and what they write, not all of it for sure, behind another. One that scatters from a void* may
// write anywhere, and one without a pointer does something that its name alone tells.
std::optional<Operand> Body::MemoryIntrinsic(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                             Operand into) {
  const auto points = [](const Expr* argument) { return argument->getType()->isPointerType(); };
  const auto scatters = [&](const Expr* argument) {
    return points(argument) && argument->getType()->isVoidPointerType() &&
           !argument->getType()->getPointeeType().isConstQualified();
  };
  if (std::ranges::none_of(call->arguments(), points) || std::ranges::any_of(call->arguments(), scatters))
    return std::nullopt;
  const std::string name = callee->getNameAsString();
  const QualType byte = unit_.ast().CharTy;
  std::vector<Operand> inputs, targets;
  for (const Expr* argument : call->arguments()) {
    const Operand value = VectorInput(argument);
    if (!points(argument)) {
      inputs.push_back(value);
    } else if (argument->getType()->getPointeeType().isConstQualified()) {
      const Operand index = Math(name + ".at", {}, Int(64));
      inputs.push_back(Load(IndexAddress(value, index, byte, std::nullopt), byte));
    } else {
      targets.push_back(value);
    }
  }
  for (const Operand& target : targets)
    Emit(rir::FillOp{target, Math(name + ".byte", inputs, unit_.TypeOf(byte)), Math(name + ".bytes", inputs, Int(64)),
                     name});
  const QualType type = call->getType();
  if (type->isVoidType())
    return Operand();
  if (!IsVector(type))
    return Math(name, std::move(inputs), unit_.TypeOf(type));
  into = into ? into : Operand::Region(Temporary(type));
  Combine(into, type, name, std::move(inputs));
  return into;
}

}  // namespace detrain::lift
