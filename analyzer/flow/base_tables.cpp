// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/base_tables.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace detrain::flow {

namespace {

constexpr std::string_view kTable = "virtual functions of ";

const rir::Op* Definition(const std::vector<const rir::Op*>& definitions, const rir::Operand& value) {
  return value.kind == rir::OperandKind::Value && value.id < definitions.size() ? definitions[value.id] : nullptr;
}

}  // namespace

bool BaseTables::IsTable(const Definitions& definitions, const rir::Operand& value) const {
  const rir::Op* op = Definition(definitions, value);
  const auto* index = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  if (index == nullptr || index->opcode != rir::Opcode::Index || index->args[0].kind != rir::OperandKind::Region)
    return false;
  const rir::Region& region = module_.regions[index->args[0].id];
  return region.kind == rir::RegionKind::Hidden && region.name.starts_with(kTable);
}

const BaseTables::Definitions& BaseTables::DefinitionsOf(const rir::Function& function) {
  const auto [known, is_new] = definitions_.try_emplace(&function);
  if (!is_new)
    return known->second;
  Definitions definitions(function.value_count, nullptr);
  std::vector<const rir::StoreOp*> stores;
  for (const rir::Block& block : function.blocks)
    for (const rir::Op& op : block.ops) {
      if (op.result != rir::kNone)
        definitions[op.result] = &op;
      if (const auto* store = std::get_if<rir::StoreOp>(&op.data))
        stores.push_back(store);
    }
  for (const rir::StoreOp* store : stores)
    if (IsTable(definitions, store->value)) {
      known->second = std::move(definitions);
      break;
    }
  return known->second;
}

std::optional<std::uint64_t> BaseTables::OffsetOf(const rir::Function& function, const Definitions& definitions,
                                                  const rir::Operand& address) const {
  std::uint64_t offset = 0;
  for (const rir::Op* op = Definition(definitions, address); op != nullptr;) {
    if (const auto* load = std::get_if<rir::LoadOp>(&op->data)) {
      const bool is_own = load->address.kind == rir::OperandKind::Region && !function.params.empty() &&
                          load->address.id == function.params.front() &&
                          module_.regions[load->address.id].name == "this";
      return is_own ? std::optional(offset) : std::nullopt;
    }
    const auto* field = std::get_if<rir::ComputeOp>(&op->data);
    if (field == nullptr || field->opcode != rir::Opcode::Field)
      return std::nullopt;
    offset += module_.types[field->pointee].fields[field->member].offset;
    op = Definition(definitions, field->args[0]);
  }
  return std::nullopt;
}

bool BaseTables::IsOfBase(const rir::Function& function, const rir::Op& call) {
  const auto* data = std::get_if<rir::CallOp>(&call.data);
  if (data == nullptr || data->args.empty() || data->callee.kind != rir::OperandKind::Function)
    return false;
  const Definitions& definitions = DefinitionsOf(function);
  const std::optional<std::uint64_t> base =
      definitions.empty() ? std::nullopt : OffsetOf(function, definitions, data->args[0]);
  if (!base)
    return false;
  const auto stores_there = [&](const rir::Op& op) {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    return store != nullptr && IsTable(definitions, store->value) &&
           OffsetOf(function, definitions, store->address) == base;
  };
  const bool is_base = std::ranges::any_of(
      function.blocks, [&](const rir::Block& block) { return std::ranges::any_of(block.ops, stores_there); });
  return is_base && !MayCallVirtually(data->callee.id);
}

bool BaseTables::StoresAtBeginning(const rir::Function& function, const rir::StoreOp& store) {
  const Definitions& definitions = DefinitionsOf(function);
  return !definitions.empty() && IsTable(definitions, store.value) &&
         OffsetOf(function, definitions, store.address) == std::optional<std::uint64_t>(0);
}

// A call through a pointer, or of what nothing is known, there or in what is called. Recursion counts as one.
bool BaseTables::MayCallVirtually(rir::FunctionId id) {
  const auto [known, is_new] = may_call_.try_emplace(id, true);
  if (!is_new || !module_.functions[id].is_defined)
    return known->second;
  for (const rir::Block& block : module_.functions[id].blocks)
    for (const rir::Op& op : block.ops) {
      const auto* call = std::get_if<rir::CallOp>(&op.data);
      const bool is_unknown = std::holds_alternative<rir::OpaqueOp>(op.data) ||
                              (call != nullptr && call->callee.kind != rir::OperandKind::Function);
      if (is_unknown || (call != nullptr && MayCallVirtually(call->callee.id)))
        return true;
    }
  return may_call_[id] = false;
}

}  // namespace detrain::flow
