// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/whole_access.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/types/constants.h"
#include "analyzer/types/ranges.h"

namespace detrain::types {

namespace {

// The sums that an address is made of, from its array on.
class IndexTerms {
 public:
  IndexTerms(const Flow& flow, NodeId first) : flow_(flow), first_(first) {}

  void AddAddress(NodeId address) {
    for (const rir::ComputeOp* place = ComputeOf(flow_, address); place != nullptr; place = ComputeOf(flow_, address)) {
      const InstanceId instance = flow_.nodes[address].instance;
      if (place->opcode == rir::Opcode::Index)
        Add(place->args[1], instance);
      else if (place->opcode != rir::Opcode::Field && place->opcode != rir::Opcode::Cast)
        return;
      address = flow_.NodeOf(place->args[0], instance);
    }
  }

  [[nodiscard]] bool HasConstant() const { return has_constant_; }
  [[nodiscard]] bool HasOffset() const { return has_offset_; }  // which the host hands over

 private:
  static constexpr std::size_t kMost = 200;  // nodes

  void Add(const rir::Operand& operand, InstanceId instance) {
    if (operand.kind == rir::OperandKind::Int)
      has_constant_ = has_constant_ || operand.integer != 0;
    else
      AddNode(flow_.NodeOf(operand, instance));
  }

  void AddNode(NodeId id) {
    if (id == kNone || !seen_.insert(id).second)
      return;
    if (seen_.size() > kMost || id < first_) {
      has_offset_ = true;
      return;
    }
    const Node& node = flow_.nodes[id];
    if (node.kind == NodeKind::Parameter)
      return AddHanded(id);
    if (const rir::ComputeOp* compute = ComputeOf(flow_, id))
      return AddComputed(*compute, node.instance);
    if (const auto* store =
            node.kind != NodeKind::Effect || node.op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&node.op->data))
      return Add(store->value, node.instance);
    if (flow_.AccessOf(id) == nullptr)
      AddCopied(id);
  }

  void AddHanded(NodeId parameter) {
    const rir::Operand* handed = HandedTo(flow_, parameter);
    if (handed == nullptr)
      has_offset_ = true;
    else
      Add(*handed, flow_.instances[flow_.nodes[parameter].instance].caller);
  }

  void AddComputed(const rir::ComputeOp& compute, InstanceId instance) {
    switch (compute.opcode) {
      case rir::Opcode::Add:
      case rir::Opcode::Sub:
      case rir::Opcode::Cast:
      case rir::Opcode::Select:
        for (const rir::Operand& arg : compute.args)
          Add(arg, instance);
        break;
      default:  // a product or a part of a number is none that a part of the array begins at
        break;
    }
  }

  // A counter is as good as what it begins with.
  void AddCopied(NodeId id) {
    const bool is_round = flow_.nodes[id].kind == NodeKind::Round;
    flow_.ForBefore(id, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Copy && (!is_round || from < id))
        AddNode(from);
    });
  }

  const Flow& flow_;
  NodeId first_;
  std::unordered_set<NodeId> seen_;
  bool has_constant_ = false, has_offset_ = false;
};

// Whether the number is made from that of the thread.
bool IsOfThread(const Flow& flow, const rir::Operand& operand, InstanceId instance) {
  constexpr std::size_t kMost = 100;
  std::vector<NodeId> open = {flow.NodeOf(operand, instance)};
  std::unordered_set<NodeId> seen;
  for (std::size_t i = 0; i < open.size() && i < kMost; ++i) {
    if (open[i] == kNone || !seen.insert(open[i]).second)
      continue;
    const rir::Op* op = flow.nodes[open[i]].op;
    const auto* load = op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&op->data);
    if (load != nullptr && load->address.kind == rir::OperandKind::Region &&
        flow.module->regions[load->address.id].kind == rir::RegionKind::Hidden)
      return true;
    flow.ForBefore(open[i], [&](NodeId from, EdgeKind kind) {
      if (kind <= EdgeKind::Data && flow.nodes[from].kind != NodeKind::Cell)
        open.push_back(from);
    });
  }
  return false;
}

