// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Opcode;
using rir::Operand;

namespace {

Opcode OpcodeOf(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return Opcode::Mul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return Opcode::Div;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return Opcode::Rem;
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return Opcode::Sub;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return Opcode::Shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return Opcode::Shr;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return Opcode::And;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return Opcode::Xor;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return Opcode::Or;
    case clang::BO_LT:
      return Opcode::Lt;
    case clang::BO_GT:
      return Opcode::Gt;
    case clang::BO_LE:
      return Opcode::Le;
    case clang::BO_GE:
      return Opcode::Ge;
    case clang::BO_EQ:
      return Opcode::Eq;
    case clang::BO_NE:
      return Opcode::Ne;
    default:
      return Opcode::Add;
  }
}

bool IsSum(clang::BinaryOperatorKind kind) {
  return kind == clang::BO_Add || kind == clang::BO_Sub || kind == clang::BO_AddAssign || kind == clang::BO_SubAssign;
}

}  // namespace

// pointer + index, or pointer - index.
Operand Body::Moved(Operand pointer, Operand index, QualType index_type, bool is_negative, QualType pointee,
                    std::optional<std::uint64_t> bound) {
  if (is_negative && index.kind == rir::OperandKind::Int) {
    index.integer = -index.integer;
  } else if (is_negative) {
    index = Compute(Opcode::Neg, {Convert(index, index_type, LongType())}, Int(64));
  }
  return IndexAddress(pointer, index, pointee, bound);
}

Operand Body::Arithmetic(clang::BinaryOperatorKind kind, Operand left, QualType left_type, Operand right,
                         QualType right_type, QualType type, std::optional<std::uint64_t> bound) {
  const bool is_difference = kind == clang::BO_Sub || kind == clang::BO_SubAssign;
  if (IsSum(kind) && left_type->isPointerType() && right_type->isPointerType()) {
    rir::ComputeOp op;
    op.opcode = Opcode::PtrDiff;
    op.args = {left, right};
    const QualType pointee = left_type->getPointeeType();
    op.pointee = unit_.TypeOf(pointee->isVoidType() ? QualType(unit_.ast().CharTy) : pointee);
    return EmitValue(std::move(op), unit_.TypeOf(type));
  }
  if (IsSum(kind) && left_type->isPointerType())
    return Moved(left, right, right_type, is_difference, left_type->getPointeeType(), bound);
  if (IsSum(kind) && right_type->isPointerType())
    return Moved(right, left, left_type, false, right_type->getPointeeType(), bound);
  return Compute(OpcodeOf(kind), {left, right}, unit_.TypeOf(type));
}

Operand Body::BinaryValue(const clang::BinaryOperator* expr) {
  if (expr->isLogicalOp())
    return LogicalValue(expr);
  if (expr->getOpcode() == clang::BO_Assign)
    return Assign(expr);
  if (expr->isCommaOp()) {
    Discard(expr->getLHS());
    return Value(expr->getRHS());
  }
  std::optional<std::uint64_t> bound;
  if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(expr->getLHS()->IgnoreParens());
      cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay)
    if (const auto* array = unit_.ast().getAsConstantArrayType(cast->getSubExpr()->getType()))
      bound = array->getZExtSize();
  Operand left, right;
  EachOperand({expr->getLHS(), expr->getRHS()},
              [&](std::size_t i) { (i == 0 ? left : right) = Value(i == 0 ? expr->getLHS() : expr->getRHS()); });
  return Arithmetic(expr->getOpcode(), left, expr->getLHS()->getType(), right, expr->getRHS()->getType(),
                    expr->getType(), bound);
}

Operand Body::Assign(const clang::BinaryOperator* expr, Operand* place) {
  const QualType type = expr->getLHS()->getType();
  if (IsInMemory(type)) {
    // The value may read what is assigned to.
    const Operand source = RecordAddress(expr->getRHS());
    const Operand target = Address(expr->getLHS());
    CopyRecord(target, source, type);
    if (place)
      *place = target;
    return target;
  }
  const Operand value = Value(expr->getRHS());
  const Operand address = Address(expr->getLHS());
  Store(address, value, type);
  if (place)
    *place = address;
  return value;
}

