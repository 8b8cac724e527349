// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/spin_lock.h"

#include <algorithm>
#include <variant>

namespace detrain::flow {

namespace {

constexpr unsigned kDeepest = 6;  // calls in calls, as of std::atomic's members

bool IsLeaf(const rir::Function& function, rir::BlockId block) {
  if (block == rir::kNone)
    return false;
  const std::vector<rir::Op>& ops = function.blocks[block].ops;
  return !ops.empty() && (ops.back().Kind() == rir::OpKind::Break || ops.back().Kind() == rir::OpKind::Return);
}

// What is stored to; null: it is no store, or one that may take a lock.
const rir::Operand* FreedBy(const rir::Op& op) {
  if (const auto* store = std::get_if<rir::StoreOp>(&op.data))
    return &store->address;
  const auto* atomic = std::get_if<rir::AtomicOp>(&op.data);
  return atomic != nullptr && atomic->op == "=" && atomic->value == rir::Operand::Int(0) ? &atomic->address : nullptr;
}

}  // namespace

std::optional<PlaceInText> SpinLocks::AcquiredBy(const rir::Function& function, const rir::LoopOp& loop) {
  if (loop.kind == rir::LoopKind::Once || !OnlyWaits(function, loop.body, 0) || !OnlyWaits(function, loop.step, 0))
    return std::nullopt;
  const Frame frame{&function, nullptr, nullptr, 0};
  const std::optional<PlaceInText> place =
      loop.test == rir::kNone ? LeavesWithSwap(function, loop) : SwapBehind(frame, loop.condition);
  return place && IsStoredTo(*place) ? place : std::nullopt;
}

// `for (;;) { if (!held.exchange(true)) break; }`
std::optional<PlaceInText> SpinLocks::LeavesWithSwap(const rir::Function& function, const rir::LoopOp& loop) {
  if (loop.body == rir::kNone)
    return std::nullopt;
  const Frame frame{&function, nullptr, nullptr, 0};
  for (const rir::Op& op : function.blocks[loop.body].ops) {
    const auto* branch = std::get_if<rir::IfOp>(&op.data);
    if (branch == nullptr || (!IsLeaf(function, branch->then_block) && !IsLeaf(function, branch->else_block)))
      continue;
    if (const auto place = SwapBehind(frame, branch->condition))
      return place;
  }
  return std::nullopt;
}

const rir::Op* SpinLocks::Definition(const rir::Function& function, const rir::Operand& value) {
  if (value.kind != rir::OperandKind::Value)
    return nullptr;
  const auto [known, is_new] = definitions_.try_emplace(&function);
  if (is_new) {
    known->second.assign(function.value_count, nullptr);
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops)
        if (op.result < function.value_count)
          known->second[op.result] = &op;
  }
  return known->second[value.id];
}

std::optional<PlaceInText> SpinLocks::SwapBehind(const Frame& frame, const rir::Operand& condition) {
  const rir::Op* op = Definition(*frame.function, condition);
  return op == nullptr ? std::nullopt : SwapIn(frame, *op);
}

std::optional<PlaceInText> SpinLocks::SwapIn(const Frame& frame, const rir::Op& op) {
  if (const auto* atomic = std::get_if<rir::AtomicOp>(&op.data))
    return SwapsInConstant(frame, *atomic) ? std::optional(PlaceOf(*frame.function, atomic->address, op.type))
                                           : std::nullopt;
  if (const auto* call = std::get_if<rir::CallOp>(&op.data))
    return SwapInCallee(frame, *call);
  const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
  if (compute == nullptr || (compute->opcode != rir::Opcode::Eq && compute->opcode != rir::Opcode::Ne &&
                             compute->opcode != rir::Opcode::LNot && compute->opcode != rir::Opcode::Cast))
    return std::nullopt;
  for (const rir::Operand& arg : compute->args)
    if (const auto place = SwapBehind(frame, arg))
      return place;
  return std::nullopt;
}

std::optional<PlaceInText> SpinLocks::SwapInCallee(const Frame& frame, const rir::CallOp& call) {
  if (call.callee.kind != rir::OperandKind::Function || frame.depth >= kDeepest)
    return std::nullopt;
  const rir::Function& callee = module_.functions[call.callee.id];
  const Frame inner{&callee, &call, &frame, frame.depth + 1};
  for (const rir::Block& block : callee.blocks)
    for (const rir::Op& op : block.ops)
      if (const auto* back = std::get_if<rir::ReturnOp>(&op.data))
        if (const auto place = SwapBehind(inner, back->value))
          return place;
  return std::nullopt;
}

