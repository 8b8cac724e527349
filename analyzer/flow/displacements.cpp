// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/displacements.h"

#include <cmath>

#include "analyzer/flow/constants.h"

namespace detrain::flow {

namespace {

constexpr std::uint64_t kLargestRecord = 4096;  // in larger ones members are not told apart by their cells
constexpr double kLargestIndex = 1 << 20;

}  // namespace

// Bytes backwards, and tables of functions, are in the cell.
std::optional<std::int64_t> MovedBy(const Flow& flow, NodeId address) {
  const rir::ComputeOp* compute = ComputeOf(flow, address);
  if (compute == nullptr || compute->opcode != rir::Opcode::Index)
    return std::nullopt;
  const rir::Type& element = flow.module->types[compute->pointee];
  const bool is_of_functions = element.kind == rir::TypeKind::Pointer && element.element != rir::kNone &&
                               flow.module->types[element.element].kind == rir::TypeKind::Function;
  if (is_of_functions || element.size == 0)
    return std::nullopt;
  const std::optional<double> index = ConstantOf(flow, compute->args[1], flow.nodes[address].instance);
  if (!index || std::abs(*index) > kLargestIndex || (element.size == 1 && *index < 0))
    return std::nullopt;
  return static_cast<std::int64_t>(*index) * static_cast<std::int64_t>(element.size);
}

void Displacements::Find(ObjectId object, const std::vector<NodeId>& addresses) {
  object_ = object;
  for (const NodeId address : addresses) {
    known_[address] = {};
    object_of_[address] = object;
  }
  std::vector<NodeId> open = addresses;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (known_[at].kind == Kind::Any)
      continue;  // and stays so, whatever else comes to it
    const Known now = At(at);
    if (now == known_[at])
      continue;
    known_[at] = now;
    flow_.ForEdges(at, [&](const Edge& edge) {
      if (object_of_[edge.to] == object && known_[edge.to].kind != Kind::Any)
        open.push_back(edge.to);
    });
  }
}

Displacements::Known Displacements::Join(Known a, Known b) {
  if (a.kind == Kind::Unseen || a == b)
    return b;
  return b.kind == Kind::Unseen ? a : Known{Kind::Any};
}

Displacements::Known Displacements::At(NodeId address) const {
  if (IsRoot(address))
    return {Kind::One, 0};
  const Node& node = flow_.nodes[address];
  if (const rir::ComputeOp* compute = ComputeOf(flow_, address))
    return OfCompute(address, *compute);
  return HandsOn(node) ? OfHeld(address) : Known{Kind::Any};
}

// The variable's own address, or what the allocation gives.
bool Displacements::IsRoot(NodeId address) const {
  const Node& node = flow_.nodes[address];
  const Object& object = flow_.objects[object_];
  if (node.kind != NodeKind::Value)
    return false;
  return object.kind == ObjectKind::Block ? node.op == object.op && node.instance == object.instance
                                          : node.op == nullptr && node.object == object_;
}

// Whether it is the value that came to it.
bool Displacements::HandsOn(const Node& node) const {
  switch (node.kind) {
    case NodeKind::Cell:
    case NodeKind::Merge:
    case NodeKind::Round:
    case NodeKind::Parameter:
    case NodeKind::Result:
      return true;
    case NodeKind::Value:
      return node.op != nullptr && (node.op->Kind() == rir::OpKind::Load || node.op->Kind() == rir::OpKind::Call);
    case NodeKind::Effect:
      return node.op->Kind() == rir::OpKind::Store;
    default:
      return false;
  }
}

// What comes by no copy comes from where the graph alone knows (the text of a string).
Displacements::Known Displacements::OfHeld(NodeId address) const {
  Known all;
  bool is_held = false;
  flow_.ForBefore(address, [&](NodeId from, EdgeKind kind) {
    if (object_of_[from] != object_ || kind > EdgeKind::Data)
      return;
    is_held = true;
    if (all.kind != Kind::Any)
      all = Join(all, kind == EdgeKind::Copy ? known_[from] : Known{Kind::Any});
  });
  return is_held ? all : Known{Kind::Any};
}

Displacements::Known Displacements::OfOperand(NodeId user, const rir::Operand& operand) const {
  const NodeId node = flow_.NodeOf(operand, flow_.nodes[user].instance);
  return node == kNone || object_of_[node] != object_ ? Known{Kind::Any} : known_[node];
}

Displacements::Known Displacements::OfCompute(NodeId address, const rir::ComputeOp& compute) const {
  switch (compute.opcode) {
    case rir::Opcode::Cast:
      return OfOperand(address, compute.args[0]);
    case rir::Opcode::Field: {
      const bool is_large = flow_.module->types[compute.pointee].size > kLargestRecord;
      return is_large ? Known{Kind::Any} : OfOperand(address, compute.args[0]);
    }
    case rir::Opcode::Index:
      return OfIndex(address, OfOperand(address, compute.args[0]));
    default:
      return {Kind::Any};
  }
}

Displacements::Known Displacements::OfIndex(NodeId address, Known base) const {
  const std::optional<std::int64_t> bytes = MovedBy(flow_, address);
  if (!bytes)
    return {Kind::Any};
  if (base.kind == Kind::One)
    base.bytes += *bytes;
  return base;
}

}  // namespace detrain::flow
