// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/sight.h"

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

bool IsOf(const infer::NestStep& step, const rir::Op& op) {
  if (step.loop != nullptr)
    return std::get_if<rir::LoopOp>(&op.data) == step.loop;
  return op.Kind() == rir::OpKind::Call && op.location == step.location;
}

void AddNamedFrom(const infer::NestStep& step, std::set<rir::RegionId>& named) {
  const rir::Function& function = *step.function;
  bool has_begun = false;
  rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
    has_begun = has_begun || IsOf(step, op);
    if (!has_begun)
      return;
    rir::ForEachOperand(op, [&](const rir::Operand& operand) {
      if (operand.kind == rir::OperandKind::Region)
        named.insert(operand.id);
    });
  });
}

rir::FunctionId NumberOf(const rir::Module& module, const rir::Function& function) {
  return static_cast<rir::FunctionId>(&function - module.functions.data());
}

}  // namespace

// The outermost loop of a function counts: its next round runs all of it again.
Sight::Sight(const infer::Engine& engine) {
  for (const infer::NestStep& step : engine.boundary.nest)
    if (step.loop != nullptr && looked_at_.insert(NumberOf(engine.Program(), *step.function)).second)
      AddNamedFrom(step, named_);
  for (const infer::NestStep& step : engine.boundary.nest)
    if (const rir::FunctionId f = NumberOf(engine.Program(), *step.function);
        !looked_at_.contains(f) && waiting_.insert(f).second)
      AddNamedFrom(step, named_);
}

bool Sight::IsPerhapsOver(const rir::Region& region, rir::RegionId id) const {
  return region.kind == rir::RegionKind::Local && waiting_.contains(region.function) && !named_.contains(id);
}

bool Sight::Contains(const rir::Region& region, rir::RegionId id) const {
  const bool is_automatic = region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
  return !is_automatic || !looked_at_.contains(region.function) || named_.contains(id);
}

}  // namespace detrain::plan
