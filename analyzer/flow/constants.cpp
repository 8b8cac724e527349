// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/constants.h"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "analyzer/flow/fold.h"
#include "analyzer/flow/ranges.h"

namespace detrain::flow {

namespace {

constexpr unsigned kMostSteps = 64;  // back from one condition

using Constant = Known;

class Constants {
 public:
  explicit Constants(const Flow& flow) : flow_(flow) {}

  // Of an operand of a function's instance.
  Constant Of(const rir::Operand& operand, InstanceId instance) {
    if (operand.kind == rir::OperandKind::Int)
      return static_cast<double>(operand.integer);
    if (operand.kind == rir::OperandKind::Float)
      return operand.number;
    const bool is_value = operand.kind == rir::OperandKind::Value && instance != kNone && ++steps_ < kMostSteps;
    const NodeId id = is_value ? flow_.NodeOf(operand, instance) : kNone;
    const rir::Op* op = id == kNone || flow_.nodes[id].kind != NodeKind::Value ? nullptr : flow_.nodes[id].op;
    if (op == nullptr)
      return std::nullopt;
    if (const auto* compute = std::get_if<rir::ComputeOp>(&op->data))
      return OfCompute(*op, *compute, instance);
    return std::holds_alternative<rir::LoadOp>(op->data) ? OfLoad(id) : std::nullopt;
  }

 private:
  Constant OfCompute(const rir::Op& op, const rir::ComputeOp& compute, InstanceId instance) {
    if (compute.opcode == rir::Opcode::Field || compute.opcode == rir::Opcode::Index)
      return std::nullopt;
    std::vector<Known> args;
    for (const rir::Operand& arg : compute.args)
      args.push_back(Of(arg, instance));
    return Folded(*flow_.module, op, args);
  }

  // The one constant among all that the load may find.
  Constant OfLoad(NodeId load) {
    Constant all;
    bool is_one = true;
    const auto look = [&](NodeId stored) {
      const Constant found = OfStored(stored);
      is_one = found && (!all || AreSame(all, found));
      all = found;
      return is_one;
    };
    flow_.ForBefore(load, [&](NodeId from, EdgeKind kind) {
      if (!is_one || kind != EdgeKind::Copy)
        return;
      if (flow_.nodes[from].kind == NodeKind::Cell && !IsLocal(from) && !IsEmptyAtFirst(from))
        is_one = false;  // what it holds before the first store is not told
      else if (flow_.nodes[from].kind == NodeKind::Cell)
        flow_.AllOfStored(from, look);
      else
        look(from);
    });
    return is_one ? all : std::nullopt;
  }

  [[nodiscard]] bool IsLocal(NodeId cell) const {
    const Object& object = flow_.objects[flow_.nodes[cell].object];
    return object.kind == ObjectKind::Region && flow_.module->regions[object.id].kind == rir::RegionKind::Local;
  }

  // Of a block that is made empty, what is read has been stored.
  [[nodiscard]] bool IsEmptyAtFirst(NodeId cell) const {
    const Object& object = flow_.objects[flow_.nodes[cell].object];
    const auto* alloc = object.kind != ObjectKind::Block || object.op == nullptr
                            ? nullptr
                            : std::get_if<rir::AllocOp>(&object.op->data);
    return alloc != nullptr && !alloc->zeroed && !alloc->old && !alloc->content;
  }

  Constant OfStored(NodeId id) {
    const Node& node = flow_.nodes[id];
    if (node.kind == NodeKind::Parameter) {
      const rir::Operand* handed = HandedTo(flow_, id);
      return handed == nullptr ? std::nullopt : Of(*handed, flow_.instances[node.instance].caller);
    }
    const auto* store =
        node.kind != NodeKind::Effect || node.op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&node.op->data);
    return store == nullptr ? std::nullopt : Of(store->value, node.instance);
  }

  const Flow& flow_;
  unsigned steps_ = 0;
};

}  // namespace