Operand Body::CompoundAssign(const clang::CompoundAssignOperator* expr, Operand* place) {
  const QualType type = expr->getLHS()->getType();
  if (IsVector(type)) {
    const Operand target = VectorAssign(expr);
    if (place)
      *place = target;
    return target;
  }
  const QualType right_type = expr->getRHS()->getType();
  const Operand right = Value(expr->getRHS());
  const Operand address = Address(expr->getLHS());
  if (place)
    *place = address;
  if (type->isAtomicType()) {
    const std::string op =
        clang::BinaryOperator::getOpcodeStr(clang::BinaryOperator::getOpForCompoundAssignment(expr->getOpcode())).str();
    const Operand old = EmitValue(rir::AtomicOp{address, right, op}, unit_.TypeOf(type));
    return Arithmetic(expr->getOpcode(), old, expr->getComputationLHSType(), right, right_type,
                      expr->getComputationResultType());
  }
  const Operand old = Convert(Load(address, type), type, expr->getComputationLHSType());
  const QualType result_type = expr->getComputationResultType();
  const Operand result =
      Arithmetic(expr->getOpcode(), old, expr->getComputationLHSType(), right, right_type, result_type);
  const Operand stored = Convert(result, result_type, type);
  Store(address, stored, type);
  return stored;
}

// ++ and --, before or after.
Operand Body::Step(const clang::UnaryOperator* expr, Operand* place) {
  const QualType type = expr->getSubExpr()->getType();
  const Operand address = Address(expr->getSubExpr());
  if (place)
    *place = address;
  if (IsVector(type))
    return VectorStep(expr, address);
  const Operand one = type->isRealFloatingType() ? Operand::Float(1) : Operand::Int(1);
  if (type->isAtomicType()) {
    const Operand old = EmitValue(rir::AtomicOp{address, one, expr->isIncrementOp() ? "+" : "-"}, unit_.TypeOf(type));
    return expr->isPostfix()
               ? old
               : Compute(expr->isIncrementOp() ? Opcode::Add : Opcode::Sub, {old, one}, unit_.TypeOf(type));
  }
  const Operand old = Load(address, type);
  const auto kind = expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  const Operand result = Arithmetic(kind, old, type, one, unit_.ast().IntTy, type);
  Store(address, result, type);
  return expr->isPostfix() ? old : result;
}

namespace {

// `&Base::f`: which function that is hangs on the object.
bool IsVirtualMember(const clang::UnaryOperator* expr) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr->getSubExpr()->IgnoreParens());
  const auto* method = reference ? llvm::dyn_cast<clang::CXXMethodDecl>(reference->getDecl()) : nullptr;
  return method && method->isVirtual();
}

}  // namespace

Operand Body::UnaryValue(const clang::UnaryOperator* expr) {
  const rir::TypeId type = unit_.TypeOf(expr->getType());
  if (expr->isIncrementDecrementOp())
    return Step(expr);
  switch (expr->getOpcode()) {
    case clang::UO_AddrOf: {
      if (expr->getType()->isMemberDataPointerType())
        return MemberPointer(expr);
      if (IsVirtualMember(expr))
        return Unmodelled(expr);
      return Address(expr->getSubExpr());
    }
    case clang::UO_Plus:
    case clang::UO_Extension:
      return Value(expr->getSubExpr());
    case clang::UO_Minus:
      return Compute(Opcode::Neg, {Value(expr->getSubExpr())}, type);
    case clang::UO_Not:
      return Compute(Opcode::Not, {Value(expr->getSubExpr())}, type);
    case clang::UO_LNot:
      return Compute(Opcode::LNot, {Value(expr->getSubExpr())}, type);
    case clang::UO_Real:
    case clang::UO_Imag:
      if (expr->getSubExpr()->getType()->isAnyComplexType())
        return Load(Address(expr), expr->getType());
      return expr->getOpcode() == clang::UO_Real ? Value(expr->getSubExpr()) : ZeroOf(expr->getType());
    default:
      return Unmodelled(expr);
  }
}

