// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/callees.h"

#include <algorithm>

#include "analyzer/rir/fields.h"

namespace detrain::infer {

Callees::Callees(const rir::Module& module) : module_(module) {
  Read(module.init);
  for (const rir::Function& f : module.functions)
    Read(f);
}

const Callees::Definitions& Callees::DefinitionsOf(const rir::Function& f) const {
  const auto [at, is_new] = definitions_.try_emplace(&f, f.value_count, nullptr);
  if (is_new)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        if (op.result < at->second.size())
          at->second[op.result] = &op;
  return at->second;
}

// Null where it is no value, or nobody yields it.
const rir::Op* Callees::Defining(const Definitions& definitions, const rir::Operand& value) {
  return value.kind == rir::OperandKind::Value && value.id < definitions.size() ? definitions[value.id] : nullptr;
}

// Constant memory that the lifter makes, as tables of virtual functions are.
bool Callees::IsTable(rir::RegionId region) const {
  return module_.regions[region].kind == rir::RegionKind::Hidden && module_.regions[region].is_const;
}

std::optional<Callees::Slot> Callees::SlotAt(const Definitions& definitions, const rir::Operand& address) const {
  const rir::Op* op = Defining(definitions, address);
  const auto* index = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  if (index == nullptr || index->opcode != rir::Opcode::Index || index->args[1].kind != rir::OperandKind::Int ||
      index->args[0].kind != rir::OperandKind::Region || !IsTable(index->args[0].id))
    return std::nullopt;
  return Slot{index->args[0].id, index->args[1].integer};
}

void Callees::Read(const rir::Function& f) {
  const Definitions& definitions = DefinitionsOf(f);
  for (const rir::Block& block : f.blocks)
    for (const rir::Op& op : block.ops) {
      const auto* store = std::get_if<rir::StoreOp>(&op.data);
      const auto entry = store == nullptr ? std::nullopt : SlotAt(definitions, store->address);
      if (entry && store->value.kind == rir::OperandKind::Function) {
        slots_[store->value.id].push_back(*entry);
        continue;
      }
      const auto* call = std::get_if<rir::CallOp>(&op.data);
      rir::ForEachOperand(op, [&](const rir::Operand& operand) {
        const bool is_callee = call != nullptr && &operand == &call->callee;
        if (operand.kind == rir::OperandKind::Function && !is_callee)
          free_.insert(operand.id);
        const bool is_entry = store != nullptr && &operand == &store->address;
        if (const auto start = is_entry ? std::nullopt : SlotAt(definitions, operand))
          starts_[start->table].insert(start->index);
        if (operand.kind == rir::OperandKind::Region && IsTable(operand.id) && op.Kind() != rir::OpKind::Compute)
          starts_[operand.id].insert(0);
      });
    }
}

// Of a call of what stands at a constant place of the table that the object points to, which is an argument: that
// place.
std::optional<std::int64_t> Callees::VirtualSlot(const Definitions& definitions, const rir::CallOp& data) const {
  const rir::Op* callee = Defining(definitions, data.callee);
  const auto* load = callee == nullptr ? nullptr : std::get_if<rir::LoadOp>(&callee->data);
  const rir::Op* place = load == nullptr ? nullptr : Defining(definitions, load->address);
  const auto* index = place == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&place->data);
  if (index == nullptr || index->opcode != rir::Opcode::Index || index->args[1].kind != rir::OperandKind::Int)
    return std::nullopt;
  const rir::Op* pointer = Defining(definitions, index->args[0]);
  const auto* table = pointer == nullptr ? nullptr : std::get_if<rir::LoadOp>(&pointer->data);
  const bool is_of_argument = table != nullptr && std::ranges::find(data.args, table->address) != data.args.end();
  return is_of_argument ? std::optional(index->args[1].integer) : std::nullopt;
}

std::vector<rir::FunctionId> Callees::Of(const rir::Function& caller, const rir::Op& op,
                                         const rir::CallOp& data) const {
  const Definitions& definitions = DefinitionsOf(caller);
  const auto slot = VirtualSlot(definitions, data);
  const auto stands_there = [&](rir::FunctionId f) {
    const auto known = slots_.find(f);
    return slot && known != slots_.end() && std::ranges::any_of(known->second, [&](const Slot& s) {
             const auto starts = starts_.find(s.table);
             return starts != starts_.end() && starts->second.contains(s.index - *slot);
           });
  };
  std::vector<rir::FunctionId> out;
  for (rir::FunctionId f = 0; f < module_.functions.size(); ++f)
    if (module_.functions[f].is_address_taken && (free_.contains(f) || stands_there(f) || !slots_.contains(f)) &&
        Fits(definitions, op, data, module_.functions[f]) &&
        (!slot || free_.contains(f) || TakesObject(definitions, data, module_.functions[f])))
      out.push_back(f);
  return out;
}

