// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to data members: numbers of bytes from where an object begins, -1 where they point to none, as the Itanium
// C++ ABI has them (section 2.3.1). Pointers to methods are functions.
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using rir::Opcode;
using rir::Operand;

namespace {

Operand NoMember() {
  return Operand::Int(-1);
}

}  // namespace

// &S::m
Operand Body::MemberPointer(const clang::UnaryOperator* expr) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr->getSubExpr()->IgnoreParens());
  if (reference == nullptr)
    return Unmodelled(expr);
  const auto bits = static_cast<std::int64_t>(unit_.ast().getFieldOffset(reference->getDecl()));
  return Operand::Int(unit_.ast().toCharUnitsFromBits(bits).getQuantity());
}

// object.*member, pointer->*member
Operand Body::MemberPlace(const clang::BinaryOperator* expr) {
  const clang::Expr* object = expr->getLHS();
  const Operand start = expr->getOpcode() == clang::BO_PtrMemI ? Value(object) : RecordAddress(object);
  return IndexAddress(start, Value(expr->getRHS()), unit_.ast().CharTy, std::nullopt);
}

Operand Body::CastMemberPointer(const clang::CastExpr* cast) {
  const clang::Expr* inner = cast->getSubExpr();
  const auto whole = [](QualType type) {
    return type->castAs<clang::MemberPointerType>()->getMostRecentCXXRecordDecl()->getDefinition();
  };
  const bool is_up = cast->getCastKind() == clang::CK_DerivedToBaseMemberPointer;
  switch (cast->getCastKind()) {
    case clang::CK_NullToMemberPointer:
      return NoMember();
    case clang::CK_MemberPointerToBoolean:
      return Compute(Opcode::Ne, {Value(inner), NoMember()}, Int());
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
      break;
    default:
      return Unmodelled(cast);
  }
  const auto offset = OffsetAlong(*cast, whole(is_up ? inner->getType() : cast->getType()));
  if (!offset)
    return Unmodelled(cast);
  const Operand member = Value(inner);
  if (*offset == 0)
    return member;
  const Operand moved = Compute(Opcode::Add, {member, Operand::Int(is_up ? -*offset : *offset)}, Int(64));
  return Compute(Opcode::Select, {Compute(Opcode::Ne, {member, NoMember()}, Int()), moved, NoMember()}, Int(64));
}

}  // namespace detrain::lift
