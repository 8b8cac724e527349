// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/builder.h"

#include <algorithm>

#include "analyzer/base/check.h"
#include "analyzer/rir/defaults.h"
#include "analyzer/rir/types.h"

namespace detrain::rir {
namespace {

template <typename T>
std::uint32_t Place(std::vector<T>& items, const T& item) {
  const auto found = std::find(items.begin(), items.end(), item);
  const auto place = static_cast<std::uint32_t>(found - items.begin());
  if (found == items.end())
    items.push_back(item);
  return place;
}

}  // namespace

ModuleBuilder::ModuleBuilder(const std::string& source) {
  module_.sources.push_back(source);
  module_.files.push_back(source);
}

TypeId ModuleBuilder::Scalar(std::string_view name) {
  const std::optional<Type> type = FindScalar(name);
  Check(type.has_value(), "not a scalar type");
  return Intern(*type);
}

TypeId ModuleBuilder::Void() {
  return Intern({});
}

TypeId ModuleBuilder::Pointer(TypeId element) {
  Type type;
  type.kind = TypeKind::Pointer;
  type.element = element;
  return Intern(Implied(type));
}

TypeId ModuleBuilder::Array(TypeId element, std::optional<std::uint64_t> count) {
  Type type;
  type.kind = TypeKind::Array;
  type.element = element;
  type.count = count;
  type.size = count.value_or(0) * module_.types[element].size;
  type.align = module_.types[element].align;
  return Intern(type);
}

TypeId ModuleBuilder::Handle(const std::string& name) {
  Type type;
  type.kind = TypeKind::Handle;
  type.name = name;
  return Intern(type);
}

TypeId ModuleBuilder::Record(const std::string& name, const std::vector<std::pair<std::string, TypeId>>& members) {
  Type record;
  record.kind = TypeKind::Record;
  record.name = name;
  for (const auto& [member, type] : members)
    record.fields.push_back({.name = member, .type = type});
  LayOut(module_.types, record);
  return Intern(record);
}

TypeId ModuleBuilder::Intern(const Type& type) {
  return Place(module_.types, type);
}

FileId ModuleBuilder::File(const std::string& name) {
  return Place(module_.files, name);
}

StringId ModuleBuilder::String(const std::string& text) {
  return Place(module_.strings, text);
}

RegionId ModuleBuilder::Region(RegionKind kind, const std::string& name, TypeId type, FunctionId function,
                               Location declared) {
  rir::Region region;
  region.name = name;
  region.kind = kind;
  region.type = type;
  region.function = function;
  region.declared = declared;
  region.link_name = DefaultLinkName(region);
  module_.regions.push_back(region);
  return static_cast<RegionId>(module_.regions.size() - 1);
}

FunctionId ModuleBuilder::Declare(const std::string& name, TypeId result) {
  Function function;
  function.name = function.link_name = name;
  function.result = result;
  module_.functions.push_back(function);
  return static_cast<FunctionId>(module_.functions.size() - 1);
}

FunctionBuilder ModuleBuilder::Define(const std::string& name, TypeId result, Location declared) {
  const FunctionId id = Declare(name, result);
  Function& function = module_.functions[id];
  function.is_defined = true;
  function.declared = declared;
  function.body = 0;
  function.blocks.emplace_back();
  return {*this, id};
}

FunctionBuilder ModuleBuilder::Init() {
  if (module_.init.body == kNone) {
    module_.init.is_defined = true;
    module_.init.body = 0;
    module_.init.blocks.emplace_back();
  }
  return {*this, kNone};
}

RegionId FunctionBuilder::Param(const std::string& name, TypeId type) {
  const RegionId region = module_->Region(RegionKind::Param, name, type, id_, location_);
  Get().params.push_back(region);
  return region;
}

RegionId FunctionBuilder::Local(const std::string& name, TypeId type) {
  return module_->Region(RegionKind::Local, name, type, id_, location_);
}

Operand FunctionBuilder::Value(OpData data, TypeId type) {
  const ValueId value = Get().value_count++;
  Get().blocks[block_].ops.push_back({std::move(data), value, type, location_});
  return Operand::Value(value);
}

void FunctionBuilder::Do(OpData data, TypeId type) {
  Get().blocks[block_].ops.push_back({std::move(data), kNone, type, location_});
}

Operand FunctionBuilder::Compute(Opcode opcode, std::vector<Operand> args, TypeId type) {
  ComputeOp compute;
  compute.opcode = opcode;
  compute.args = std::move(args);
  return Value(std::move(compute), type);
}

Operand FunctionBuilder::Field(Operand record_address, TypeId record, std::uint32_t member, TypeId pointer_type) {
  ComputeOp compute;
  compute.opcode = Opcode::Field;
  compute.args = {record_address};
  compute.pointee = record;
  compute.member = member;
  return Value(std::move(compute), pointer_type);
}

Operand FunctionBuilder::Index(Operand address, Operand index, TypeId element, TypeId pointer_type) {
  ComputeOp compute;
  compute.opcode = Opcode::Index;
  compute.args = {address, index};
  compute.pointee = element;
  return Value(std::move(compute), pointer_type);
}

BlockId FunctionBuilder::NewBlock(const Content& content) {
  const auto block = static_cast<BlockId>(Get().blocks.size());
  Get().blocks.emplace_back();
  const BlockId outer = std::exchange(block_, block);
  content();
  block_ = outer;
  return block;
}

void FunctionBuilder::If(Operand condition, const Content& then_content, const Content& else_content) {
  IfOp op;
  op.condition = condition;
  const Location location = location_;
  op.then_block = NewBlock(then_content);
  if (else_content)
    op.else_block = NewBlock(else_content);
  Get().blocks[block_].ops.push_back({op, kNone, kNone, location});
}

LoopId FunctionBuilder::Loop(const std::function<Operand()>& test, const std::function<void(LoopId)>& body,
                             const Content& step, LoopKind kind) {
  LoopOp op;
  op.loop = Get().loop_count++;
  op.kind = kind;
  const Location location = location_;
  if (test)
    op.test = NewBlock([&] { op.condition = test(); });
  op.body = NewBlock([&] { body(op.loop); });
  if (step)
    op.step = NewBlock(step);
  const LoopId loop = op.loop;
  Get().blocks[block_].ops.push_back({op, kNone, kNone, location});
  return loop;
}

void FunctionBuilder::Par(ParOp par, const Content& body) {
  const Location location = location_;
  par.body = NewBlock(body);
  Get().blocks[block_].ops.push_back({std::move(par), kNone, kNone, location});
}

}  // namespace detrain::rir
