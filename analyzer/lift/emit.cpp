// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/check.h"
#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using rir::Opcode;
using rir::Operand;

void Body::Emit(rir::OpData data, rir::TypeId type) {
  if (is_terminated_)
    return;
  rir::Op op;
  op.data = std::move(data);
  op.type = type;
  op.location = unit_.At(place_);
  const rir::OpKind kind = op.Kind();
  fn_.blocks[block_].ops.push_back(std::move(op));
  is_terminated_ = kind == rir::OpKind::Return || kind == rir::OpKind::Break || kind == rir::OpKind::Continue ||
                   kind == rir::OpKind::Stop;
}

Operand Body::EmitValue(rir::OpData data, rir::TypeId type) {
  const rir::ValueId result = fn_.value_count++;
  if (!is_terminated_) {
    Emit(std::move(data), type);
    fn_.blocks[block_].ops.back().result = result;
  }
  return Operand::Value(result);
}

Operand Body::Compute(Opcode opcode, std::vector<Operand> args, rir::TypeId type) {
  rir::ComputeOp op;
  op.opcode = opcode;
  op.args = std::move(args);
  return EmitValue(std::move(op), type);
}

Operand Body::Math(const std::string& callee, std::vector<Operand> args, rir::TypeId type) {
  rir::ComputeOp op;
  op.opcode = Opcode::Math;
  op.args = std::move(args);
  op.callee = callee;
  return EmitValue(std::move(op), type);
}

Operand Body::Load(Operand address, QualType type) {
  if (const auto bits = bit_fields_.find(address.id);
      address.kind == rir::OperandKind::Value && bits != bit_fields_.end())
    return LoadBits(address, bits->second);
  return EmitValue(rir::LoadOp{address}, unit_.TypeOf(type));
}

void Body::Store(Operand address, Operand value, QualType type) {
  if (const auto bits = bit_fields_.find(address.id);
      address.kind == rir::OperandKind::Value && bits != bit_fields_.end())
    return StoreBits(address, value, bits->second);
  Emit(rir::StoreOp{address, value}, unit_.TypeOf(type));
}

Operand Body::FieldAddress(Operand record, const clang::FieldDecl* field) {
  if (unit_.IsHandle(unit_.ast().getCanonicalTagType(field->getParent())))
    return record;
  rir::ComputeOp op;
  op.opcode = Opcode::Field;
  op.args = {record};
  op.pointee = unit_.TypeOf(unit_.ast().getCanonicalTagType(field->getParent()));
  op.member = unit_.MemberOf(field);
  const Operand address = EmitValue(std::move(op), unit_.TypeOf(unit_.ast().getPointerType(field->getType())));
  return field->isBitField() ? UnitAddress(address, field) : address;
}

Operand Body::IndexAddress(Operand base, Operand index, QualType pointee, std::optional<std::uint64_t> bound) {
  // Elements of variable size are counted in elements of the innermost type of fixed size.
  while (const auto* array = unit_.ast().getAsVariableArrayType(pointee)) {
    index = Compute(Opcode::Mul, {index, ElementCount(array)}, Int(64));
    pointee = array->getElementType();
  }
  rir::ComputeOp op;
  op.opcode = Opcode::Index;
  op.args = {base, index};
  const bool is_bytes = pointee->isVoidType() || pointee->isFunctionType();
  op.pointee = unit_.TypeOf(is_bytes ? QualType(unit_.ast().CharTy) : pointee);
  op.bound = bound;
  return EmitValue(std::move(op), unit_.TypeOf(unit_.ast().getPointerType(pointee)));
}

Operand Body::Opaque(const clang::Stmt* at, const std::string& reason, std::vector<Operand> args, QualType type) {
  unit_.Opaque(at->getBeginLoc(), reason);
  rir::OpaqueOp op{reason, std::move(args)};
  if (type.isNull() || type->isVoidType()) {
    Emit(std::move(op));
    return {};
  }
  return EmitValue(std::move(op), unit_.TypeOf(type));
}

rir::RegionId Body::AddLocal(const std::string& name, QualType type, clang::SourceLocation place,
                             rir::RegionKind kind) {
  rir::Region region;
  region.name = name;
  region.kind = kind;
  region.type = unit_.TypeOf(type);
  region.function = id_;
  region.declared = unit_.At(place);
  region.is_const = type.isConstQualified();
  region.is_volatile = type.isVolatileQualified();
  return unit_.AddRegion(std::move(region));
}

rir::RegionId Body::Temporary(QualType type, const std::string& name) {
  const rir::RegionId region = AddLocal((name.empty() ? "tmp" : name) + "." + std::to_string(temporaries_++),
                                        type.getUnqualifiedType(), place_, rir::RegionKind::Local);
  Emit(rir::DeclareOp{region});
  return region;
}

rir::BlockId Body::InBlock(const std::function<void()>& emit) {
  const auto inner = static_cast<rir::BlockId>(fn_.blocks.size());
  fn_.blocks.emplace_back();
  const rir::BlockId outer = std::exchange(block_, inner);
  const bool was_terminated = std::exchange(is_terminated_, false);
  emit();
  block_ = outer;
  is_terminated_ = was_terminated;
  return inner;
}

void Body::If(Operand condition, const std::function<void()>& then, const std::function<void()>& otherwise) {
  if (is_terminated_)
    return;
  rir::IfOp op;
  op.condition = condition;
  const clang::SourceLocation place = place_;
  op.then_block = InBlock(then);
  if (otherwise)
    op.else_block = InBlock(otherwise);
  place_ = place;
  Emit(op);
}

// for (i = 0; i < count; i++) body(i), with an index that no variable of the user holds.
rir::LoopId Body::CountedLoop(Operand count, const std::function<void(Operand index)>& body) {
  const rir::LoopId id = NewLoop();
  if (is_terminated_)
    return id;
  const QualType type = LongType();
  const Operand counter = Operand::Region(Temporary(type));
  Store(counter, Operand::Int(0), type);
  rir::LoopOp loop;
  loop.loop = id;
  loop.test = InBlock([&] { loop.condition = Compute(Opcode::Lt, {Load(counter, type), count}, Int()); });
  loop.body = InBlock([&] { body(Load(counter, type)); });
  loop.step =
      InBlock([&] { Store(counter, Compute(Opcode::Add, {Load(counter, type), Operand::Int(1)}, Int(64)), type); });
  Emit(loop);
  return id;
}

}  // namespace detrain::lift
