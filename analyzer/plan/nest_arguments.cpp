// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/nest_arguments.h"

#include <set>
#include <variant>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Op;
using rir::RegionId;

// The variables that a value is read from, by the operations of one function.
class Readings {
 public:
  Readings(const infer::Callees& callees, const rir::Function& function, std::set<RegionId>& regions)
      : callees_(callees), function_(function), regions_(regions) {}

  void Add(const rir::Operand& value) {
    const Op* op = callees_.Yielding(function_, value);
    if (op == nullptr || !seen_.insert(op).second)
      return;
    const bool is_load = std::holds_alternative<rir::LoadOp>(op->data);
    rir::ForEachOperand(*op, [&](const rir::Operand& operand) {
      if (is_load)
        AddAddress(operand);
      Add(operand);
    });
  }

 private:
  // What is read there is a part of the variable.
  void AddAddress(const rir::Operand& address) {
    if (address.kind == rir::OperandKind::Region) {
      regions_.insert(address.id);
      return;
    }
    const Op* op = callees_.Yielding(function_, address);
    if (op != nullptr && !std::holds_alternative<rir::LoadOp>(op->data) && parts_.insert(op).second)
      rir::ForEachOperand(*op, [&](const rir::Operand& operand) { AddAddress(operand); });
  }

  const infer::Callees& callees_;
  const rir::Function& function_;
  std::set<RegionId>& regions_;
  std::set<const Op*> seen_, parts_;
};

void AddArguments(const infer::Engine& engine, const infer::NestStep& step, std::set<RegionId>& regions) {
  Readings readings(engine.CalleesInProgram(), *step.function, regions);
  rir::ForEachOp(*step.function, step.function->body, [&](const Op& op) {
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call != nullptr && op.location == step.location)
      for (const rir::Operand& argument : call->args)
        readings.Add(argument);
  });
}

std::set<RegionId> VariablesRead(const infer::Engine& engine) {
  std::set<RegionId> regions;
  bool is_made_anew = engine.boundary.is_in_row;
  for (const infer::NestStep& step : engine.boundary.nest)
    if (step.loop != nullptr)
      is_made_anew = true;
    else if (is_made_anew)
      AddArguments(engine, step, regions);
  return regions;
}

}  // namespace

void KeepNestArguments(const infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const std::set<RegionId> regions = VariablesRead(engine);
  for (const NamedObject& o : objects) {
    const infer::Object& object = engine.objects[o.object];
    if (object.kind != infer::ObjectKind::Variable || !regions.contains(object.region))
      continue;
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (fact == facts.leaves.end() || !fact->second.written)
        continue;
      LeafFact& f = fact->second;
      if (f.persistence != Persistence::Dead && !f.is_constant)
        continue;
      f.is_argument = !f.read;
      f.read = true;
      f.is_constant = false;
      f.persistence = Persistence::Carried;
    }
  }
}

}  // namespace detrain::plan
