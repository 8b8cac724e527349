// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/computations.h"

#include <algorithm>
#include <variant>

#include "analyzer/rir/fields.h"
#include "analyzer/tier0/nest.h"

namespace detrain::tier0 {

Computations::Computations(const flow::Flow& flow, const infer::Callees& callees, rir::TypeKind kind)
    : flow_(flow), callees_(callees), kind_(kind) {
  for (const flow::Instance& instance : flow.instances)
    if (instance.op != nullptr && instance.function != rir::kNone)
      called_[instance.op].insert(instance.function);
}

double Computations::In(flow::ScopeId loop) {
  const flow::Scope& scope = flow_.scopes[loop];
  const auto [known, is_new] = loops_.try_emplace(scope.op, 0);
  const rir::Function* function = flow_.FunctionOf(scope.instance);
  if (is_new)
    known->second = InBlocks(function == nullptr ? flow_.module->init : *function, *scope.op);
  return known->second;
}

double Computations::InMain() {
  const auto& functions = flow_.module->functions;
  const auto is_main = [](const rir::Function& function) { return function.link_name == "main"; };
  const auto main = std::ranges::find_if(functions, is_main);
  return main == functions.end() ? 0 : InFunction(static_cast<rir::FunctionId>(main - functions.begin()));
}

double Computations::InBlocks(const rir::Function& function, const rir::Op& op) {
  double all = 0;
  rir::ForEachBlock(op, [&](rir::BlockId block) {
    if (block != rir::kNone)
      for (const rir::Op& inner : function.blocks[block].ops)
        all += Of(function, inner);
  });
  return all;
}

double Computations::Of(const rir::Function& function, const rir::Op& op) {
  if (std::holds_alternative<rir::ComputeOp>(op.data))
    return op.type != rir::kNone && flow_.module->types[op.type].kind == kind_ ? 1 : 0;
  double all = InBlocks(function, op) * (IsLoop(op) ? kIterations : 1);
  if (const auto* call = std::get_if<rir::CallOp>(&op.data))
    for (const rir::FunctionId callee : Called(function, op, *call))
      all += InFunction(callee);
  return all;
}

double Computations::InFunction(rir::FunctionId id) {
  const auto [known, is_new] = functions_.try_emplace(id, 0);
  const rir::Function& function = flow_.module->functions[id];
  if (!is_new || !function.is_defined)
    return known->second;
  double all = 0;
  for (const rir::Op& op : function.blocks[function.body].ops)
    all += Of(function, op);
  return functions_[id] = all;
}

std::set<rir::FunctionId> Computations::Called(const rir::Function& function, const rir::Op& op,
                                               const rir::CallOp& call) const {
  if (call.callee.kind == rir::OperandKind::Function)
    return {call.callee.id};
  if (const auto told = called_.find(&op); told != called_.end())
    return told->second;
  const std::vector<rir::FunctionId> all = callees_.Of(function, op, call);
  return {all.begin(), all.end()};
}

}  // namespace detrain::tier0
