// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using rir::Operand;

Body::Body(Unit& unit, const clang::FunctionDecl* function) : unit_(unit), function_(function) {
  fn_.blocks.emplace_back();
  fn_.body = 0;
  if (function)
    id_ = unit.FunctionOf(function);
}

rir::Function Body::LiftFunction(rir::Function declared) {
  fn_.link_name = declared.link_name;
  place_ = function_->getBody()->getBeginLoc();
  for (const clang::ParmVarDecl* parameter : function_->parameters()) {
    const std::string name = parameter->getName().empty() ? "unnamed." + std::to_string(declared.params.size())
                                                          : parameter->getNameAsString();
    locals_[parameter] = AddLocal(name, parameter->getType(), parameter->getLocation(), rir::RegionKind::Param);
    declared.params.push_back(locals_[parameter]);
  }
  for (const clang::ParmVarDecl* parameter : function_->parameters())
    NoteSizes(parameter->getType());
  Statement(function_->getBody());
  if (failure_) {
    fn_.blocks.assign(1, {});
    fn_.value_count = fn_.loop_count = 0;
    block_ = 0;
    is_terminated_ = false;
    place_ = function_->getBody()->getBeginLoc();
    rir::OpaqueOp op{*failure_, {}};
    for (const rir::RegionId param : declared.params)
      op.args.push_back(Operand::Region(param));
    const QualType result = function_->getReturnType();
    if (result->isVoidType()) {
      Emit(std::move(op));
    } else if (result->isRecordType()) {
      const Operand returned = Operand::Region(Temporary(result));
      op.args.push_back(returned);
      Emit(std::move(op));
      Emit(rir::ReturnOp{returned}, unit_.TypeOf(result));
    } else {
      const Operand returned = EmitValue(std::move(op), unit_.TypeOf(result));
      Emit(rir::ReturnOp{returned}, unit_.TypeOf(result));
    }
  }
  declared.body = 0;
  declared.is_defined = true;
  declared.blocks = std::move(fn_.blocks);
  declared.value_count = fn_.value_count;
  declared.loop_count = fn_.loop_count;
  return declared;
}

rir::Function Body::TakeInit() {
  rir::TypeId type = unit_.TypeOf(unit_.ast().VoidTy);
  fn_.name = "init";
  fn_.result = type;
  fn_.is_defined = true;
  return std::move(fn_);
}

// A function that runs before main.
void Body::CallConstructor(const clang::FunctionDecl* function) {
  place_ = function->getLocation();
  Emit(rir::CallOp{Operand::Function(unit_.FunctionOf(function)), {}, {}});
}

void Body::StoreTable(rir::RegionId pointer, rir::RegionId table, std::int64_t offset) {
  const rir::Type& array = unit_.module().types[unit_.module().regions[table].type];
  rir::ComputeOp op;
  op.opcode = rir::Opcode::Index;
  op.args = {Operand::Region(table), Operand::Int(offset)};
  op.pointee = array.element;
  const rir::TypeId type = unit_.module().regions[pointer].type;
  const Operand address = EmitValue(std::move(op), type);
  Emit(rir::StoreOp{Operand::Region(pointer), address}, type);
}

}  // namespace detrain::lift
