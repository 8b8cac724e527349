// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/reached_functions.h"

#include "analyzer/plan/choose.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

bool IsUsers(const rir::Function& function) {
  return !function.is_library && !rir::IsStandardName(function.name);
}

std::vector<const rir::Function*> ReachedFunctions(const rir::Module& module) {
  std::vector<const rir::Function*> out;
  std::set<rir::FunctionId> seen;
  std::vector<rir::FunctionId> left;
  const auto look = [&](const rir::Function& function) {
    if (function.body == rir::kNone)  // nothing is initialised before main
      return;
    out.push_back(&function);
    rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
      rir::ForEachOperand(op, [&](const rir::Operand& operand) {
        if (operand.kind == rir::OperandKind::Function && seen.insert(operand.id).second)
          left.push_back(operand.id);
      });
    });
  };
  look(module.init);
  for (std::size_t f = 0; f < module.functions.size(); ++f)
    if (module.functions[f].name == "main" && seen.insert(static_cast<rir::FunctionId>(f)).second)
      left.push_back(static_cast<rir::FunctionId>(f));
  while (!left.empty()) {
    const rir::Function& function = module.functions[left.back()];
    left.pop_back();
    if (function.is_defined)
      look(function);
  }
  return out;
}

ReachedPlaces::ReachedPlaces(const rir::Module& module) {
  const std::vector<const rir::Function*> in_order = ReachedFunctions(module);
  const std::set<const rir::Function*> reached(in_order.begin(), in_order.end());
  const auto for_each_place = [&](bool is_reached, const auto& use) {
    for (const rir::Function& function : module.functions)
      if (function.body != rir::kNone && reached.contains(&function) == is_reached)
        rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
          const Place place = PlaceOf(module, op.location);
          use(Key{place.file, place.line, place.column});
        });
  };
  for_each_place(false, [&](Key place) { only_elsewhere_.insert(std::move(place)); });
  for_each_place(true, [&](const Key& place) { only_elsewhere_.erase(place); });
}

bool ReachedPlaces::MayContain(const Place& place) const {
  return !only_elsewhere_.contains({place.file, place.line, place.column});
}

}  // namespace detrain::plan