// Whether a thread whose number is large enough is all that the test keeps out.
bool AsksForEnd(const Flow& flow, const rir::Operand& condition, InstanceId instance, bool holds) {
  const NodeId asked = flow.NodeOf(condition, instance);
  const rir::ComputeOp* test = ComputeOf(flow, asked);
  if (test == nullptr)
    return false;
  const auto both = [&] {
    return AsksForEnd(flow, test->args[0], instance, holds) && AsksForEnd(flow, test->args[1], instance, holds);
  };
  switch (test->opcode) {
    case rir::Opcode::Cast:
      return AsksForEnd(flow, test->args[0], instance, holds);
    case rir::Opcode::LNot:
      return AsksForEnd(flow, test->args[0], instance, !holds);
    case rir::Opcode::Ne:
      return test->args[1] == rir::Operand::Int(0) && AsksForEnd(flow, test->args[0], instance, holds);
    case rir::Opcode::LAnd:
      return holds && both();
    case rir::Opcode::LOr:
      return !holds && both();
    case rir::Opcode::Lt:
    case rir::Opcode::Le:
      return IsOfThread(flow, test->args[holds ? 0 : 1], instance);
    case rir::Opcode::Gt:
    case rir::Opcode::Ge:
      return IsOfThread(flow, test->args[holds ? 1 : 0], instance);
    default:
      return false;
  }
}

bool AskForEnd(const Flow& flow, ScopeId scope, ScopeId outermost) {
  for (ScopeId at = scope; at != kNone && at != outermost;) {
    const Scope& around = flow.scopes[at];
    const auto* choice = around.kind != ScopeKind::Branch ? nullptr : std::get_if<rir::IfOp>(&around.op->data);
    if (choice != nullptr && !AsksForEnd(flow, choice->condition, around.instance, around.block == choice->then_block))
      return false;
    at = around.parents.empty() ? kNone : around.parents.front();
  }
  return true;
}

bool HasIndex(const Flow& flow, NodeId address) {
  for (const rir::ComputeOp* place = ComputeOf(flow, address); place != nullptr; place = ComputeOf(flow, address)) {
    if (place->opcode == rir::Opcode::Index)
      return true;
    if (place->opcode != rir::Opcode::Field && place->opcode != rir::Opcode::Cast)
      return false;
    address = flow.NodeOf(place->args[0], flow.nodes[address].instance);
  }
  return false;
}

}  // namespace

bool IsOfOnePlace(const Flow& flow, const Access& access, const StreamWork& work) {
  if (HasIndex(flow, access.address))
    return false;
  for (ScopeId at = flow.nodes[access.node].scope; at != kNone && at != work.scope;) {
    const Scope& around = flow.scopes[at];
    const auto* choice = around.kind != ScopeKind::Branch ? nullptr : std::get_if<rir::IfOp>(&around.op->data);
    if (choice != nullptr && !IsOfThread(flow, choice->condition, around.instance))
      return false;
    at = around.parents.empty() ? kNone : around.parents.front();
  }
  return true;
}

bool IsWholeOfHost(const Flow& flow, NodeId address) {
  constexpr unsigned kMostAround = 40;  // members, elements and copies
  for (unsigned depth = 0; depth < kMostAround && address != kNone; ++depth) {
    const rir::ComputeOp* place = ComputeOf(flow, address);
    const InstanceId instance = flow.nodes[address].instance;
    if (place == nullptr) {
      const NodeId before = OnlyCopied(flow, address);
      if (before == kNone)
        return true;
      address = before;
      continue;
    }
    if (place->opcode == rir::Opcode::Index) {
      const std::optional<Range> elements = RangeOf(flow, place->args[1], instance);
      if (!elements || elements->low != 0)
        return false;
    } else if (place->opcode != rir::Opcode::Field && place->opcode != rir::Opcode::Cast) {
      return false;
    }
    address = flow.NodeOf(place->args[0], instance);
  }
  return address == kNone;
}

bool IsWhole(const Flow& flow, const Access& access, const StreamWork& work) {
  IndexTerms terms(flow, work.first);
  terms.AddAddress(access.address);
  return !terms.HasOffset() && !(terms.HasConstant() && access.writes) &&
         AskForEnd(flow, flow.nodes[access.node].scope, work.scope);
}

}  // namespace detrain::types
