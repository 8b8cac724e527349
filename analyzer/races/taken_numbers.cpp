// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/taken_numbers.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "analyzer/races/origin_search.h"

namespace detrain::races {

namespace {

constexpr unsigned kMostDeep = 12;  // copies, members and elements around a value

flow::NodeId Copied(const flow::Flow& flow, flow::NodeId value) {
  for (unsigned depth = 0; depth < kMostDeep && value != flow::kNone; ++depth) {
    const flow::NodeId from = flow.AccessOf(value) == nullptr ? flow::OnlyCopied(flow, value) : flow::kNone;
    if (from == flow::kNone)
      return value;
    value = from;
  }
  return value;
}

// The block of the function in which the op stands; null: none.
const rir::Block* BlockOf(const rir::Function& function, const rir::Op* op) {
  for (const rir::Block& block : function.blocks)
    if (!block.ops.empty() && op >= &block.ops.front() && op <= &block.ops.back())
      return &block;
  return nullptr;
}

// What may let go of a lock.
bool MayUnlock(const rir::Op& op) {
  switch (op.Kind()) {
    case rir::OpKind::Sync:
    case rir::OpKind::Call:
    case rir::OpKind::Opaque:
    case rir::OpKind::If:
    case rir::OpKind::Loop:
    case rir::OpKind::Par:
      return true;
    default:
      return false;
  }
}

}  // namespace

TakenNumbers::TakenNumbers(const flow::Flow& flow) : flow_(flow) {
  for (const flow::Access& access : flow.accesses)
    if (Move move = MoveAt(access); move.store != flow::kNone) {
      for (const flow::NodeId load : move.loads)
        counts_.emplace(load, move.cell);
      writes_.try_emplace(move.cell);
      moves_.emplace(access.node, std::move(move));
    }
  if (moves_.empty())
    return;
  for (const flow::Access& access : flow.accesses)
    if (access.writes)
      for (const flow::NodeId cell : flow.PointsTo(access.address))
        if (const auto place = writes_.find(cell); place != writes_.end())
          place->second.push_back(&access);
}

std::span<const flow::NodeId> TakenNumbers::TakenAt(flow::NodeId store) const {
  const auto place = moves_.find(store);
  return place == moves_.end() ? std::span<const flow::NodeId>() : std::span<const flow::NodeId>(place->second.loads);
}

flow::NodeId TakenNumbers::CountOf(flow::NodeId load) const {
  const auto place = counts_.find(load);
  return place == counts_.end() ? flow::kNone : place->second;
}

bool TakenNumbers::IsTaken(flow::NodeId load, const Together& where) const {
  const flow::NodeId cell = CountOf(load);
  if (cell == flow::kNone || !where.inside[flow_.nodes[load].scope])
    return false;
  const flow::ScopeId made = flow_.objects[flow_.nodes[cell].object].scope;
  return (made == flow::kNone || !where.inside[made]) && CountsOnly(cell, where);
}

// Whether the threads do nothing with the count but move it on, all the same way and under one lock.
bool TakenNumbers::CountsOnly(flow::NodeId cell, const Together& where) const {
  bool goes_up = false, is_first = true;
  std::vector<flow::NodeId> locks;
  for (const flow::Access* access : writes_.at(cell)) {
    if (!where.inside[flow_.nodes[access->node].scope])
      continue;
    const auto move = moves_.find(access->node);
    if (move == moves_.end() || (!is_first && goes_up != (move->second.by > 0)))
      return false;
    goes_up = move->second.by > 0;
    std::vector<flow::NodeId> held = LocksOf(*access, where), both;
    std::ranges::set_intersection(locks, held, std::back_inserter(both));
    locks = is_first ? std::move(held) : std::move(both);
    is_first = false;
  }
  return !locks.empty();
}

// What all threads hold there: cells of the locks, in ascending order.
std::vector<flow::NodeId> TakenNumbers::LocksOf(const flow::Access& access, const Together& where) const {
  std::vector<flow::NodeId> held;
  for (const flow::NodeId lock : flow_.locks[access.locks]) {
    if (lock == flow::kCritical) {
      held.push_back(lock);
      continue;
    }
    const auto cells = flow_.PointsTo(lock);
    const flow::ScopeId made = cells.size() == 1 ? flow_.objects[flow_.nodes[cells.front()].object].scope : flow::kNone;
    if (cells.size() == 1 && (made == flow::kNone || !where.inside[made]))
      held.push_back(cells.front());
  }
  std::ranges::sort(held);
  return held;
}

// The count that a store moves on, where it stores what was read there and a constant more.
TakenNumbers::Move TakenNumbers::MoveAt(const flow::Access& access) const {
  const flow::Node& node = flow_.nodes[access.node];
  const bool is_store = node.op != nullptr && node.op->Kind() == rir::OpKind::Store && access.locks != 0;
  const rir::ComputeOp* sum = is_store && access.value != flow::kNone ? flow::ComputeOf(flow_, access.value) : nullptr;
  if (sum == nullptr || (sum->opcode != rir::Opcode::Add && sum->opcode != rir::Opcode::Sub) ||
      sum->args[1].kind != rir::OperandKind::Int || sum->args[1].integer == 0 ||
      flow_.module->types[node.op->type].kind != rir::TypeKind::Int)
    return {};
  const flow::NodeId cell = CellOf(&access);
  const flow::NodeId read = Copied(flow_, flow_.NodeOf(sum->args[0], flow_.nodes[access.value].instance));
  if (cell == flow::kNone || !IsOnePlace(access.address))
    return {};
  std::vector<flow::NodeId> loads = LoadsBeside(access.node, cell);
  if (std::ranges::find(loads, read) == loads.end())
    return {};
  const std::int64_t by = sum->opcode == rir::Opcode::Add ? sum->args[1].integer : -sum->args[1].integer;
  return {access.node, cell, by, std::move(loads)};
}

// What the code beside the store reads of the count before anything can let go of the lock.
std::vector<flow::NodeId> TakenNumbers::LoadsBeside(flow::NodeId store, flow::NodeId cell) const {
  const flow::Node& node = flow_.nodes[store];
  const rir::Function* function = flow_.FunctionOf(node.instance);
  const rir::Block* block = function == nullptr ? nullptr : BlockOf(*function, node.op);
  if (block == nullptr)
    return {};
  const auto at = static_cast<std::size_t>(node.op - block->ops.data());
  std::size_t from = at, to = at;
  while (from > 0 && !MayUnlock(block->ops[from - 1]))
    --from;
  while (to + 1 < block->ops.size() && !MayUnlock(block->ops[to + 1]))
    ++to;
  std::vector<flow::NodeId> loads;
  for (std::size_t i = from; i <= to; ++i) {
    const rir::Op& op = block->ops[i];
    const flow::NodeId load = op.Kind() == rir::OpKind::Load ? flow_.values[node.instance][op.result] : flow::kNone;
    if (load != flow::kNone && CellOf(flow_.AccessOf(load)) == cell)
      loads.push_back(load);
  }
  return loads;
}

flow::NodeId TakenNumbers::CellOf(const flow::Access* access) const {
  const auto cells = flow_.PointsTo(access == nullptr ? flow::kNone : access->address);
  if (cells.size() != 1)
    return flow::kNone;
  const flow::Object& object = flow_.objects[flow_.nodes[cells.front()].object];
  const rir::Type* type =
      object.kind == flow::ObjectKind::Region ? &flow_.module->types[flow_.module->regions[object.id].type] : nullptr;
  return type == nullptr || type->kind == rir::TypeKind::Array ? flow::kNone : cells.front();
}

// Whether no element is chosen on the way to it.
bool TakenNumbers::IsOnePlace(flow::NodeId address) const {
  for (unsigned depth = 0; depth < kMostDeep && address != flow::kNone; ++depth) {
    const rir::ComputeOp* place = flow::ComputeOf(flow_, address);
    if (place == nullptr)
      return true;
    if (place->opcode == rir::Opcode::Index && place->args[1].kind != rir::OperandKind::Int)
      return false;
    address = place->args.empty() ? flow::kNone : flow_.NodeOf(place->args[0], flow_.nodes[address].instance);
  }
  return true;
}

}  // namespace detrain::races
