// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/carried_index.h"

#include <algorithm>
#include <variant>

namespace detrain::check {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

namespace {

constexpr std::size_t kMostArrived = 20'000;  // nodes
constexpr unsigned kMostAround = 40;          // members, elements and copies around an address

}  // namespace

CarriedIndex::CarriedIndex(const Context& context, const std::vector<NodeId>& arrived)
    : flow_(context.flow), search_(context.flow) {
  FollowArrived(arrived);
  FindPlaced();
}

void CarriedIndex::FollowArrived(const std::vector<NodeId>& arrived) {
  std::vector<NodeId> open = arrived;
  arrived_.insert(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size() && i < kMostArrived; ++i)
    flow_.ForEdges(open[i], [&](const flow::Edge& edge) {
      if (edge.kind <= EdgeKind::Data && arrived_.insert(edge.to).second)
        open.push_back(edge.to);
    });
}

// A copy leads from cell to cell: one that another write reaches as well is no end.
void CarriedIndex::FindPlaced() {
  for (const flow::Access& access : flow_.accesses) {
    if (!access.writes || access.address == flow::kNone)
      continue;
    const bool is_placed = IsPlaced(access);
    if (is_placed)
      placed_.insert(access.node);
    if (std::holds_alternative<rir::CopyOp>(flow_.nodes[access.node].op->data))
      NoteCopy(access, is_placed);
  }
}

// Of what arrives: an element that is copied to others of its container, as where that is made, brings nothing new.
void CarriedIndex::NoteCopy(const flow::Access& access, bool is_placed) {
  for (const NodeId cell : flow_.PointsTo(access.address)) {
    const flow::ObjectId object = flow_.nodes[cell].object;
    const bool arrives = std::ranges::any_of(flow_.PointsTo(access.value), [&](NodeId source) {
      const flow::ObjectId from = flow_.nodes[source].object;
      return from != object &&
             std::ranges::any_of(flow_.objects[from].cells, [&](NodeId part) { return arrived_.contains(part); });
    });
    if (!arrives)
      continue;
    const auto [known, is_new] = only_placed_.try_emplace(object, is_placed);
    known->second = known->second && is_placed;
  }
}

bool CarriedIndex::IsPlaced(const flow::Access& access) {
  const rir::OpKind kind = flow_.nodes[access.node].op->Kind();
  if ((kind != rir::OpKind::Store && kind != rir::OpKind::Copy) || !IsByCarried(access.address))
    return false;
  return kind == rir::OpKind::Copy || std::ranges::all_of(flow_.PointsTo(access.address), [&](NodeId cell) {
           return search_.UpdateOf(access.node, cell) == races::OriginSearch::Update::None;
         });
}

// Whether what arrives chooses the element.
bool CarriedIndex::IsByCarried(NodeId address) const {
  for (unsigned depth = 0; depth < kMostAround && address != flow::kNone; ++depth) {
    const rir::ComputeOp* place = flow::ComputeOf(flow_, address);
    const flow::InstanceId instance = flow_.nodes[address].instance;
    if (place == nullptr) {
      address = flow::OnlyCopied(flow_, address);
      continue;
    }
    if (place->opcode == rir::Opcode::Index && arrived_.contains(flow_.NodeOf(place->args[1], instance)))
      return true;
    const bool is_part = place->opcode == rir::Opcode::Index || place->opcode == rir::Opcode::Field ||
                         place->opcode == rir::Opcode::Cast;
    address = is_part ? flow_.NodeOf(place->args[0], instance) : flow::kNone;
  }
  return false;
}

bool CarriedIndex::EndsAt(NodeId from, const flow::Edge& edge) const {
  if (placed_.contains(edge.to))
    return true;
  const flow::Node &source = flow_.nodes[from], &target = flow_.nodes[edge.to];
  if (source.kind != NodeKind::Cell || target.kind != NodeKind::Cell || source.object == target.object)
    return false;
  const auto copied = only_placed_.find(target.object);
  return copied != only_placed_.end() && copied->second;
}

}  // namespace detrain::check