std::vector<rir::FunctionId> Callees::VirtualOf(const rir::Function& caller, const rir::Op& op,
                                                const rir::CallOp& data) const {
  if (!VirtualSlot(DefinitionsOf(caller), data))
    return {};
  std::vector<rir::FunctionId> out = Of(caller, op, data);
  std::erase_if(out, [&](rir::FunctionId f) { return !slots_.contains(f); });
  return out;
}

void Callees::FindCallers() const {
  for (const rir::Function& caller : module_.functions)
    for (const rir::Block& block : caller.blocks)
      for (const rir::Op& op : block.ops)
        if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
          const bool is_told = call->callee.kind == rir::OperandKind::Function;
          for (const rir::FunctionId callee : is_told ? std::vector{call->callee.id} : Of(caller, op, *call))
            callers_[&module_.functions[callee]].push_back(&caller);
        }
}

bool Callees::AreInOneCycle(const rir::Function& f, const rir::Function& g) const {
  return &f == &g || (CallersOf(f).contains(&g) && CallersOf(g).contains(&f));
}

const std::set<const rir::Function*>& Callees::CallersOf(const rir::Function& f) const {
  if (callers_.empty())
    FindCallers();
  std::set<const rir::Function*>& out = all_callers_[&f];
  if (!out.empty())
    return out;
  out.insert(&f);
  for (std::vector<const rir::Function*> open = {&f}; !open.empty();) {
    const auto known = callers_.find(open.back());
    open.pop_back();
    if (known == callers_.end())
      continue;
    for (const rir::Function* caller : known->second)
      if (out.insert(caller).second)
        open.push_back(caller);
  }
  return out;
}

// What a pointer of that type leads to; null where that is no record.
const rir::Type* Callees::RecordAt(rir::TypeId pointer) const {
  const rir::TypeId to = pointer == rir::kNone ? rir::kNone : module_.types[pointer].element;
  const bool is_record = to != rir::kNone && module_.types[pointer].kind == rir::TypeKind::Pointer &&
                         module_.types[to].kind == rir::TypeKind::Record;
  return is_record ? &module_.types[to] : nullptr;
}

// Of the object that an address is taken for: by its own type, or by that of the variable that it is loaded from.
const rir::Type* Callees::ClassOf(const Definitions& definitions, const rir::Operand& object) const {
  const rir::Op* op = Defining(definitions, object);
  if (op == nullptr)
    return nullptr;
  if (const rir::Type* record = RecordAt(op->type))
    return record;
  const auto* load = std::get_if<rir::LoadOp>(&op->data);
  const bool is_variable = load != nullptr && load->address.kind == rir::OperandKind::Region;
  return is_variable ? RecordAt(module_.regions[load->address.id].type) : nullptr;
}

// Bases are members without a name.
bool Callees::IsPartOf(const rir::Type& base, const rir::Type& record) const {
  return &base == &record || std::ranges::any_of(record.fields, [&](const rir::Field& field) {
    const rir::Type& of = module_.types[field.type];
    return field.name.empty() && of.kind == rir::TypeKind::Record && IsPartOf(base, of);
  });
}

// Whether what a virtual call is made for may be an object of the callee's class.
bool Callees::TakesObject(const Definitions& definitions, const rir::CallOp& data, const rir::Function& callee) const {
  const rir::Op* pointer = Defining(definitions, data.callee);
  const rir::Op* place = Defining(definitions, std::get<rir::LoadOp>(pointer->data).address);
  const rir::Op* table = Defining(definitions, std::get<rir::ComputeOp>(place->data).args[0]);
  const rir::Operand& object = std::get<rir::LoadOp>(table->data).address;
  const auto number = static_cast<std::size_t>(std::ranges::find(data.args, object) - data.args.begin());
  const rir::Type *have = ClassOf(definitions, object), *want = RecordAt(module_.regions[callee.params[number]].type);
  return have == nullptr || want == nullptr || IsPartOf(*have, *want) || IsPartOf(*want, *have);
}

bool Callees::Fits(const Definitions& definitions, const rir::Op& op, const rir::CallOp& data,
                   const rir::Function& callee) const {
  if (callee.params.size() != data.args.size())
    return false;
  for (std::size_t i = 0; i < data.args.size(); ++i)
    if (!FitsType(definitions, data.args[i], module_.regions[callee.params[i]].type))
      return false;
  if (op.result == rir::kNone || op.type == rir::kNone || callee.result == rir::kNone)
    return true;
  const rir::Type &have = module_.types[callee.result], &want = module_.types[op.type];
  return have.kind == want.kind && have.size == want.size;
}

// Records go by their address; what no op yields is of any type.
bool Callees::FitsType(const Definitions& definitions, const rir::Operand& given, rir::TypeId wanted) const {
  const rir::Type& want = module_.types[wanted];
  const rir::Op* op = Defining(definitions, given);
  if (op == nullptr || op->type == rir::kNone)
    return true;
  const rir::Type& have = module_.types[op->type];
  if (want.kind == rir::TypeKind::Record)
    return have.kind == rir::TypeKind::Pointer || have.kind == rir::TypeKind::Record;
  return have.kind == want.kind && have.size == want.size;
}

}  // namespace detrain::infer
