// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/handlers.h"

#include <set>
#include <variant>

#include "analyzer/rir/fields.h"
#include "analyzer/rir/handlers.h"

namespace detrain::plan {

std::vector<rir::Location> HandlersNotFollowed(const rir::Module& module) {
  std::vector<rir::Location> out;
  std::set<rir::FunctionId> seen;
  std::vector<rir::FunctionId> left;
  const auto look = [&](const rir::Function& function) {
    if (function.body == rir::kNone)  // nothing is initialised before main
      return;
    rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
      const auto* stop = std::get_if<rir::StopOp>(&op.data);
      if (stop != nullptr && stop->callee == rir::kCatch)
        out.push_back(op.location);
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

}  // namespace detrain::plan
