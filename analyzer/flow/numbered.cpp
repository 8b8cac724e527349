// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/numbered.h"

#include <algorithm>
#include <variant>

namespace detrain::flow {

namespace {

constexpr int kMostSteps = 64;  // behind them nothing is told of a number or an address

// The one node that it is a copy of; kNone: there are several, or none.
NodeId CopiedFrom(const Flow& flow, NodeId node, EdgeKind most) {
  NodeId only = kNone;
  int count = 0;
  flow.ForBefore(node, [&](NodeId from, EdgeKind kind) {
    if (kind <= most) {
      only = from;
      ++count;
    }
  });
  return count == 1 ? only : kNone;
}

// The counter of a loop that the number is a copy of; kNone: it is computed.
NodeId CounterOf(const Flow& flow, NodeId number) {
  for (int i = 0; i < kMostSteps && number != kNone; ++i) {
    if (flow.nodes[number].kind == NodeKind::Round)
      return number;
    const rir::ComputeOp* compute = ComputeOf(flow, number);
    if (compute != nullptr && compute->opcode != rir::Opcode::Cast)
      return kNone;
    number = CopiedFrom(flow, number, compute == nullptr ? EdgeKind::Copy : EdgeKind::Data);
  }
  return kNone;
}

// The counter by which the address chooses an element; kNone: there is none, or more than one table is gone through.
NodeId ChosenBy(const Flow& flow, NodeId address) {
  NodeId counter = kNone;
  for (int i = 0; i < kMostSteps && address != kNone; ++i) {
    const rir::ComputeOp* compute = ComputeOf(flow, address);
    if (compute == nullptr) {
      address = CopiedFrom(flow, address, EdgeKind::Copy);
      continue;
    }
    const InstanceId instance = flow.nodes[address].instance;
    if (compute->opcode == rir::Opcode::Index && compute->args[1].kind != rir::OperandKind::Int) {
      const NodeId by = flow.NodeOf(compute->args[1], instance);
      if (counter != kNone || by == kNone)
        return kNone;
      counter = CounterOf(flow, by);
      if (counter == kNone)
        return kNone;
    }
    address = flow.NodeOf(compute->args[0], instance);
  }
  return counter;
}

// The innermost loop around; kNone: there is none, or not the same one for all calls, or threads share it.
ScopeId LoopAround(const Flow& flow, ScopeId at) {
  while (at != kNone && flow.scopes[at].kind != ScopeKind::Loop) {
    const Scope& scope = flow.scopes[at];
    at = scope.kind != ScopeKind::Parallel && scope.parents.size() == 1 ? scope.parents.front() : kNone;
  }
  return at;
}

// Of a number in a variable whose address is taken, the loop that moves it on by a constant once in each round; kNone:
// something else is stored there, too.
ScopeId LoopCounting(const Flow& flow, NodeId cell) {
  ScopeId loop = kNone;
  unsigned stores = 0;
  for (const Access& access : flow.accesses) {
    const auto cells = flow.PointsTo(access.address);
    if (!access.writes || std::ranges::find(cells, cell) == cells.end())
      continue;
    const rir::ComputeOp* sum = access.value == kNone ? nullptr : ComputeOf(flow, access.value);
    const bool is_step = sum != nullptr && sum->opcode == rir::Opcode::Add && sum->args.size() == 2 &&
                         sum->args[1].kind == rir::OperandKind::Int;
    const NodeId before = is_step ? flow.NodeOf(sum->args[0], flow.nodes[access.value].instance) : kNone;
    const Access* load = before == kNone ? nullptr : flow.AccessOf(before);
    if (load != nullptr && std::ranges::equal(flow.PointsTo(load->address), cells))
      loop = flow.nodes[access.node].scope;
    ++stores;
  }
  return stores == 2 && loop != kNone && flow.scopes[loop].kind == ScopeKind::Loop ? loop : kNone;
}

// The loop whose round the number says; kNone: it is computed, or not known.
ScopeId RoundSaidBy(const Flow& flow, NodeId number) {
  for (int i = 0; i < kMostSteps && number != kNone; ++i) {
    if (flow.nodes[number].kind == NodeKind::Round)
      return flow.nodes[number].scope;
    const rir::ComputeOp* compute = ComputeOf(flow, number);
    if (compute != nullptr && compute->opcode != rir::Opcode::Cast)
      return kNone;
    if (const Access* load = flow.AccessOf(number); load != nullptr && load->address != kNone) {
      const auto cells = flow.PointsTo(load->address);
      const bool is_one =
          cells.size() == 1 && flow.objects[flow.nodes[cells.front()].object].kind == ObjectKind::Region;
      return is_one ? LoopCounting(flow, cells.front()) : kNone;
    }
    number = CopiedFrom(flow, number, compute == nullptr ? EdgeKind::Copy : EdgeKind::Data);
  }
  return kNone;
}

// Whether each round of a loop that runs once makes an object, and the store puts the round's number into that:
// `nodes.push_back(std::make_unique<Node>(i))`.
bool IsOfRoundsObject(const Flow& flow, const Access& store) {
  const auto cells = flow.PointsTo(store.address);
  if (store.value == kNone || cells.size() != 1)
    return false;
  const Object& object = flow.objects[flow.nodes[cells.front()].object];
  const ScopeId loop = object.kind == ObjectKind::Block ? LoopAround(flow, object.scope) : kNone;
  if (loop == kNone || flow.scopes[loop].parents.size() != 1 || !flow.IsInside(flow.nodes[store.node].scope, loop) ||
      LoopAround(flow, flow.scopes[loop].parents.front()) != kNone)
    return false;
  return RoundSaidBy(flow, store.value) == loop;
}

}  // namespace

bool IsNumbered(const Flow& flow, NodeId cell, const std::function<bool(const rir::Op&)>& moves) {
  bool is_numbered = false;
  for (const Access& access : flow.accesses) {
    if (!access.writes || access.address == kNone || moves(*flow.nodes[access.node].op) ||
        std::ranges::find(flow.PointsTo(access.address), cell) == flow.PointsTo(access.address).end())
      continue;
    if (IsOfRoundsObject(flow, access)) {
      is_numbered = true;
      continue;
    }
    const NodeId counter = access.value == kNone ? kNone : CounterOf(flow, access.value);
    if (counter == kNone || counter != ChosenBy(flow, access.address))
      return false;
    is_numbered = true;
  }
  return is_numbered;
}

}  // namespace detrain::flow
