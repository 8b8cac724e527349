// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/readings.h"

#include <variant>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

using infer::ObjectId;
using rir::Op;

BoundaryObjects::BoundaryObjects(infer::Engine& engine, const std::vector<NamedObject>& objects) : engine_(engine) {
  for (const NamedObject& o : objects) {
    by_id_[o.object] = &o;
    if (engine.objects[o.object].kind == infer::ObjectKind::Variable)
      by_region_[engine.objects[o.object].region].push_back(o.object);
  }
}

const std::vector<ObjectId>& BoundaryObjects::OfRegion(rir::RegionId region) const {
  static const std::vector<ObjectId> kNone;
  const auto found = by_region_.find(region);
  return found != by_region_.end() ? found->second : kNone;
}

std::set<ObjectId> BoundaryObjects::TargetsIn(ObjectId id, const Range& range) const {
  std::set<ObjectId> targets;
  const auto named = by_id_.find(id);
  if (named == by_id_.end())
    return targets;
  for (const NamedLeaf& leaf : named->second->leaves) {
    if (leaf.key < range.low || leaf.key >= range.high)
      continue;
    for (const infer::Value* value : ValuesAtBoundary(engine_, id, leaf.key))
      for (const infer::Alternative& to : value->alternatives)
        if (!to.is_null)
          targets.insert(to.target.object);
  }
  return targets;
}

void Readings::Add(const rir::Operand& value) {
  const Op* op = callees_.Yielding(function_, value);
  if (op == nullptr || !seen_.insert(op).second)
    return;
  is_elsewhere_ = is_elsewhere_ || std::holds_alternative<rir::CallOp>(op->data);
  if (const auto* load = std::get_if<rir::LoadOp>(&op->data))
    Note(PartsAt(load->address, module_.types[op->type].size));
  rir::ForEachOperand(*op, [&](const rir::Operand& operand) { Add(operand); });
}

void Readings::AddPassed(const rir::Operand& address) {
  Parts passed;
  AddObjectsAt(address, passed);
  Note(passed);
  for (const auto& [object, ranges] : passed)
    for (const ObjectId target : objects_.TargetsIn(object, {}))
      Note({{target, {{}}}});
  Add(address);
}

void Readings::Note(const Parts& parts) {
  for (const auto& [object, ranges] : parts)
    read_[object].insert(read_[object].end(), ranges.begin(), ranges.end());
}

// Of an object that the address is in, as many bytes as are read; all of it, where only the object is known.
Parts Readings::PartsAt(rir::Operand address, std::uint64_t size) {
  Parts parts;
  std::uint64_t offset = 0;
  while (address.kind != rir::OperandKind::Region) {
    const Op* op = callees_.Yielding(function_, address);
    const auto* field = op != nullptr ? std::get_if<rir::ComputeOp>(&op->data) : nullptr;
    if (field == nullptr || field->opcode != rir::Opcode::Field) {
      AddObjectsAt(address, parts);
      return parts;
    }
    offset += module_.types[field->pointee].fields[field->member].offset;
    address = field->args.front();
  }
  for (const ObjectId object : objects_.OfRegion(address.id))
    parts[object].push_back({offset, offset + size});
  return parts;
}

void Readings::AddObjectsAt(const rir::Operand& address, Parts& parts) {
  if (address.kind == rir::OperandKind::Region)
    for (const ObjectId object : objects_.OfRegion(address.id))
      parts[object].push_back({});
  const Op* op = callees_.Yielding(function_, address);
  if (op == nullptr || !around_.insert(op).second)
    return;
  if (const auto* load = std::get_if<rir::LoadOp>(&op->data))
    AddTargets(load->address, module_.types[op->type].size, parts);
  else if (const auto* call = std::get_if<rir::CallOp>(&op->data))
    AddGiven(*call, parts);
  else
    rir::ForEachOperand(*op, [&](const rir::Operand& operand) { AddObjectsAt(operand, parts); });
  around_.erase(op);
}

// An address that a call gives is in one of the objects that it is handed, or in what their pointers lead to: `v[0]`.
void Readings::AddGiven(const rir::CallOp& call, Parts& parts) {
  Parts handed;
  for (const rir::Operand& argument : call.args)
    AddObjectsAt(argument, handed);
  for (const auto& [object, ranges] : handed) {
    parts[object].insert(parts[object].end(), ranges.begin(), ranges.end());
    for (const ObjectId target : objects_.TargetsIn(object, {}))
      parts[target].push_back({});
  }
}

void Readings::AddTargets(const rir::Operand& address, std::uint64_t size, Parts& parts) {
  bool leads_on = false;
  for (const auto& [object, ranges] : PartsAt(address, size))
    for (const Range& range : ranges)
      for (const ObjectId target : objects_.TargetsIn(object, range)) {
        parts[target].push_back({});
        leads_on = true;
      }
  is_elsewhere_ = is_elsewhere_ || !leads_on;
}

}  // namespace detrain::plan
