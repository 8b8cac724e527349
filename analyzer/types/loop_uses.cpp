// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/loop_uses.h"

#include <utility>
#include <variant>

#include "analyzer/types/state.h"

namespace detrain::types {

LoopUses UsesFinder::Of(ScopeId loop) {
  Walk walk;
  walk.seen.resize(flow_.scopes.size());
  walk.out.inside = InsideOf(flow_, loop);
  Follow(loop, walk, true, false);
  return std::move(walk.out);
}

void UsesFinder::Follow(ScopeId scope, Walk& walk, bool is_certain, bool in_loop) {
  if (walk.seen[scope])
    return;
  walk.seen[scope] = true;
  Branches before;
  for (const Event& event : flow_.scopes[scope].events) {
    if (event.scope == kNone && event.node == kNone)
      continue;
    if (event.scope == kNone) {
      Touch(flow_.accesses[flow_.access_of.at(event.node)], walk, is_certain, in_loop);
      continue;
    }
    const ScopeKind kind = flow_.scopes[event.scope].kind;
    const bool is_loop = kind == ScopeKind::Loop;
    walk.out.has_loop = walk.out.has_loop || is_loop;
    if (kind == ScopeKind::Branch)
      FollowBranch(event.scope, walk, before, is_certain, in_loop);
    else
      Follow(event.scope, walk, is_certain, in_loop || is_loop);
  }
}

// What the branch overwrites counts to its end only, but for what the other one of the two overwrites as well. What
// an earlier one has overwritten that asked the same is overwritten in this one.
void UsesFinder::FollowBranch(ScopeId branch, Walk& walk, Branches& before, bool is_certain, bool in_loop) {
  const bool is_second = before.op == flow_.scopes[branch].op;
  if (Never(branch))
    return;
  const std::size_t outer = walk.local.size();
  const Asked asked = AskedBy(flow_, branch);
  for (const NodeId cell : before.killed_by[asked])
    if (asked.value != kNone)
      Kill(cell, walk.out.uses[cell], walk, false);
  Follow(branch, walk, false, in_loop);
  std::set<NodeId> killed;
  for (; walk.local.size() > outer; walk.local.pop_back()) {
    killed.insert(walk.local.back());
    walk.out.uses[walk.local.back()].killed = false;
  }
  for (const NodeId cell : killed)
    if (is_second && before.killed.contains(cell))
      Kill(cell, walk.out.uses[cell], walk, is_certain);
  before.killed_by[asked].insert(killed.begin(), killed.end());
  before.op = flow_.scopes[branch].op;
  before.killed = std::move(killed);
}

// types::NeverRuns
bool UsesFinder::Never(ScopeId branch) {
  const auto [known, is_new] = never_.try_emplace(branch);
  if (is_new)
    known->second = NeverRuns(flow_, branch);
  return known->second;
}

void UsesFinder::Touch(const Access& access, Walk& walk, bool is_certain, bool in_loop) {
  const rir::Op* op = flow_.nodes[access.node].op;
  const auto& cells = flow_.PointsTo(access.address);
  const bool is_store = std::holds_alternative<rir::StoreOp>(op->data);
  const bool is_whole = in_loop || !is_store || !IsElement(access.address);
  for (const NodeId cell : cells) {
    Use& use = walk.out.uses[cell];
    if (access.reads && !use.killed)
      use.exposed = true;
    if (!access.writes)
      continue;
    use.written = true;
    if (is_whole && cells.size() == 1)
      Kill(cell, use, walk, is_certain);
    if (!is_store && !access.reads)
      TouchRest(cell, *op, walk, is_certain);
  }
  if (std::holds_alternative<rir::CopyOp>(op->data))
    for (const NodeId cell : flow_.PointsTo(access.value))
      for (const NodeId part : flow_.objects[flow_.nodes[cell].object].cells)
        if (Use& use = walk.out.uses[part]; !use.killed && IsWithin(part, cell, *op))
          use.exposed = true;
}

// Whether a copy or fill that begins at `first` of the same object may get as far as this part of it.
bool UsesFinder::IsWithin(NodeId part, NodeId first, const rir::Op& op) const {
  const auto* copy = std::get_if<rir::CopyOp>(&op.data);
  const auto* fill = std::get_if<rir::FillOp>(&op.data);
  const rir::Operand* bytes = copy != nullptr ? &copy->bytes : fill != nullptr ? &fill->bytes : nullptr;
  const std::int64_t behind =
      static_cast<std::int64_t>(flow_.nodes[part].offset) - static_cast<std::int64_t>(flow_.nodes[first].offset);
  return behind >= 0 && (bytes == nullptr || bytes->kind != rir::OperandKind::Int || behind < bytes->integer);
}

// A fill or copy overwrites what lies behind, too.
void UsesFinder::TouchRest(NodeId first, const rir::Op& op, Walk& walk, bool is_certain) {
  for (const NodeId cell : flow_.objects[flow_.nodes[first].object].cells)
    if (cell != first && IsWithin(cell, first, op)) {
      Use& use = walk.out.uses[cell];
      use.written = true;
      Kill(cell, use, walk, is_certain);
    }
}

void UsesFinder::Kill(NodeId cell, Use& use, Walk& walk, bool is_certain) {
  if (!use.killed && !is_certain)
    walk.local.push_back(cell);
  use.killed = true;
}

// Whether the address is that of an element that a variable chooses.
bool UsesFinder::IsElement(NodeId address) const {
  const rir::Op* op = flow_.nodes[address].op;
  const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  return compute != nullptr && compute->opcode == rir::Opcode::Index && compute->args[1].kind != rir::OperandKind::Int;
}

}  // namespace detrain::types
