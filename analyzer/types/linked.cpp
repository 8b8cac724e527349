// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/linked.h"

#include <algorithm>

namespace detrain::types {

namespace {

constexpr unsigned kMostDeep = 24;  // copies and members around a pointer

}  // namespace

std::vector<NodeId> Linked::In(const std::vector<LockedWrite>& writes) {
  ends_.clear();
  pointers_.clear();
  for (const LockedWrite& write : writes) {
    const rir::Op& op = *flow_.nodes[write.access->node].op;
    if (op.Kind() != rir::OpKind::Store || flow_.module->types[op.type].kind != rir::TypeKind::Pointer)
      continue;
    pointers_.push_back(write);
    for (const NodeId cell : flow_.PointsTo(write.access->address))
      if (!IsOwn(cell, write.thread))
        ends_[cell].push_back(write);
  }
  std::vector<NodeId> linked;
  for (const auto& [end, stores] : ends_)
    for (const LockedWrite& write : stores)
      if (IsLinkedIn(write, end))
        linked.push_back(write.access->node);
  return linked;
}

bool Linked::IsLinkedIn(const LockedWrite& write, NodeId end) const {
  return LeadsToOwn(write.access->value, write.thread) && IsOfSeveral(write, end) && !TakesFrom(end, write) &&
         std::ranges::any_of(pointers_, [&](const LockedWrite& link) { return Links(link, write, end); });
}

// Whether the two, together, put one element more into the list.
bool Linked::Links(const LockedWrite& link, const LockedWrite& write, NodeId end) const {
  if (link.thread != write.thread || link.access->node == write.access->node)
    return false;
  const auto element = flow_.PointsTo(write.access->value);
  const auto is_of_element = [&](NodeId cell) {
    return std::ranges::any_of(element,
                               [&](NodeId own) { return flow_.nodes[own].object == flow_.nodes[cell].object; });
  };
  const auto into = flow_.PointsTo(link.access->address);
  const bool goes_before = std::ranges::any_of(into, is_of_element) && IsLoadOf(link.access->value, end);
  return goes_before || (std::ranges::any_of(flow_.PointsTo(link.access->value), is_of_element) &&
                         IsLoadOf(search_.Root(link.access->address), end));
}

// Whether the threads move the end on to what an element of theirs leads to.
bool Linked::TakesFrom(NodeId end, const LockedWrite& write) const {
  const auto element = flow_.PointsTo(write.access->value);
  return std::ranges::any_of(ends_.at(end), [&](const LockedWrite& other) {
    const Access* load = other.access->value == kNone ? nullptr : flow_.AccessOf(other.access->value);
    return load != nullptr && load->reads && std::ranges::any_of(flow_.PointsTo(load->address), [&](NodeId cell) {
             return std::ranges::any_of(
                 element, [&](NodeId own) { return flow_.nodes[own].object == flow_.nodes[cell].object; });
           });
  });
}

bool Linked::IsOfSeveral(const LockedWrite& write, NodeId end) const {
  if (write.are_several)
    return !search_.IsApart(write.access->address, where_.at(write.thread));
  return std::ranges::any_of(ends_.at(end), [&](const LockedWrite& other) { return other.thread != write.thread; });
}

bool Linked::IsOwn(NodeId cell, ScopeId thread) const {
  const ScopeId scope = flow_.objects[flow_.nodes[cell].object].scope;
  return scope != kNone && where_.at(thread).inside[scope];
}

bool Linked::LeadsToOwn(NodeId value, ScopeId thread) const {
  const auto cells = flow_.PointsTo(value);
  return !cells.empty() && std::ranges::all_of(cells, [&](NodeId cell) { return IsOwn(cell, thread); });
}

bool Linked::IsLoadOf(NodeId value, NodeId end) const {
  for (unsigned depth = 0; depth < kMostDeep && value != kNone; ++depth) {
    const Access* load = flow_.nodes[value].kind == NodeKind::Value ? flow_.AccessOf(value) : nullptr;
    if (load != nullptr)
      return load->reads &&
             std::ranges::any_of(flow_.PointsTo(load->address), [&](NodeId cell) { return cell == end; });
    value = OnlyCopied(flow_, value);
  }
  return false;
}

}  // namespace detrain::types
