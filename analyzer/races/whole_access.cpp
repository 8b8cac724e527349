// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/whole_access.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/flow/constants.h"
#include "analyzer/flow/ranges.h"

namespace detrain::races {

namespace {

// The sums that an address is made of, from its array on.
class IndexTerms {
 public:
  IndexTerms(const flow::Flow& flow, flow::NodeId first) : flow_(flow), first_(first) {}

  void AddAddress(flow::NodeId address) {
    for (const rir::ComputeOp* place = flow::ComputeOf(flow_, address); place != nullptr;
         place = flow::ComputeOf(flow_, address)) {
      const flow::InstanceId instance = flow_.nodes[address].instance;
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

  void Add(const rir::Operand& operand, flow::InstanceId instance) {
    if (operand.kind == rir::OperandKind::Int)
      has_constant_ = has_constant_ || operand.integer != 0;
    else
      AddNode(flow_.NodeOf(operand, instance));
  }

  void AddNode(flow::NodeId id) {
    if (id == flow::kNone || !seen_.insert(id).second)
      return;
    if (seen_.size() > kMost || id < first_) {
      has_offset_ = true;
      return;
    }
    const flow::Node& node = flow_.nodes[id];
    if (node.kind == flow::NodeKind::Parameter)
      return AddHanded(id);
    if (const rir::ComputeOp* compute = flow::ComputeOf(flow_, id))
      return AddComputed(*compute, node.instance);
    if (const auto* store = node.kind != flow::NodeKind::Effect || node.op == nullptr
                                ? nullptr
                                : std::get_if<rir::StoreOp>(&node.op->data))
      return Add(store->value, node.instance);
    if (flow_.AccessOf(id) == nullptr)
      AddCopied(id);
  }

  void AddHanded(flow::NodeId parameter) {
    const rir::Operand* handed = flow::HandedTo(flow_, parameter);
    if (handed == nullptr)
      has_offset_ = true;
    else
      Add(*handed, flow_.instances[flow_.nodes[parameter].instance].caller);
  }

  void AddComputed(const rir::ComputeOp& compute, flow::InstanceId instance) {
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
  void AddCopied(flow::NodeId id) {
    const bool is_round = flow_.nodes[id].kind == flow::NodeKind::Round;
    flow_.ForBefore(id, [&](flow::NodeId from, flow::EdgeKind kind) {
      if (kind == flow::EdgeKind::Copy && (!is_round || from < id))
        AddNode(from);
    });
  }

  const flow::Flow& flow_;
  flow::NodeId first_;
  std::unordered_set<flow::NodeId> seen_;
  bool has_constant_ = false, has_offset_ = false;
};

// Whether the number is made from that of the thread.
bool IsOfThread(const flow::Flow& flow, const rir::Operand& operand, flow::InstanceId instance) {
  constexpr std::size_t kMost = 100;
  std::vector<flow::NodeId> open = {flow.NodeOf(operand, instance)};
  std::unordered_set<flow::NodeId> seen;
  for (std::size_t i = 0; i < open.size() && i < kMost; ++i) {
    if (open[i] == flow::kNone || !seen.insert(open[i]).second)
      continue;
    const rir::Op* op = flow.nodes[open[i]].op;
    const auto* load = op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&op->data);
    if (load != nullptr && load->address.kind == rir::OperandKind::Region &&
        flow.module->regions[load->address.id].kind == rir::RegionKind::Hidden)
      return true;
    flow.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
      if (kind <= flow::EdgeKind::Data && flow.nodes[from].kind != flow::NodeKind::Cell)
        open.push_back(from);
    });
  }
  return false;
}

// Whether a thread whose number is large enough is all that the test keeps out.
bool AsksForEnd(const flow::Flow& flow, const rir::Operand& condition, flow::InstanceId instance, bool holds) {
  const flow::NodeId asked = flow.NodeOf(condition, instance);
  const rir::ComputeOp* test = flow::ComputeOf(flow, asked);
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

bool AskForEnd(const flow::Flow& flow, flow::ScopeId scope, flow::ScopeId outermost) {
  for (flow::ScopeId at = scope; at != flow::kNone && at != outermost;) {
    const flow::Scope& around = flow.scopes[at];
    const auto* choice = around.kind != flow::ScopeKind::Branch ? nullptr : std::get_if<rir::IfOp>(&around.op->data);
    if (choice != nullptr && !AsksForEnd(flow, choice->condition, around.instance, around.block == choice->then_block))
      return false;
    at = around.parents.empty() ? flow::kNone : around.parents.front();
  }
  return true;
}

bool HasIndex(const flow::Flow& flow, flow::NodeId address) {
  for (const rir::ComputeOp* place = flow::ComputeOf(flow, address); place != nullptr;
       place = flow::ComputeOf(flow, address)) {
    if (place->opcode == rir::Opcode::Index)
      return true;
    if (place->opcode != rir::Opcode::Field && place->opcode != rir::Opcode::Cast)
      return false;
    address = flow.NodeOf(place->args[0], flow.nodes[address].instance);
  }
  return false;
}

}  // namespace

bool IsOfOnePlace(const flow::Flow& flow, const flow::Access& access, const StreamWork& work) {
  if (HasIndex(flow, access.address))
    return false;
  for (flow::ScopeId at = flow.nodes[access.node].scope; at != flow::kNone && at != work.scope;) {
    const flow::Scope& around = flow.scopes[at];
    const auto* choice = around.kind != flow::ScopeKind::Branch ? nullptr : std::get_if<rir::IfOp>(&around.op->data);
    if (choice != nullptr && !IsOfThread(flow, choice->condition, around.instance))
      return false;
    at = around.parents.empty() ? flow::kNone : around.parents.front();
  }
  return true;
}

bool IsWholeOfHost(const flow::Flow& flow, flow::NodeId address) {
  constexpr unsigned kMostAround = 40;  // members, elements and copies
  for (unsigned depth = 0; depth < kMostAround && address != flow::kNone; ++depth) {
    const rir::ComputeOp* place = flow::ComputeOf(flow, address);
    const flow::InstanceId instance = flow.nodes[address].instance;
    if (place == nullptr) {
      const flow::NodeId before = flow::OnlyCopied(flow, address);
      if (before == flow::kNone)
        return true;
      address = before;
      continue;
    }
    if (place->opcode == rir::Opcode::Index) {
      const std::optional<flow::Range> elements = flow::RangeOf(flow, place->args[1], instance);
      if (!elements || elements->low != 0)
        return false;
    } else if (place->opcode != rir::Opcode::Field && place->opcode != rir::Opcode::Cast) {
      return false;
    }
    address = flow.NodeOf(place->args[0], instance);
  }
  return address == flow::kNone;
}

bool IsWhole(const flow::Flow& flow, const flow::Access& access, const StreamWork& work) {
  IndexTerms terms(flow, work.first);
  terms.AddAddress(access.address);
  return !terms.HasOffset() && !(terms.HasConstant() && access.writes) &&
         AskForEnd(flow, flow.nodes[access.node].scope, work.scope);
}

}  // namespace detrain::races
