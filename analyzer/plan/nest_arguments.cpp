// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/nest_arguments.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <variant>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Op;
using rir::RegionId;

struct Range {
  std::uint64_t low = 0, high = std::numeric_limits<std::uint64_t>::max();
};
using Variables = std::map<RegionId, std::vector<Range>>;

// The parts of variables that a value is read from, by the operations of one function.
class Readings {
 public:
  Readings(const infer::Engine& engine, const rir::Function& function, Variables& variables)
      : module_(engine.Program()), callees_(engine.CalleesInProgram()), function_(function), variables_(variables) {}

  void Add(const rir::Operand& value) {
    const Op* op = callees_.Yielding(function_, value);
    if (op == nullptr || !seen_.insert(op).second)
      return;
    if (const auto* load = std::get_if<rir::LoadOp>(&op->data))
      AddPart(load->address, module_.types[op->type].size);
    rir::ForEachOperand(*op, [&](const rir::Operand& operand) { Add(operand); });
  }

 private:
  void AddPart(rir::Operand address, std::uint64_t size) {
    std::uint64_t offset = 0;
    while (address.kind != rir::OperandKind::Region) {
      const Op* op = callees_.Yielding(function_, address);
      const auto* field = op != nullptr ? std::get_if<rir::ComputeOp>(&op->data) : nullptr;
      if (field == nullptr || field->opcode != rir::Opcode::Field)
        return AddWhole(address);
      offset += module_.types[field->pointee].fields[field->member].offset;
      address = field->args.front();
    }
    variables_[address.id].push_back({offset, offset + size});
  }

  // What is read there is some part of the variable.
  void AddWhole(const rir::Operand& address) {
    if (address.kind == rir::OperandKind::Region)
      variables_[address.id].push_back({});
    const Op* op = callees_.Yielding(function_, address);
    if (op != nullptr && !std::holds_alternative<rir::LoadOp>(op->data) && parts_.insert(op).second)
      rir::ForEachOperand(*op, [&](const rir::Operand& operand) { AddWhole(operand); });
  }

  const rir::Module& module_;
  const infer::Callees& callees_;
  const rir::Function& function_;
  Variables& variables_;
  std::set<const Op*> seen_, parts_;
};

void AddArguments(const infer::Engine& engine, const infer::NestStep& step, Variables& variables) {
  Readings readings(engine, *step.function, variables);
  rir::ForEachOp(*step.function, step.function->body, [&](const Op& op) {
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call != nullptr && op.location == step.location)
      for (const rir::Operand& argument : call->args)
        readings.Add(argument);
  });
}

Variables VariablesRead(const infer::Engine& engine) {
  Variables variables;
  bool is_made_anew = engine.boundary.is_in_row;
  for (const infer::NestStep& step : engine.boundary.nest)
    if (step.loop != nullptr)
      is_made_anew = true;
    else if (is_made_anew)
      AddArguments(engine, step, variables);
  return variables;
}

bool IsRead(const Variables& variables, RegionId region, std::uint64_t offset) {
  const auto ranges = variables.find(region);
  return ranges != variables.end() && std::ranges::any_of(ranges->second, [&](const Range& range) {
           return range.low <= offset && offset < range.high;
         });
}

}  // namespace

void KeepNestArguments(const infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const Variables variables = VariablesRead(engine);
  for (const NamedObject& o : objects) {
    const infer::Object& object = engine.objects[o.object];
    if (object.kind != infer::ObjectKind::Variable)
      continue;
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (fact == facts.leaves.end() || !fact->second.written || !IsRead(variables, object.region, n.key))
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
