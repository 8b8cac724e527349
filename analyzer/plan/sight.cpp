// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/sight.h"

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

void AddNamedFrom(const rir::Function& function, const rir::LoopOp* loop, std::set<rir::RegionId>& named) {
  bool has_begun = false;
  rir::ForEachOp(function, function.body, [&](const rir::Op& op) {
    has_begun = has_begun || std::get_if<rir::LoopOp>(&op.data) == loop;
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
      AddNamedFrom(*step.function, step.loop, named_);
}

bool Sight::Contains(const rir::Region& region, rir::RegionId id) const {
  const bool is_automatic = region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
  return !is_automatic || !looked_at_.contains(region.function) || named_.contains(id);
}

}  // namespace detrain::plan
