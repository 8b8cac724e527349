// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-pointer-order and detrain-env-seed, of addresses: comparisons of two, and numbers that are made of one.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "analyzer/check/library_calls.h"
#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

using diag::Finding;
using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

constexpr std::size_t kMostSteps = 32;  // back from one operand

bool IsPointerValue(const Context& context, const rir::Operand& operand, NodeId user) {
  if (operand.kind == rir::OperandKind::Region)
    return true;
  if (operand.kind != rir::OperandKind::Value)
    return false;
  const NodeId node = context.flow.NodeOf(operand, context.flow.nodes[user].instance);
  const rir::Op* op = node == flow::kNone ? nullptr : context.flow.nodes[node].op;
  return op != nullptr && op->type != rir::kNone && context.module.types[op->type].kind == rir::TypeKind::Pointer;
}

// The memory that an address is read from, as it is or through a variable.
std::set<NodeId> CellsOf(const flow::Flow& flow, NodeId node) {
  std::set<NodeId> cells;
  flow.ForBefore(node, [&](NodeId from, EdgeKind kind) {
    if (kind != EdgeKind::Copy)
      return;
    if (flow.nodes[from].kind == NodeKind::Cell)
      cells.insert(from);
    if (flow.nodes[from].kind == NodeKind::Effect)
      flow.ForBefore(from, [&](NodeId value, EdgeKind k) {
        if (k == EdgeKind::Copy)
          flow.ForBefore(value, [&](NodeId cell, EdgeKind c) {
            if (c == EdgeKind::Copy && flow.nodes[cell].kind == NodeKind::Cell)
              cells.insert(cell);
          });
      });
  });
  return cells;
}

bool HaveCommon(const auto& left, const auto& right) {
  return std::ranges::any_of(left, [&](const auto& one) { return right.contains(one); });
}

// Two addresses that lie in no common block; or in what counts as one and may be several, read from what counts as one
// place: two elements of a table. A cursor and the end of its text are read from two places.
bool AreOfDifferentBlocks(const Context& context, NodeId a, NodeId b) {
  const flow::Flow& flow = context.flow;
  const auto objects = [&](NodeId node) {
    std::set<flow::ObjectId> all;
    for (const NodeId cell : flow.PointsTo(node))
      all.insert(flow.nodes[cell].object);
    return all;
  };
  const auto left = objects(a), right = objects(b);
  if (left.empty() || right.empty())
    return false;
  if (!HaveCommon(left, right))
    return true;
  const flow::Object& only = flow.objects[*left.begin()];
  return left.size() == 1 && only.kind == flow::ObjectKind::Block && HaveCommon(CellsOf(flow, a), CellsOf(flow, b));
}

// An address again, rounded up or with a mark taken off.
bool IsAddressAgain(const Context& context, NodeId id) {
  const rir::Op* op = context.flow.nodes[id].op;
  const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  return compute != nullptr && compute->opcode == rir::Opcode::Cast &&
         context.module.types[op->type].kind == rir::TypeKind::Pointer;
}

// An address as a number, which std::hash may have made of it.
bool IsNumberOfAddress(const Context& context, const rir::ComputeOp& compute, NodeId id) {
  const bool is_hash = compute.opcode == rir::Opcode::Math && compute.callee == "std::hash";
  return (is_hash || compute.opcode == rir::Opcode::Cast) && IsPointerValue(context, compute.args[0], id);
}

// Whether the operand is an address as it is, in an integer: nothing else was computed on the way.
bool IsWholeAddress(const Context& context, const rir::Operand& operand, flow::InstanceId instance) {
  const flow::Flow& flow = context.flow;
  std::vector<NodeId> open = {operand.kind == rir::OperandKind::Value ? flow.NodeOf(operand, instance) : flow::kNone};
  std::set<NodeId> seen;
  bool is_whole = true;
  while (!open.empty() && is_whole) {
    const NodeId at = open.back();
    open.pop_back();
    const rir::ComputeOp* compute = at == flow::kNone ? nullptr : flow::ComputeOf(flow, at);
    is_whole = at != flow::kNone && seen.size() < kMostSteps &&
               (compute == nullptr || IsNumberOfAddress(context, *compute, at));
    if (is_whole && compute == nullptr && seen.insert(at).second)
      flow.ForBefore(at, [&](NodeId from, EdgeKind kind) {
        if (kind == EdgeKind::Copy)
          open.push_back(from);
      });
  }
  return is_whole;
}

