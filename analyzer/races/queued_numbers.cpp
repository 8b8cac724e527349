// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/queued_numbers.h"

#include <algorithm>
#include <variant>

#include "analyzer/races/origin_search.h"

namespace detrain::races {

namespace {

constexpr unsigned kMostDeep = 24;  // copies around a value, scopes and calls around a place

const rir::CallOp* CallOf(const rir::Op& op) {
  return std::get_if<rir::CallOp>(&op.data);
}

bool StoresPointer(const flow::Flow& flow, const flow::Access& access) {
  const rir::Op* op = flow.nodes[access.node].op;
  return op != nullptr && op->Kind() == rir::OpKind::Store && op->type != rir::kNone &&
         flow.module->types[op->type].kind == rir::TypeKind::Pointer;
}

bool LoadsNumber(const flow::Flow& flow, const flow::Access& access) {
  const flow::Node& node = flow.nodes[access.node];
  return access.locks != 0 && node.kind == flow::NodeKind::Value && node.op != nullptr &&
         node.op->Kind() == rir::OpKind::Load && node.op->type != rir::kNone &&
         flow.module->types[node.op->type].kind == rir::TypeKind::Int;
}

}  // namespace

QueuedNumbers::QueuedNumbers(const flow::Flow& flow) : flow_(flow) {
  for (const flow::Access& access : flow.accesses)
    if (access.writes && access.locks != 0 && StoresPointer(flow, access))
      if (const flow::InstanceId call = flow_.LibraryCallOf(access.node); call != flow::kNone)
        moves_[call].push_back(access.node);
  if (moves_.empty())
    return;
  for (const flow::Access& access : flow.accesses)
    if (LoadsNumber(flow, access))
      if (const Taken taken = TakenBy(access); taken.filled != flow::kNone)
        taken_.emplace(access.node, taken);
}

bool QueuedNumbers::IsTaken(flow::NodeId load, const Together& where) const {
  const auto taken = taken_.find(load);
  return taken != taken_.end() && where.inside[flow_.nodes[load].scope] && !where.inside[taken->second.filled];
}

flow::NodeId QueuedNumbers::ContainerOf(flow::NodeId load) const {
  const auto taken = taken_.find(load);
  return taken == taken_.end() ? flow::kNone : taken->second.container;
}

// `x = *container.front()`, and behind it, in the same block, a call that moves a pointer of the same container on.
QueuedNumbers::Taken QueuedNumbers::TakenBy(const flow::Access& load) const {
  const flow::Node& node = flow_.nodes[load.node];
  const rir::Function* function = flow_.FunctionOf(node.instance);
  if (function == nullptr || flow_.IsSystem(function->declared.file))
    return {};
  const rir::Operand& address = std::get<rir::LoadOp>(node.op->data).address;
  for (const rir::Block& block : function->blocks) {
    const auto is_it = [&](const rir::Op& op) { return &op == node.op; };
    const auto at = std::ranges::find_if(block.ops, is_it);
    if (at == block.ops.end())
      continue;
    const auto made = std::find_if(block.ops.begin(), at, [&](const rir::Op& op) {
      return CallOf(op) != nullptr && address == rir::Operand::Value(op.result);
    });
    if (made == at || CallOf(*made)->args.empty())
      return {};
    const flow::NodeId container = flow_.NodeOf(CallOf(*made)->args.front(), node.instance);
    const bool takes =
        std::any_of(at, block.ops.end(), [&](const rir::Op& op) { return TakesOut(op, node, container); });
    return takes ? Taken{container, FilledBy(flow_.PointsTo(load.address))} : Taken{};
  }
  return {};
}

bool QueuedNumbers::TakesOut(const rir::Op& op, const flow::Node& load, flow::NodeId container) const {
  const rir::CallOp* call = CallOf(op);
  if (call == nullptr || call->args.empty() || !AreOne(flow_.NodeOf(call->args.front(), load.instance), container))
    return false;
  return std::ranges::any_of(moves_, [&](const auto& moved) {
    const flow::Instance& callee = flow_.instances[moved.first];
    return callee.op == &op && callee.caller == load.instance && MovesPointerOf(moved.first, container);
  });
}

bool QueuedNumbers::MovesPointerOf(flow::InstanceId call, flow::NodeId container) const {
  const auto cells = flow_.PointsTo(container);
  return std::ranges::any_of(moves_.at(call), [&](flow::NodeId store) {
    return std::ranges::any_of(flow_.PointsTo(flow_.AccessOf(store)->address), [&](flow::NodeId cell) {
      return std::ranges::any_of(cells,
                                 [&](flow::NodeId own) { return flow_.nodes[own].object == flow_.nodes[cell].object; });
    });
  });
}

bool QueuedNumbers::AreOne(flow::NodeId a, flow::NodeId b) const {
  const auto left = flow_.PointsTo(a), right = flow_.PointsTo(b);
  return !left.empty() && std::ranges::equal(left, right);
}

// The loop whose counter is all that was ever put there, once in each round.
flow::ScopeId QueuedNumbers::FilledBy(std::span<const flow::NodeId> elements) const {
  Filling filling;
  const bool are_all =
      std::ranges::all_of(elements, [&](flow::NodeId cell) { return AddFilling(cell, elements, filling); });
  return are_all ? filling.loop : flow::kNone;
}

bool QueuedNumbers::AddFilling(flow::NodeId cell, std::span<const flow::NodeId> elements, Filling& filling) const {
  return flow_.AllOfStored(cell, [&](flow::NodeId from) {
    if (flow_.nodes[from].kind == flow::NodeKind::Cell)  // as a container grows
      return std::ranges::find(elements, from) != elements.end();
    const flow::Access* store = flow_.AccessOf(from);
    if (store == nullptr || store->value == flow::kNone)
      return false;
    const Filling here = {CountedBy(store->value), flow_.LibraryCallOf(from)};
    const bool is_once = here.call != flow::kNone && here.loop == LoopAround(flow_.nodes[from].scope);
    if (here.loop == flow::kNone || !is_once || (filling.loop != flow::kNone && filling != here))
      return false;
    filling = here;
    return true;
  });
}

// The loop that counts the value up or down by a constant; kNone: none.
flow::ScopeId QueuedNumbers::CountedBy(flow::NodeId value) const {
  for (unsigned depth = 0; depth < kMostDeep && value != flow::kNone; ++depth) {
    const flow::Node& node = flow_.nodes[value];
    if (node.kind == flow::NodeKind::Round)
      return StepOf(value) == node.scope ? node.scope : flow::kNone;
    const flow::Access* load = node.kind == flow::NodeKind::Value ? flow_.AccessOf(value) : nullptr;
    if (load != nullptr) {
      const auto cells = flow_.PointsTo(load->address);
      return cells.size() == 1 && flow_.objects[flow_.nodes[cells.front()].object].kind == flow::ObjectKind::Region
                 ? StepOf(cells.front())
                 : flow::kNone;
    }
    const rir::ComputeOp* cast = flow::ComputeOf(flow_, value);
    const bool is_cast = cast != nullptr && cast->opcode == rir::Opcode::Cast;
    value = is_cast ? flow_.NodeOf(cast->args.front(), node.instance) : flow::OnlyCopied(flow_, value);
  }
  return flow::kNone;
}

// The loop in which a counter, or the memory that it is kept in, is set to itself and a constant more, where it is set
// in no other way but to constants.
flow::ScopeId QueuedNumbers::StepOf(flow::NodeId counter) const {
  flow::ScopeId loop = flow::kNone;
  bool is_plain = true;
  flow_.ForStored(counter, [&](flow::NodeId from) {
    const flow::Access* store = flow_.nodes[from].kind == flow::NodeKind::Effect ? flow_.AccessOf(from) : nullptr;
    const flow::NodeId value = store != nullptr ? store->value : from;
    const rir::ComputeOp* sum = value == flow::kNone ? nullptr : flow::ComputeOf(flow_, value);
    if (value == flow::kNone || (store == nullptr && sum == nullptr))
      return;  // where it begins
    const bool is_step = sum != nullptr && (sum->opcode == rir::Opcode::Add || sum->opcode == rir::Opcode::Sub) &&
                         sum->args[1].kind == rir::OperandKind::Int && sum->args[1].integer != 0;
    is_plain = is_plain && is_step && loop == flow::kNone;
    loop = LoopAround(flow_.nodes[from].scope);
  });
  return is_plain ? loop : flow::kNone;
}

flow::ScopeId QueuedNumbers::LoopAround(flow::ScopeId scope) const {
  for (unsigned depth = 0; depth < kMostDeep && scope != flow::kNone; ++depth) {
    if (flow_.scopes[scope].kind == flow::ScopeKind::Loop)
      return scope;
    const std::vector<flow::ScopeId>& parents = flow_.scopes[scope].parents;
    scope = parents.size() == 1 ? parents.front() : flow::kNone;
  }
  return flow::kNone;
}

}  // namespace detrain::races
