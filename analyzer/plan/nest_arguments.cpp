// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/nest_arguments.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <variant>

#include "analyzer/plan/reached_functions.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Op;
using rir::RegionId;

struct Range {
  std::uint64_t low = 0, high = std::numeric_limits<std::uint64_t>::max();
};
struct Variables {
  std::map<RegionId, std::vector<Range>> read;
  std::map<RegionId, std::set<RegionId>> given;  // parameters, and what their arguments are read from
  std::set<RegionId> given_more;                 // those that get what calls give back, or what pointers lead to
};

// The parts of variables that a value is read from, by the operations of one function.
class Readings {
 public:
  Readings(const infer::Engine& engine, const rir::Function& function, Variables& variables)
      : module_(engine.Program()), callees_(engine.CalleesInProgram()), function_(function), variables_(variables) {}

  // Whether it may hang on more than variables.
  [[nodiscard]] bool IsElsewhere() const { return is_elsewhere_; }

  void Add(const rir::Operand& value) {
    const Op* op = callees_.Yielding(function_, value);
    if (op == nullptr || !seen_.insert(op).second)
      return;
    is_elsewhere_ = is_elsewhere_ || std::holds_alternative<rir::CallOp>(op->data);
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
    variables_.read[address.id].push_back({offset, offset + size});
  }

  // What is read there is some part of the variable.
  void AddWhole(const rir::Operand& address) {
    if (address.kind == rir::OperandKind::Region)
      variables_.read[address.id].push_back({});
    const Op* op = callees_.Yielding(function_, address);
    is_elsewhere_ = is_elsewhere_ || (op != nullptr && std::holds_alternative<rir::LoadOp>(op->data));
    if (op != nullptr && !std::holds_alternative<rir::LoadOp>(op->data) && parts_.insert(op).second)
      rir::ForEachOperand(*op, [&](const rir::Operand& operand) { AddWhole(operand); });
  }

  const rir::Module& module_;
  const infer::Callees& callees_;
  const rir::Function& function_;
  Variables& variables_;
  std::set<const Op*> seen_, parts_;
  bool is_elsewhere_ = false;
};

void AddArguments(const infer::Engine& engine, const infer::NestStep& step, Variables& variables) {
  rir::ForEachOp(*step.function, step.function->body, [&](const Op& op) {
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call == nullptr || op.location != step.location)
      return;
    const bool is_named = call->callee.kind == rir::OperandKind::Function;
    const rir::Function* callee = is_named ? &engine.Program().functions[call->callee.id] : nullptr;
    for (std::size_t i = 0; i < call->args.size(); ++i) {
      Variables own;
      Readings readings(engine, *step.function, own);
      readings.Add(call->args[i]);
      if (callee != nullptr && IsUsers(*callee) && i < callee->params.size()) {
        for (const auto& [region, ranges] : own.read)
          variables.given[callee->params[i]].insert(region);
        if (readings.IsElsewhere())
          variables.given_more.insert(callee->params[i]);
      }
      for (const auto& [region, ranges] : own.read)
        variables.read[region].insert(variables.read[region].end(), ranges.begin(), ranges.end());
    }
  });
}

Variables VariablesRead(const infer::Engine& engine) {
  Variables variables;
  bool is_made_anew = engine.boundary.is_in_row;
  for (const infer::NestStep& step : engine.boundary.nest)
    if (step.loop != nullptr)
      is_made_anew = true;
    else if (is_made_anew && IsUsers(*step.function))
      AddArguments(engine, step, variables);
  return variables;
}

bool IsRead(const Variables& variables, RegionId region, std::uint64_t offset) {
  const auto ranges = variables.read.find(region);
  return ranges != variables.read.end() && std::ranges::any_of(ranges->second, [&](const Range& range) {
           return range.low <= offset && offset < range.high;
         });
}

// Variables of which the nest writes a part.
std::set<RegionId> Written(const infer::Engine& engine, const Facts& facts) {
  std::set<RegionId> written;
  for (const auto& [key, fact] : facts.leaves)
    if (fact.written && engine.objects[key.first].kind == infer::ObjectKind::Variable)
      written.insert(engine.objects[key.first].region);
  return written;
}

// Parameters that are not the same in a resumed run before it is restored.
std::set<RegionId> GivenAnew(const infer::Engine& engine, const Variables& variables, const Facts& facts) {
  const std::set<RegionId> written = Written(engine, facts);
  std::set<RegionId> given = variables.given_more;
  for (const auto& [param, regions] : variables.given)
    if (std::ranges::any_of(regions, [&](RegionId region) { return written.contains(region); }))
      given.insert(param);
  return given;
}

}  // namespace

void KeepNestArguments(const infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const Variables variables = VariablesRead(engine);
  const std::set<RegionId> given = GivenAnew(engine, variables, facts);
  for (const NamedObject& o : objects) {
    const infer::Object& object = engine.objects[o.object];
    if (object.kind != infer::ObjectKind::Variable)
      continue;
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      const bool is_given = engine.boundary.is_in_row && given.contains(object.region);
      if (fact == facts.leaves.end() || !fact->second.written || !(is_given || IsRead(variables, object.region, n.key)))
        continue;
      LeafFact& f = fact->second;
      if ((f.persistence != Persistence::Dead || is_given) && !f.is_constant)
        continue;
      f.is_argument = !f.read;
      f.read = true;
      f.is_constant = false;
      f.persistence = Persistence::Carried;
    }
  }
}

}  // namespace detrain::plan