// The low bits of an address, of 0 to 15: memory is aligned to 16 bytes by what makes it, or by its type, so that they
// are those of the offset in it.
bool IsLowBits(const Context& context, NodeId id) {
  const rir::ComputeOp* compute = flow::ComputeOf(context.flow, id);
  if (compute == nullptr || compute->args.size() != 2 || compute->args[1].kind != rir::OperandKind::Int)
    return false;
  const std::int64_t number = compute->args[1].integer;
  const bool is_mask = compute->opcode == rir::Opcode::And && number >= 0 && number < 16;
  const bool is_remainder =
      compute->opcode == rir::Opcode::Rem && (number == 2 || number == 4 || number == 8 || number == 16);
  return (is_mask || is_remainder) && IsWholeAddress(context, compute->args[0], context.flow.nodes[id].instance);
}

// std::hash of an address, which the user's code calls itself.
bool IsHashForUser(const Context& context, flow::InstanceId instance) {
  const flow::Instance& call = context.flow.instances[instance];
  if (call.function == flow::kNone || call.caller == flow::kNone || IsInLibrary(context, call.caller))
    return false;
  const std::string& name = context.module.functions[call.function].name;
  return name.starts_with("std::hash<") && IsAddress(FirstArgument(name)) && name.ends_with("::operator()");
}

void JudgeCompute(const Context& context, NodeId id, const rir::ComputeOp& data, Findings& out) {
  const Location at = context.reacher.LocationOf(context.flow.PlaceOf(id));
  const rir::FileId file = context.flow.nodes[id].op->location.file;
  const flow::InstanceId instance = context.flow.nodes[id].instance;
  if (!at.IsKnown() || file == rir::kNone || (context.flow.IsSystem(file) && !IsHashForUser(context, instance)))
    return;
  const std::array<NodeId, 1> source = {id};
  const bool compares = data.opcode >= rir::Opcode::Lt && data.opcode <= rir::Opcode::Ge;
  if (compares && IsPointerValue(context, data.args[0], id) && IsPointerValue(context, data.args[1], id)) {
    if (AreOfDifferentBlocks(context, context.flow.NodeOf(data.args[0], instance),
                             context.flow.NodeOf(data.args[1], instance)))
      Report<Finding::PointerOrder>(context, at, context.reacher.From(source, Reacher::Spared::None), "this comparison",
                                    id, out);
    return;
  }
  const rir::Type& type = context.module.types[context.flow.nodes[id].op->type];
  if (type.kind != rir::TypeKind::Int || type.name == "bool" || !IsNumberOfAddress(context, data, id) ||
      context.flow.PointsTo(context.flow.NodeOf(data.args[0], instance)).empty())  // a number in a pointer's clothes
    return;
  const auto is_number = [&](NodeId, const flow::Edge& edge) {
    return !IsAddressAgain(context, edge.to) && !IsLowBits(context, edge.to);
  };
  const Reached computed =
      context.reacher.From(source, Reacher::Spared::None, [&](NodeId from, const flow::Edge& edge) {
        return (edge.kind == EdgeKind::Copy || edge.kind == EdgeKind::Data) && is_number(from, edge);
      });
  if (computed.reach >= diag::Reach::Output)
    return Keep(context,
                diag::Find<Finding::EnvSeed>(at, computed.reach, computed.certainty, "this number", "an address",
                                             context.reacher.Clause(computed)),
                computed, "an address", id, out);
  const Reached placed = context.reacher.From(source, Reacher::Spared::None, is_number);
  if (placed.reach >= diag::Reach::Output)
    Report<Finding::PointerOrder>(context, at, placed, "a table", id, out);
}

}  // namespace

void Addresses(const Context& context, Findings& out) {
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const rir::ComputeOp* compute = flow::ComputeOf(context.flow, id);
    if (compute != nullptr && context.flow.nodes[id].instance != flow::kNone)
      JudgeCompute(context, id, *compute, out);
  }
}

}  // namespace detrain::check