bool SpinLocks::SwapsInConstant(const Frame& frame, const rir::AtomicOp& atomic) {
  if (atomic.op == "=")
    return IsConstant(frame, atomic.value);
  if (atomic.op != "cas")
    return false;
  const rir::Op* both = Definition(*frame.function, atomic.value);
  const auto* compute = both == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&both->data);
  return compute != nullptr && compute->args.size() > 1 && IsConstant(frame, compute->args.back());
}

// Also of a parameter that a constant is handed to.
bool SpinLocks::IsConstant(const Frame& frame, const rir::Operand& operand) {
  if (operand.kind == rir::OperandKind::Int)
    return operand.integer != 0;
  const rir::Op* op = Definition(*frame.function, operand);
  if (op == nullptr)
    return false;
  if (const auto* cast = std::get_if<rir::ComputeOp>(&op->data))
    return cast->opcode == rir::Opcode::Cast && IsConstant(frame, cast->args.front());
  const auto* load = std::get_if<rir::LoadOp>(&op->data);
  if (load == nullptr || load->address.kind != rir::OperandKind::Region || frame.call == nullptr)
    return false;
  const auto& params = frame.function->params;
  const auto param = static_cast<std::size_t>(std::ranges::find(params, load->address.id) - params.begin());
  return param < std::min(params.size(), frame.call->args.size()) && IsConstant(*frame.caller, frame.call->args[param]);
}

// Whether it stores nothing but to variables of its own, and calls nothing that does more.
bool SpinLocks::OnlyWaits(const rir::Function& function, rir::BlockId block, unsigned depth) {
  return block == rir::kNone || std::ranges::all_of(function.blocks[block].ops,
                                                    [&](const rir::Op& op) { return OnlyWaits(function, op, depth); });
}

bool SpinLocks::OnlyWaits(const rir::Function& function, const rir::Op& op, unsigned depth) {
  if (const auto* store = std::get_if<rir::StoreOp>(&op.data))
    return store->address.kind == rir::OperandKind::Region &&
           module_.regions[store->address.id].kind == rir::RegionKind::Local;
  if (const auto* branch = std::get_if<rir::IfOp>(&op.data))
    return OnlyWaits(function, branch->then_block, depth) && OnlyWaits(function, branch->else_block, depth);
  if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
    return OnlyWaits(function, loop->test, depth) && OnlyWaits(function, loop->body, depth) &&
           OnlyWaits(function, loop->step, depth);
  if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
    if (call->callee.kind != rir::OperandKind::Function || depth >= kDeepest)
      return false;
    const rir::Function& callee = module_.functions[call->callee.id];
    return std::ranges::all_of(callee.blocks, [&](const rir::Block& inner) {
      return std::ranges::all_of(inner.ops, [&](const rir::Op& one) { return OnlyWaits(callee, one, depth + 1); });
    });
  }
  const rir::OpKind kind = op.Kind();
  return kind != rir::OpKind::Copy && kind != rir::OpKind::Fill && kind != rir::OpKind::Par &&
         kind != rir::OpKind::Output && kind != rir::OpKind::Input && kind != rir::OpKind::Draw;
}

PlaceInText SpinLocks::PlaceOf(const rir::Function& function, const rir::Operand& address, rir::TypeId stored) {
  if (address.kind == rir::OperandKind::Region)
    return {PlaceInText::Kind::Variable, address.id, 0};
  const rir::Op* op = Definition(function, address);
  const auto* field = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  if (field != nullptr && field->opcode == rir::Opcode::Cast)
    return PlaceOf(function, field->args.front(), stored);
  if (field != nullptr && field->opcode == rir::Opcode::Field)
    return {PlaceInText::Kind::Member, field->pointee, field->member};
  return {PlaceInText::Kind::Any, stored == rir::kNone ? 0 : module_.types[stored].size, 0};
}

bool SpinLocks::IsStoredTo(const PlaceInText& place) {
  if (!stored_) {
    stored_.emplace();
    for (const rir::Function& function : module_.functions)
      for (const rir::Block& block : function.blocks)
        for (const rir::Op& op : block.ops)
          if (const rir::Operand* address = FreedBy(op))
            stored_->insert(PlaceOf(function, *address, op.type));
  }
  return stored_->contains(place);
}

}  // namespace detrain::flow
