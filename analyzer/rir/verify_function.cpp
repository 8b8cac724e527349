// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules that all ops of a function share: blocks form a tree, values are assigned once and seen only below and
// after their op, ids lead somewhere, operands have the kind that their place asks for.
#include "analyzer/rir/verifier.h"
#include "analyzer/rir/visit.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {

void FunctionVerifier::Run() {
  if (function_.body != kNone)
    CheckBlock(function_.body);
  for (BlockId id = 0; id < is_visited_.size(); ++id)
    if (!is_visited_[id])
      Report(function_.declared, Subject() + "has a block " + std::to_string(id) + " that nothing leads to");
}

std::string FunctionVerifier::Subject() const {
  const std::string where = &function_ == &module_.init ? "init" : "function " + names_.Function(id_);
  if (!op_)
    return where + " ";
  const auto* compute = std::get_if<ComputeOp>(&op_->data);
  return where + ": " + std::string(compute ? Word(compute->opcode) : Word(op_->Kind())) + " ";
}

void FunctionVerifier::CheckBlock(BlockId id) {
  std::vector<ValueId> scope;
  CheckBlock(id, scope);
  for (const ValueId value : scope)
    values_[value].is_visible = false;
}

void FunctionVerifier::CheckBlock(BlockId id, std::vector<ValueId>& scope) {
  if (id >= is_visited_.size() || is_visited_[id])
    return Report(op_ ? op_->location : function_.declared,
                  Subject() + "leads to block " + std::to_string(id) + ", which is " +
                      (id < is_visited_.size() ? "part of something else" : "not there"));
  is_visited_[id] = true;
  const Op* const outer = op_;
  for (const Op& op : function_.blocks[id].ops)
    CheckOp(op, scope);
  op_ = outer;
}

void FunctionVerifier::CheckOp(const Op& op, std::vector<ValueId>& scope) {
  op_ = &op;
  if (!IsPlace(op.location))
    Bad("stands in a file that is not there");
  if (op.type != kNone && !IsType(op.type))
    Bad("has a type that is not there");
  OpFields(*this, op);
  // A loop's condition comes after its test block; see CheckTest.
  if (op.Kind() != OpKind::Loop)
    ForEachOperand(op, [this](const Operand& operand) { CheckOperand(operand); });
  VisitOp(op, [this](const auto& data) { Check(data); });
  op_ = &op;  // not one of the blocks below
  CheckResult(op, scope);
}

void FunctionVerifier::CheckResult(const Op& op, std::vector<ValueId>& scope) {
  switch (op.Kind()) {
    case OpKind::Load:
    case OpKind::Compute:
      if (op.result == kNone)
        Bad("has no result, so it does nothing");
      break;
    case OpKind::None:
    case OpKind::Declare:
    case OpKind::Store:
    case OpKind::Loop:
    case OpKind::If:
    case OpKind::Break:
    case OpKind::Continue:
    case OpKind::Return:
    case OpKind::Stop:
    case OpKind::Par:
    case OpKind::Sync:
      if (op.result != kNone)
        Bad("has a result, which it cannot compute");
      break;
    default:
      break;
  }
  if (op.result == kNone)
    return;
  if (!IsType(op.type))
    Bad("has a result without a type");
  if (op.result >= values_.size())
    return Bad("has a result %" + std::to_string(op.result) + " that its function does not count");
  ValueState& value = values_[op.result];
  if (value.is_assigned)
    return Bad("assigns %" + std::to_string(op.result) + " again");
  value = {true, true, op.type};
  scope.push_back(op.result);
}

void FunctionVerifier::CheckOperand(const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::Value:
      if (operand.id >= values_.size() || !values_[operand.id].is_assigned)
        Bad("uses %" + NumberText(operand.id) + " before it has a value");
      else if (!values_[operand.id].is_visible)
        Bad("uses %" + NumberText(operand.id) + " outside the block that computes it");
      break;
    case OperandKind::Region:
      CheckRegion(operand.id);
      break;
    case OperandKind::Function:
      if (operand.id >= module_.functions.size())
        Bad("names a function that is not there");
      break;
    case OperandKind::String:
      if (operand.id >= module_.strings.size())
        Bad("names a string that is not there");
      break;
    case OperandKind::None:
    case OperandKind::Int:
    case OperandKind::Float:
    case OperandKind::Null:
      break;
  }
}

// Locals and params are those of this function; statics of any function occur in init.
void FunctionVerifier::CheckRegion(RegionId id) {
  if (id >= module_.regions.size())
    return Bad("names a region that is not there");
  const rir::Region& region = module_.regions[id];
  const bool is_own = region.kind == RegionKind::Local || region.kind == RegionKind::Param;
  if (is_own && region.function != id_)
    Bad("names " + names_.Region(id, id_) + ", which belongs to another function");
}

void FunctionVerifier::Regions(const char*, const std::vector<RegionId>& regions) {
  for (const RegionId region : regions)
    CheckRegion(region);
}

void FunctionVerifier::Type(const char*, TypeId type) {
  if (type != kNone && !IsType(type))
    Bad("names a type that is not there");
}

void FunctionVerifier::Required(const Operand& operand, std::string_view what) {
  if (!operand)
    Bad("lacks " + std::string(what));
}

bool FunctionVerifier::IsAddress(const Operand& operand) const {
  switch (operand.kind) {
    case OperandKind::Null:
    case OperandKind::Region:
    case OperandKind::Function:
    case OperandKind::String:
      return true;
    case OperandKind::Value:  // one that is not in sight has been reported as that
      return KindOf(operand).value_or(TypeKind::Pointer) == TypeKind::Pointer;
    case OperandKind::None:
    case OperandKind::Int:
    case OperandKind::Float:
      return false;
  }
  return false;
}

void FunctionVerifier::Address(const Operand& operand, std::string_view what) {
  Required(operand, what);
  OptionalAddress(operand, what);
}

void FunctionVerifier::OptionalAddress(const Operand& operand, std::string_view what) {
  if (operand && !IsAddress(operand))
    Bad("needs " + std::string(what) + " to be an address");
}

void FunctionVerifier::Integer(const Operand& operand, std::string_view what) {
  Required(operand, what);
  OptionalInteger(operand, what);
}

void FunctionVerifier::OptionalInteger(const Operand& operand, std::string_view what) {
  if (operand && KindOf(operand).value_or(TypeKind::Int) != TypeKind::Int)
    Bad("needs " + std::string(what) + " to be an integer");
}

std::optional<TypeKind> FunctionVerifier::KindOf(const Operand& operand) const {
  switch (operand.kind) {
    case OperandKind::None:
      return std::nullopt;
    case OperandKind::Int:
      return TypeKind::Int;
    case OperandKind::Float:
      return TypeKind::Float;
    case OperandKind::Null:
    case OperandKind::Region:
    case OperandKind::Function:
    case OperandKind::String:
      return TypeKind::Pointer;
    case OperandKind::Value:
      if (operand.id < values_.size() && IsType(values_[operand.id].type))
        return module_.types[values_[operand.id].type].kind;
      return std::nullopt;
  }
  return std::nullopt;
}

void FunctionVerifier::ExpectKind(const Operand& operand, TypeKind kind) {
  constexpr std::string_view kinds[] = {"nothing",  "an integer", "a float",    "a pointer",
                                        "an array", "a record",   "a function", "a handle"};
  const std::optional<TypeKind> found = KindOf(operand);
  if (found && *found != kind)
    Bad("has " + std::string(kinds[static_cast<std::size_t>(*found)]) + " where " +
        std::string(kinds[static_cast<std::size_t>(kind)]) + " must be");
}

}  // namespace detrain::rir
