// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/loop_carried.h"

#include <algorithm>
#include <variant>

#include "analyzer/check/generators.h"

namespace detrain::check {

using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using Update = races::OriginSearch::Update;

namespace {

constexpr std::size_t kMostNodes = 2000;  // that a value may be made of

}  // namespace

bool LoopCarried::IsNumber(const flow::Object& variable) const {
  if (variable.kind != flow::ObjectKind::Region)
    return false;
  const rir::TypeKind kind = context_.module.types[context_.module.regions[variable.id].type].kind;
  return kind == rir::TypeKind::Int || kind == rir::TypeKind::Float;
}

// Whether it is in a variable that rounds add to, and that none sets to anything else. What each sets before it uses it
// is its own.
bool LoopCarried::IsCounted(NodeId cell) {
  if (!IsNumber(flow_.objects[flow_.nodes[cell].object]))
    return false;
  bool is_added_to = false;
  const bool is_never_set = flow_.AllOfStored(cell, [&](NodeId store) {
    const flow::Node& node = flow_.nodes[store];
    if (node.kind != NodeKind::Effect || node.scope == kNone || !inside_[node.scope])
      return true;
    const Update update = search_.UpdateOf(store, cell);
    is_added_to = is_added_to || update == Update::FloatSum || update == Update::IntegerSum;
    return update != Update::None;
  });
  return is_never_set && is_added_to;
}

bool LoopCarried::IsOfRound(const flow::Node& node) const {
  if (node.kind != NodeKind::Cell)
    return node.scope != kNone && inside_[node.scope];
  const flow::Object& object = flow_.objects[node.object];
  return object.kind == flow::ObjectKind::Region && object.scope != kNone && inside_[object.scope];
}

// Whether it comes from a generator that rounds share.
bool LoopCarried::IsDrawn(NodeId value) const {
  const flow::Node& node = flow_.nodes[value];
  const auto* draw = node.op == nullptr ? nullptr : std::get_if<rir::DrawOp>(&node.op->data);
  const flow::Access* load = draw == nullptr ? flow_.AccessOf(value) : nullptr;
  if (draw == nullptr && (load == nullptr || !IsOfEngine(flow_, node.instance)))
    return false;
  const NodeId state = draw != nullptr ? flow_.NodeOf(draw->stream, node.instance) : load->address;
  return std::ranges::any_of(flow_.PointsTo(state), [&](NodeId cell) {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    const bool is_of_round = object.scope != kNone && inside_[object.scope];
    return !is_of_round && !of_elements_.contains(flow_.nodes[cell].object);
  });
}

bool LoopCarried::IsCarried(NodeId at) {
  const flow::Node& node = flow_.nodes[at];
  if (node.kind == NodeKind::Cell)
    return !IsOfRound(node) && IsCounted(at);
  return IsOfRound(node) && ((node.kind == NodeKind::Round && node.scope == loop_) || IsDrawn(at));
}

bool LoopCarried::IsStoredBy(NodeId store) {
  const flow::Access* access = flow_.AccessOf(store);
  if (access == nullptr || access->value == kNone || !std::holds_alternative<rir::StoreOp>(flow_.nodes[store].op->data))
    return false;
  std::vector<NodeId> open = {access->value};
  std::unordered_set<NodeId> seen;
  while (!open.empty() && seen.size() < kMostNodes) {
    const NodeId at = open.back();
    open.pop_back();
    if (!seen.insert(at).second)
      continue;
    if (IsCarried(at))
      return true;
    if (!IsOfRound(flow_.nodes[at]))
      continue;
    flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
      if (kind != EdgeKind::Control)
        open.push_back(from);
    });
  }
  return false;
}

}  // namespace detrain::check
