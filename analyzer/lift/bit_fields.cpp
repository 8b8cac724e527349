// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit-fields share the bytes of their unit: one is set by reading the unit, and what is around it stays.
#include "analyzer/lift/bit_fields.h"

#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <bit>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using rir::Opcode;
using rir::Operand;

BitUnit UnitOf(clang::ASTContext& ast, const clang::FieldDecl* field) {
  const std::uint64_t size = ast.getTypeSize(field->getType());
  const std::uint64_t width =
      std::min<std::uint64_t>(field->getBitWidthValue(), field->getType()->isBooleanType() ? 1 : size);
  const std::uint64_t at = ast.getFieldOffset(field);
  const auto from = [&](std::uint64_t begin, std::uint64_t bits) {
    return BitUnit{begin / 8, bits, static_cast<std::uint32_t>(at - begin), static_cast<std::uint32_t>(width)};
  };
  const auto record = static_cast<std::uint64_t>(ast.toBits(ast.getASTRecordLayout(field->getParent()).getSize()));
  const std::uint64_t begin = at / size * size, first = at / 8 * 8;
  const std::uint64_t narrowest = std::bit_ceil(std::max<std::uint64_t>(at + width - first, 8));
  const bool is_packed = at + width > begin + size || begin + size > record;
  return is_packed && narrowest <= 64 ? from(first, narrowest) : from(begin, size);
}

namespace {

struct Bits {
  QualType unit;
  std::int64_t shift;
  std::uint32_t width;

  Bits(clang::ASTContext& ast, const clang::FieldDecl* field) {
    const BitUnit of = UnitOf(ast, field);
    unit = ast.getIntTypeForBitwidth(static_cast<unsigned>(of.size), false);
    shift = of.shift;
    width = of.width;
  }
  [[nodiscard]] std::int64_t Mask() const {
    return width >= 64 ? -1 : static_cast<std::int64_t>((std::uint64_t{1} << width) - 1);
  }
};

}  // namespace

// The bytes that the member lies in; what is loaded and stored there goes through the functions below.
Operand Body::UnitAddress(Operand member, const clang::FieldDecl* field) {
  const std::uint64_t bytes = UnitOf(unit_.ast(), field).size / 8;
  const Operand address = IndexAddress(member, Operand::Int(0), unit_.ast().CharTy, bytes);
  bit_fields_[address.id] = field;
  return address;
}

Operand Body::LoadBits(Operand address, const clang::FieldDecl* field) {
  const Bits bits(unit_.ast(), field);
  const rir::TypeId type = unit_.TypeOf(bits.unit);
  const Operand word = EmitValue(rir::LoadOp{address}, type);
  const Operand low = Compute(Opcode::Shr, {word, Operand::Int(bits.shift)}, type);
  const Operand value = Compute(Opcode::And, {low, Operand::Int(bits.Mask())}, type);
  if (!field->getType()->isSignedIntegerOrEnumerationType())
    return Convert(value, bits.unit, field->getType());
  const rir::TypeId result = unit_.TypeOf(field->getType());
  const Operand sign = Operand::Int(static_cast<std::int64_t>(std::uint64_t{1} << (bits.width - 1)));
  const Operand turned = Compute(Opcode::Xor, {Convert(value, bits.unit, field->getType()), sign}, result);
  return Compute(Opcode::Sub, {turned, sign}, result);
}

void Body::StoreBits(Operand address, Operand value, const clang::FieldDecl* field) {
  const Bits bits(unit_.ast(), field);
  const rir::TypeId type = unit_.TypeOf(bits.unit);
  const auto around = ~(static_cast<std::uint64_t>(bits.Mask()) << bits.shift);
  const Operand word = EmitValue(rir::LoadOp{address}, type);
  const Operand kept = Compute(Opcode::And, {word, Operand::Int(static_cast<std::int64_t>(around))}, type);
  const Operand own =
      Compute(Opcode::And, {Convert(value, field->getType(), bits.unit), Operand::Int(bits.Mask())}, type);
  const Operand placed = Compute(Opcode::Shl, {own, Operand::Int(bits.shift)}, type);
  Emit(rir::StoreOp{address, Compute(Opcode::Or, {kept, placed}, type)}, type);
}

}  // namespace detrain::lift
