// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/loop_uses.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzer/flow/launch.h"
#include "analyzer/flow/state.h"

namespace detrain::flow {

namespace {

// Whether the address is that of an element that a variable chooses.
bool IsElement(const Flow& flow, NodeId address) {
  const rir::Op* op = flow.nodes[address].op;
  const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  return compute != nullptr && compute->opcode == rir::Opcode::Index && compute->args[1].kind != rir::OperandKind::Int;
}

}  // namespace

std::vector<AccessKind> AccessKindsOf(const Flow& flow) {
  std::vector<AccessKind> kinds;
  kinds.reserve(flow.accesses.size());
  for (const Access& access : flow.accesses) {
    const rir::OpKind kind = flow.nodes[access.node].op->Kind();
    kinds.push_back({kind == rir::OpKind::Store, kind == rir::OpKind::Copy,
                     kind == rir::OpKind::Store && access.address != kNone && IsElement(flow, access.address)});
  }
  return kinds;
}

UsesFinder::UsesFinder(const Flow& flow, const std::vector<AccessKind>& kinds)
    : flow_(flow), known_(flow.scopes.size()), kinds_(kinds), slots_(flow.nodes.size()) {}

LoopUses UsesFinder::Of(ScopeId loop) {
  Walk walk;
  ++walks_;
  walk.seen.resize(flow_.scopes.size());
  walk.out.inside = InsideOf(flow_, loop);
  Follow(loop, walk, true, false);
  walk.out.uses.reserve(met_.size());
  for (const NodeId cell : met_)
    walk.out.uses.emplace_back(cell, slots_[cell].use);
  met_.clear();
  return std::move(walk.out);
}

Use& UsesFinder::UseOf(NodeId cell) {
  Slot& slot = slots_[cell];
  if (slot.walk != walks_) {
    slot = {walks_, {}};
    met_.push_back(cell);
  }
  return slot.use;
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
      Touch(*flow_.AccessOf(event.node), walk, is_certain, in_loop);
      continue;
    }
    const ScopeKind kind = flow_.scopes[event.scope].kind;
    const bool is_loop = kind == ScopeKind::Loop;
    walk.out.has_loop = walk.out.has_loop || is_loop;
    walk.out.has_launch = walk.out.has_launch || IsLaunch(flow_.scopes[event.scope]);
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
  const Known known = KnownOf(branch);
  if (known.never)
    return;
  const std::size_t outer = walk.local.size();
  const Asked asked = known.asked;
  if (asked.value != kNone)
    for (const NodeId cell : before.killed_by[asked])
      Kill(cell, UseOf(cell), walk, false);
  Follow(branch, walk, false, in_loop);
  std::vector<NodeId> killed(walk.local.begin() + static_cast<std::ptrdiff_t>(outer), walk.local.end());
  walk.local.resize(outer);
  std::ranges::sort(killed);
  killed.erase(std::ranges::unique(killed).begin(), killed.end());
  for (const NodeId cell : killed)
    UseOf(cell).killed = false;
  for (const NodeId cell : killed)
    if (is_second && std::ranges::binary_search(before.killed, cell))
      Kill(cell, UseOf(cell), walk, is_certain);
  if (asked.value != kNone) {
    std::vector<NodeId>& all = before.killed_by[asked];
    all.insert(all.end(), killed.begin(), killed.end());
  }
  before.op = flow_.scopes[branch].op;
  before.killed = std::move(killed);
}

const UsesFinder::Known& UsesFinder::KnownOf(ScopeId branch) {
  std::optional<Known>& known = known_[branch];
  if (!known)
    known = Known{NeverRuns(flow_, branch), AskedBy(flow_, branch)};
  return *known;
}

void UsesFinder::Touch(const Access& access, Walk& walk, bool is_certain, bool in_loop) {
  const AccessKind kind = kinds_[static_cast<std::size_t>(&access - flow_.accesses.data())];
  const auto& cells = flow_.PointsTo(access.address);
  const bool is_whole = in_loop || !kind.is_element;
  for (const NodeId cell : cells) {
    Use& use = UseOf(cell);
    if (access.reads && !use.killed)
      use.exposed = true;
    if (!access.writes)
      continue;
    use.written = true;
    if (is_whole && cells.size() == 1)
      Kill(cell, use, walk, is_certain);
    if (!kind.is_store && !access.reads)
      TouchRest(cell, *flow_.nodes[access.node].op, walk, is_certain);
  }
  if (kind.is_copy)
    for (const NodeId cell : flow_.PointsTo(access.value))
      for (const NodeId part : flow_.objects[flow_.nodes[cell].object].cells)
        if (Use& use = UseOf(part); !use.killed && IsWithin(part, cell, *flow_.nodes[access.node].op))
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
      Use& use = UseOf(cell);
      use.written = true;
      Kill(cell, use, walk, is_certain);
    }
}

void UsesFinder::Kill(NodeId cell, Use& use, Walk& walk, bool is_certain) {
  if (!use.killed && !is_certain)
    walk.local.push_back(cell);
  use.killed = true;
}

}  // namespace detrain::flow
