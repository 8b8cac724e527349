// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/numbered.h"

#include <algorithm>
#include <variant>

namespace detrain::types {

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

}  // namespace

bool IsNumbered(const Flow& flow, NodeId cell, const std::function<bool(const rir::Op&)>& moves) {
  bool is_numbered = false;
  for (const Access& access : flow.accesses) {
    if (!access.writes || access.address == kNone || moves(*flow.nodes[access.node].op) ||
        std::ranges::find(flow.PointsTo(access.address), cell) == flow.PointsTo(access.address).end())
      continue;
    const NodeId counter = access.value == kNone ? kNone : CounterOf(flow, access.value);
    if (counter == kNone || counter != ChosenBy(flow, access.address))
      return false;
    is_numbered = true;
  }
  return is_numbered;
}

}  // namespace detrain::types