const rir::Operand* HandedTo(const Flow& flow, NodeId parameter) {
  const Node& node = flow.nodes[parameter];
  const Instance& callee = flow.instances[node.instance];
  const auto* call = callee.op == nullptr ? nullptr : std::get_if<rir::CallOp>(&callee.op->data);
  if (callee.is_shared || call == nullptr)
    return nullptr;
  const std::vector<rir::RegionId>& params = flow.module->functions[callee.function].params;
  const auto place = static_cast<std::size_t>(std::ranges::find(params, node.object) - params.begin());
  return place < std::min(params.size(), call->args.size()) ? &call->args[place] : nullptr;
}

std::optional<double> ConstantOf(const Flow& flow, const rir::Operand& operand, InstanceId instance) {
  return Constants(flow).Of(operand, instance);
}

namespace {

// Whether it asks if a counter is a number that lies below all that it counts.
bool IsBelowCounter(const Flow& flow, const rir::Operand& condition, InstanceId instance) {
  const NodeId asked = condition.kind == rir::OperandKind::Value ? flow.NodeOf(condition, instance) : kNone;
  const rir::ComputeOp* compare = asked == kNone ? nullptr : ComputeOf(flow, asked);
  if (compare == nullptr || compare->opcode != rir::Opcode::Eq || compare->args[1].kind != rir::OperandKind::Int)
    return false;
  const std::optional<std::int64_t> least = LeastOf(flow, compare->args[0], instance);
  return least && compare->args[1].integer < *least;
}

}  // namespace

bool NeverRuns(const Flow& flow, ScopeId scope) {
  const Scope& branch = flow.scopes[scope];
  const auto* choice = branch.kind != ScopeKind::Branch ? nullptr : std::get_if<rir::IfOp>(&branch.op->data);
  if (choice == nullptr)
    return false;
  if (branch.block == choice->then_block && IsBelowCounter(flow, choice->condition, branch.instance))
    return true;
  const Constant condition = ConstantOf(flow, choice->condition, branch.instance);
  return condition && branch.block != (*condition != 0 ? choice->then_block : choice->else_block);
}

namespace {

// The variable's value that a load finds, where no address of the variable is taken.
NodeId ValueOf(const Flow& flow, NodeId load) {
  NodeId value = kNone;
  unsigned count = 0;
  flow.ForBefore(load, [&](NodeId from, EdgeKind kind) {
    if (kind != EdgeKind::Control)
      ++count;
    if (kind == EdgeKind::Copy && flow.nodes[from].kind != NodeKind::Cell)
      value = from;
  });
  return count == 1 ? value : kNone;
}

bool IsNotZero(const rir::ComputeOp& compute) {
  return compute.opcode == rir::Opcode::Ne && compute.args[1].kind == rir::OperandKind::Int &&
         compute.args[1].integer == 0;
}

}  // namespace

Asked AskedBy(const Flow& flow, ScopeId scope) {
  const Scope& branch = flow.scopes[scope];
  const auto* choice = std::get_if<rir::IfOp>(&branch.op->data);
  if (choice == nullptr)
    return {};
  Asked asked{kNone, branch.block != choice->then_block};
  rir::Operand condition = choice->condition;
  for (unsigned steps = 0; steps < kMostSteps && condition.kind == rir::OperandKind::Value; ++steps) {
    asked.value = flow.NodeOf(condition, branch.instance);
    const rir::Op* op = asked.value == kNone ? nullptr : flow.nodes[asked.value].op;
    if (op == nullptr || flow.nodes[asked.value].kind != NodeKind::Value)
      break;
    const auto* compute = std::get_if<rir::ComputeOp>(&op->data);
    if (compute != nullptr && (compute->opcode == rir::Opcode::LNot || IsNotZero(*compute))) {
      asked.is_zero ^= compute->opcode == rir::Opcode::LNot;
      condition = compute->args[0];
      continue;
    }
    if (const NodeId value = std::holds_alternative<rir::LoadOp>(op->data) ? ValueOf(flow, asked.value) : kNone;
        value != kNone)
      asked.value = value;
    break;
  }
  return asked;
}

}  // namespace detrain::flow
