// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/linked.h"

#include <algorithm>

namespace detrain::races {

namespace {

constexpr unsigned kMostDeep = 24;  // copies and members around a pointer

}  // namespace

std::vector<flow::NodeId> Linked::In(const std::vector<LockedWrite>& writes) {
  ends_.clear();
  pointers_.clear();
  for (const LockedWrite& write : writes) {
    const rir::Op& op = *flow_.nodes[write.access->node].op;
    if (op.Kind() != rir::OpKind::Store || flow_.module->types[op.type].kind != rir::TypeKind::Pointer)
      continue;
    pointers_.push_back(write);
    for (const flow::NodeId cell : flow_.PointsTo(write.access->address))
      if (!IsOwn(cell, write.thread))
        ends_[cell].push_back(write);
  }
  std::vector<flow::NodeId> linked;
  for (const auto& [end, stores] : ends_)
    for (const LockedWrite& write : stores)
      if (IsLinkedIn(write, end))
        linked.push_back(write.access->node);
  return linked;
}

bool Linked::IsLinkedIn(const LockedWrite& write, flow::NodeId end) const {
  return LeadsToOwn(write.access->value, write.thread) && IsOfSeveral(write, end) && !TakesFrom(end, write) &&
         std::ranges::any_of(pointers_, [&](const LockedWrite& link) { return Links(link, write, end); });
}

// Whether the two, together, put one element more into the list.
bool Linked::Links(const LockedWrite& link, const LockedWrite& write, flow::NodeId end) const {
  if (link.thread != write.thread || link.access->node == write.access->node)
    return false;
  const auto element = flow_.PointsTo(write.access->value);
  const auto is_of_element = [&](flow::NodeId cell) {
    return std::ranges::any_of(element,
                               [&](flow::NodeId own) { return flow_.nodes[own].object == flow_.nodes[cell].object; });
  };
  const auto into = flow_.PointsTo(link.access->address);
  const bool goes_before = std::ranges::any_of(into, is_of_element) && IsLoadOf(link.access->value, end);
  return goes_before || (std::ranges::any_of(flow_.PointsTo(link.access->value), is_of_element) &&
                         IsLoadOf(search_.Root(link.access->address), end));
}

// Whether the threads move the end on to what an element of theirs leads to.
bool Linked::TakesFrom(flow::NodeId end, const LockedWrite& write) const {
  const auto element = flow_.PointsTo(write.access->value);
  return std::ranges::any_of(ends_.at(end), [&](const LockedWrite& other) {
    const flow::Access* load = other.access->value == flow::kNone ? nullptr : flow_.AccessOf(other.access->value);
    return load != nullptr && load->reads && std::ranges::any_of(flow_.PointsTo(load->address), [&](flow::NodeId cell) {
             return std::ranges::any_of(
                 element, [&](flow::NodeId own) { return flow_.nodes[own].object == flow_.nodes[cell].object; });
           });
  });
}

bool Linked::IsOfSeveral(const LockedWrite& write, flow::NodeId end) const {
  if (write.are_several)
    return !search_.IsApart(write.access->address, where_.at(write.thread));
  return std::ranges::any_of(ends_.at(end), [&](const LockedWrite& other) { return other.thread != write.thread; });
}

bool Linked::IsOwn(flow::NodeId cell, flow::ScopeId thread) const {
  const flow::ScopeId scope = flow_.objects[flow_.nodes[cell].object].scope;
  return scope != flow::kNone && where_.at(thread).inside[scope];
}

bool Linked::LeadsToOwn(flow::NodeId value, flow::ScopeId thread) const {
  const auto cells = flow_.PointsTo(value);
  return !cells.empty() && std::ranges::all_of(cells, [&](flow::NodeId cell) { return IsOwn(cell, thread); });
}

bool Linked::IsLoadOf(flow::NodeId value, flow::NodeId end) const {
  for (unsigned depth = 0; depth < kMostDeep && value != flow::kNone; ++depth) {
    const flow::Access* load = flow_.nodes[value].kind == flow::NodeKind::Value ? flow_.AccessOf(value) : nullptr;
    if (load != nullptr)
      return load->reads &&
             std::ranges::any_of(flow_.PointsTo(load->address), [&](flow::NodeId cell) { return cell == end; });
    value = flow::OnlyCopied(flow_, value);
  }
  return false;
}

}  // namespace detrain::races
