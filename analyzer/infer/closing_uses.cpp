// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/closing_uses.h"

#include <algorithm>

#include "analyzer/rir/fields.h"

namespace detrain::infer {

namespace {

bool Uses(const rir::Op& op, const rir::Operand& value) {
  bool uses = false;
  rir::ForEachOperand(op, [&](const rir::Operand& operand) { uses = uses || operand == value; });
  return uses;
}

bool ComparesWithNull(const rir::Op& op) {
  const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
  if (compute == nullptr)
    return false;
  const bool compares = compute->opcode == rir::Opcode::Eq || compute->opcode == rir::Opcode::Ne;
  return compute->opcode == rir::Opcode::LNot ||
         (compares && std::ranges::any_of(compute->args, [](const rir::Operand& arg) {
            return arg.kind == rir::OperandKind::Null || (arg.kind == rir::OperandKind::Int && arg.integer == 0);
          }));
}

}  // namespace

bool ClosingUses::IsFile(rir::TypeId type) const {
  return type != rir::kNone && module_.types[type].kind == rir::TypeKind::Pointer &&
         module_.types[type].element != rir::kNone &&
         module_.types[module_.types[type].element].kind == rir::TypeKind::Handle;
}

bool ClosingUses::OnlyCloses(const rir::Function& function, const rir::Op& load) {
  if (!IsFile(load.type))
    return false;
  auto [known, is_new] = known_.try_emplace(&function);
  if (is_new)
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops)
        if (op.Kind() == rir::OpKind::Load && IsFile(op.type))
          known->second[op.result] = Closes(function, op.result);
  const auto it = known->second.find(load.result);
  return it != known->second.end() && it->second;
}

bool ClosingUses::Closes(const rir::Function& function, rir::ValueId value) {
  const rir::Operand operand = rir::Operand::Value(value);
  return std::ranges::all_of(function.blocks, [&](const rir::Block& block) {
    return std::ranges::all_of(
        block.ops, [&](const rir::Op& op) { return !Uses(op, operand) || ClosesIn(function, op, operand); });
  });
}

bool ClosingUses::ClosesIn(const rir::Function& function, const rir::Op& op, const rir::Operand& value) {
  if (op.Kind() == rir::OpKind::Close || op.Kind() == rir::OpKind::If || ComparesWithNull(op))
    return true;
  if (const auto* compute = std::get_if<rir::ComputeOp>(&op.data))
    return compute->opcode == rir::Opcode::Cast && IsFile(op.type) && Closes(function, op.result);
  const auto* call = std::get_if<rir::CallOp>(&op.data);
  return call != nullptr && ClosesArgument(*call, value);
}

bool ClosingUses::ClosesArgument(const rir::CallOp& call, const rir::Operand& value) {
  if (call.callee.kind != rir::OperandKind::Function || call.into == value)
    return false;
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (call.args[i] == value && !ClosesParameter(call.callee.id, static_cast<std::uint32_t>(i)))
      return false;
  return true;
}

// The parameter is memory of the callee: each use of it must be a load, and each such load closes.
bool ClosingUses::ClosesParameter(rir::FunctionId function, std::uint32_t parameter) {
  const rir::Function& callee = module_.functions[function];
  if (!callee.is_defined || parameter >= callee.params.size())
    return false;
  const rir::Operand region = rir::Operand::Region(callee.params[parameter]);
  const auto [known, is_new] = parameters_.try_emplace(region.id, false);
  if (!is_new)
    return known->second;
  const bool closes = std::ranges::all_of(callee.blocks, [&](const rir::Block& block) {
    return std::ranges::all_of(block.ops, [&](const rir::Op& op) {
      return !Uses(op, region) || (op.Kind() == rir::OpKind::Load && IsFile(op.type) && Closes(callee, op.result));
    });
  });
  return parameters_[region.id] = closes;
}

}  // namespace detrain::infer
