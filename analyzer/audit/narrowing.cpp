// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/narrowing.h"

#include <algorithm>
#include <set>
#include <variant>
#include <vector>

#include "analyzer/audit/carry.h"
#include "analyzer/flow/constants.h"

namespace detrain::audit {

using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using rir::Opcode;

namespace {

std::optional<Number> NumberOf(const flow::Flow& flow, rir::TypeId id) {
  if (id == rir::kNone)
    return std::nullopt;
  const rir::Type& type = flow.module->types[id];
  const bool is_number = type.kind == rir::TypeKind::Int || type.kind == rir::TypeKind::Float;
  if (!is_number || type.name == "bool")
    return std::nullopt;
  return Number{type.kind == rir::TypeKind::Float, type.is_signed, type.size};
}

std::optional<Number> NumberInCell(const flow::Flow& flow, NodeId cell) {
  std::optional<Number> widest;
  const auto see = [&](NodeId node) {
    flow.ForEdges(node, [&](const flow::Edge& edge) {
      const rir::Op* op = flow.nodes[edge.to].op;
      if (edge.kind != EdgeKind::Copy || op == nullptr || !std::holds_alternative<rir::LoadOp>(op->data))
        return;
      const std::optional<Number> read = NumberOf(flow, op->type);
      if (read && (!widest || widest->bytes < read->bytes))
        widest = read;
    });
  };
  for (const NodeId node : flow.objects[flow.nodes[cell].object].cells)
    if (flow.AreSameCell(node, cell))
      see(node);
  if (!widest)
    see(cell);
  return widest;
}

rir::TypeId TypeOf(const flow::Flow& flow, const flow::Node& node) {
  switch (node.kind) {
    case NodeKind::Value:
      return node.op == nullptr ? rir::kNone : node.op->type;
    case NodeKind::Merge:
    case NodeKind::Round:
    case NodeKind::Parameter:
    case NodeKind::Undefined:
      return node.object == kNone ? rir::kNone : flow.module->regions[node.object].type;
    case NodeKind::Result: {
      const rir::Function* function = flow.FunctionOf(node.instance);
      return function == nullptr ? rir::kNone : function->result;
    }
    default:
      return rir::kNone;
  }
}

bool HoldsNumber(const Number& number, std::int64_t integer) {
  if (number.is_float || number.bytes >= 8)
    return true;
  const std::int64_t values = std::int64_t{1} << (8 * number.bytes);
  return number.is_signed ? -values / 2 <= integer && integer < values / 2 : 0 <= integer && integer < values;
}

bool StoresSmall(const flow::Flow& flow, NodeId node, const Number& into) {
  const flow::Node& stored = flow.nodes[node];
  const auto* store = stored.op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&stored.op->data);
  return store != nullptr && store->value.kind == rir::OperandKind::Int && HoldsNumber(into, store->value.integer);
}

// Whether the value is a copy of what is at the leaf.
bool IsOf(const flow::Flow& flow, NodeId value, NodeId leaf) {
  std::vector<NodeId> open = {value};
  std::set<NodeId> seen = {value};
  while (!open.empty() && seen.size() < 200) {
    const NodeId at = open.back();
    open.pop_back();
    if (at == leaf || flow.AreSameCell(at, leaf))
      return true;
    if (flow.nodes[at].kind != NodeKind::Cell)
      flow.ForBefore(at, [&](NodeId from, EdgeKind kind) {
        if ((kind == EdgeKind::Copy || CastAt(flow, at)) && kind <= EdgeKind::Data && seen.insert(from).second)
          open.push_back(from);
      });
  }
  return false;
}

// The number that the leaf stays below while the loop goes on; nothing: none is known.
std::optional<double> BoundOf(const flow::Flow& flow, const Around& around, NodeId leaf) {
  const flow::Scope& scope = flow.scopes[around.loop()];
  const auto& loop = std::get<rir::LoopOp>(scope.op->data);
  const rir::ComputeOp* test = flow::ComputeOf(flow, flow.NodeOf(loop.condition, scope.instance));
  if (test == nullptr || (test->opcode != Opcode::Lt && test->opcode != Opcode::Le) || test->args.size() != 2)
    return std::nullopt;
  const NodeId counted = flow.NodeOf(test->args[0], scope.instance);
  if (counted == kNone || !IsOf(flow, counted, leaf))
    return std::nullopt;
  return flow::ConstantOf(flow, test->args[1], scope.instance);
}

}  // namespace

std::optional<Number> NumberAt(const flow::Flow& flow, NodeId node) {
  if (node == kNone)
    return std::nullopt;
  return flow.nodes[node].kind == NodeKind::Cell ? NumberInCell(flow, node)
                                                 : NumberOf(flow, TypeOf(flow, flow.nodes[node]));
}

std::optional<Cast> CastAt(const flow::Flow& flow, NodeId id) {
  const flow::Node& node = flow.nodes[id];
  const auto* compute =
      node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&node.op->data);
  if (compute == nullptr || compute->opcode != Opcode::Cast || compute->args.empty())
    return std::nullopt;
  const std::optional<Number> from = NumberAt(flow, flow.NodeOf(compute->args[0], node.instance));
  const std::optional<Number> to = NumberOf(flow, node.op->type);
  return from && to ? std::optional(Cast{*from, *to}) : std::nullopt;
}

bool IsNarrowing(const Cast& cast) {
  return cast.to.bytes < cast.from.bytes || (cast.from.is_float && !cast.to.is_float);
}

bool Fits(const flow::Flow& flow, const Around& around, NodeId leaf, const Number& into) {
  if (const std::optional<double> bound = BoundOf(flow, around, leaf);
      bound && *bound < 9e18 && HoldsNumber(into, static_cast<std::int64_t>(*bound)))
    return true;
  return flow.nodes[leaf].kind == NodeKind::Cell &&
         flow.AllOfStored(leaf, [&](NodeId from) { return !around.Of(from).inside || StoresSmall(flow, from, into); });
}

bool TakesPart(const flow::Flow& flow, NodeId id) {
  const flow::Node& node = flow.nodes[id];
  const auto* compute =
      node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&node.op->data);
  return compute != nullptr && (compute->opcode == Opcode::Shr || compute->opcode == Opcode::And);
}

}  // namespace detrain::audit