// GCC's forms that pass values through memory: __atomic_load(at, to), __atomic_store(at, from), __atomic_exchange(at,
// from, to), __atomic_compare_exchange(at, expected, wanted, ...).
Operand Body::AtomicThroughMemory(const clang::AtomicExpr* expr, llvm::StringRef name) {
  const QualType type = expr->getPtr()->getType()->getPointeeType().getAtomicUnqualifiedType();
  const bool compares = name == "compare_exchange";
  if (!type->isScalarType() || (name != "load" && name != "store" && name != "exchange" && !compares))
    return Unmodelled(expr);
  const Operand address = Value(expr->getPtr());
  const Operand other = Value(expr->getVal1());
  if (compares)
    return CompareExchange(address, other, Load(Value(expr->getVal2()), type), type);
  if (name == "load") {
    Store(other, Load(address, type), type);
  } else if (name == "store") {
    Store(address, Load(other, type), type);
  } else {
    const Operand to = Value(expr->getVal2());
    Store(to, EmitValue(rir::AtomicOp{address, Load(other, type), "="}, unit_.TypeOf(type)), type);
  }
  return {};
}

// The weak form may fail with no cause: on a machine it does so where another thread meddles.
Operand Body::CompareExchange(Operand address, Operand expected_at, Operand wanted, QualType type) {
  const rir::TypeId id = unit_.TypeOf(type);
  const Operand expected = Load(expected_at, type);
  const Operand old = Swap(address, expected, wanted, id);
  Store(expected_at, old, type);
  return Compute(Opcode::Eq, {old, expected}, Int());
}

// What was there; it is exchanged where it is what is expected.
Operand Body::Swap(Operand address, Operand expected, Operand wanted, rir::TypeId type) {
  return EmitValue(rir::AtomicOp{address, Math("atomic.cas", {expected, wanted}, type), "cas"}, type);
}

// __atomic_test_and_set(at, order), __atomic_clear(at, order): a byte that is a flag, as std::atomic_flag has it,
// whatever the pointer's type says.
Operand Body::AtomicFlag(const clang::AtomicExpr* expr, llvm::StringRef name) {
  const QualType type = unit_.ast().UnsignedCharTy;
  const Operand address = Value(expr->getPtr());
  if (name == "clear") {
    Store(address, Operand::Int(0), type);
    return {};
  }
  const Operand old = EmitValue(rir::AtomicOp{address, Operand::Int(1), "="}, unit_.TypeOf(type));
  return Compute(Opcode::Ne, {old, Operand::Int(0)}, Int());
}

// C11 atomics and GCC's __atomic functions.
Operand Body::AtomicValue(const clang::AtomicExpr* expr) {
  static const std::pair<llvm::StringRef, const char*> operations[] = {{"add", "+"},   {"sub", "-"},  {"and", "&"},
                                                                       {"or", "|"},    {"xor", "^"},  {"nand", "~&"},
                                                                       {"min", "min"}, {"max", "max"}};
  llvm::StringRef name = expr->getOpAsString();
  const bool is_c11 = name.consume_front("__c11_atomic_");
  const bool passes_values = is_c11 || name.ends_with("_n") || name.contains("fetch");
  if (!name.consume_front("__scoped_atomic_"))  // whose last argument says for which threads
    name.consume_front("__atomic_");
  name.consume_back("_n");
  if (name == "test_and_set" || name == "clear")
    return AtomicFlag(expr, name);
  if (!passes_values)
    return AtomicThroughMemory(expr, name);
  const QualType type = expr->getPtr()->getType()->getPointeeType().getAtomicUnqualifiedType();
  if (name.contains("compare") && !type->isScalarType())
    return Unmodelled(expr);
  const Operand address = Value(expr->getPtr());
  if (name == "load")
    return Load(address, type);
  const Operand value = Value(expr->getVal1());
  if (name.contains("compare"))
    return CompareExchange(address, value, Value(expr->getVal2()), type);
  if (name == "store" || name == "init") {
    Store(address, value, type);
    return {};
  }
  if (name == "exchange")
    return EmitValue(rir::AtomicOp{address, value, "="}, unit_.TypeOf(type));
  for (const auto& [word, operation] : operations)
    if (name == ("fetch_" + word).str())
      return EmitValue(rir::AtomicOp{address, value, operation}, unit_.TypeOf(type));
    else if (name == (word + "_fetch").str()) {
      const Operand old = EmitValue(rir::AtomicOp{address, value, operation}, unit_.TypeOf(type));
      return Math("atomic_" + word.str(), {old, value}, unit_.TypeOf(type));
    }
  return Unmodelled(expr);
}

}  // namespace detrain::lift
