// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OriginSearch: how a store's value comes from what was there.
#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "analyzer/types/origin_search.h"

namespace detrain::types {
namespace {

bool IsComparison(rir::Opcode opcode) {
  return opcode >= rir::Opcode::LNot && opcode <= rir::Opcode::Select;
}

}  // namespace

// Goes back from `from` through what is computed to a load of the cell.
bool OriginSearch::DependsOn(NodeId from, NodeId cell, rir::RegionId region, Ways& ways) {
  struct Open {
    NodeId id;
    bool is_choice, is_computed, is_float;
  };
  constexpr std::size_t kMost = 800;
  std::vector<Open> open = {{from, false, false, false}};
  ++search_;
  // A variable that holds the bits, then their sum, leads to itself in two ways: as it was, and computed.
  const auto is_new = [&](const Open& next) {
    const auto way = static_cast<std::uint8_t>(
        1U << ((next.is_choice ? 4U : 0U) | (next.is_computed ? 2U : 0U) | (next.is_float ? 1U : 0U)));
    const std::uint8_t known = seen_[next.id] == search_ ? seen_ways_[next.id] : std::uint8_t{0};
    seen_[next.id] = search_;
    seen_ways_[next.id] = known | way;
    return (known & way) == 0;
  };
  bool depends = false;
  for (std::size_t i = 0; i < open.size() && i < kMost; ++i) {
    auto [id, is_choice, is_computed, is_float] = open[i];
    const Node& node = flow_.nodes[id];
    const rir::ComputeOp* compute = ComputeOf(flow_, id);
    const NodeId decides = compute != nullptr && compute->opcode == rir::Opcode::Select
                               ? flow_.NodeOf(compute->args[0], node.instance)
                               : kNone;
    const auto go_to = [&](NodeId before) {
      const bool is_memory = flow_.nodes[before].kind == NodeKind::Cell;
      const Open next = {before, is_choice || before == decides, is_computed, is_float};
      const bool is_own = is_memory && cell != kNone && flow_.AreSameCell(before, cell);
      if (!is_own && (!is_memory || IsNumber(before)) && is_new(next))
        open.push_back(next);
    };
    const auto bring = [&](bool is_of_float) {
      depends = true;
      (is_choice ? ways.chooses : is_computed ? ways.computes : ways.keeps) = true;
      ways.computes_float = ways.computes_float || (is_of_float && !is_choice);
    };
    if (node.kind == NodeKind::Cell) {  // of a number: what is stored there, or copied
      flow_.ForStored(id, [&](NodeId before) {
        cell != kNone&& flow_.AreSameCell(before, cell) ? bring(is_float) : go_to(before);
      });
      continue;
    }
    if (decides != kNone) {
      ways.conditions.push_back(decides);
    } else if (compute != nullptr) {
      const bool is_math = compute->opcode == rir::Opcode::Math;
      const bool is_extreme = is_math && (compute->callee.find("max") != std::string::npos ||
                                          compute->callee.find("min") != std::string::npos);
      is_choice = is_choice || IsComparison(compute->opcode) || is_extreme;
      is_computed = is_computed || compute->opcode != rir::Opcode::Cast;
      is_float = is_float || RoundsFloats(node, *compute);
    }
    const auto holds = [&](ScopeId part) { return flow_.IsInside(node.scope, part); };
    if (Loads(id, cell, region)) {  // outside of the parts it is an earlier step's
      if (ways.parts.empty() || std::ranges::any_of(ways.parts, holds))
        bring(is_float || flow_.module->types[node.op->type].kind == rir::TypeKind::Float);
      continue;
    }
    flow_.ForBefore(id, [&](NodeId before, EdgeKind kind) {
      if (kind == EdgeKind::Control)
        AddConditions(before, ways.conditions);
      if (kind == EdgeKind::Address || kind == EdgeKind::Control)
        return;
      go_to(before);
    });
  }
  return depends;
}

// One number in a variable that lies in memory: its address is taken, as that of what a swap expects; or it is a
// record, as CUDA's headers have a half and its like; or a union, whose bits are read as another type.
bool OriginSearch::IsNumber(NodeId cell) const {
  const Node& node = flow_.nodes[cell];
  const Object* object = node.kind == NodeKind::Cell ? &flow_.objects[node.object] : nullptr;
  if (object == nullptr || object->kind != ObjectKind::Region)
    return false;
  const rir::Region& region = flow_.module->regions[object->id];
  const rir::Type& type = flow_.module->types[region.type];
  const bool is_own = region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
  const bool is_half = type.name == "__half" || type.name == "__nv_bfloat16";
  constexpr std::uint64_t largest_number = 8;
  const bool is_plain = type.kind == rir::TypeKind::Int || type.kind == rir::TypeKind::Float;
  return is_own && (is_plain || is_half || (type.is_union && type.size <= largest_number));
}

// Arithmetic whose result hangs on the order, though what is loaded and stored be the bits: of a number in floating
// point, or by the functions that CUDA has for it (__hadd, __fmaf_rn).
bool OriginSearch::RoundsFloats(const Node& node, const rir::ComputeOp& compute) const {
  const auto names = [&](std::string_view part) { return compute.callee.find(part) != std::string::npos; };
  switch (compute.opcode) {
    case rir::Opcode::Add:
    case rir::Opcode::Sub:
    case rir::Opcode::Mul:
    case rir::Opcode::Div:
      return flow_.module->types[node.op->type].kind == rir::TypeKind::Float;
    case rir::Opcode::Math:
      return compute.callee.starts_with("__") && (names("add") || names("sub") || names("mul") || names("fma"));
    default:
      return false;
  }
}

// Whether the node is a load of the cell, or of the variable; or brings what was there when it could not be exchanged.
bool OriginSearch::Loads(NodeId id, NodeId cell, rir::RegionId region) const {
  const Node& node = flow_.nodes[id];
  if (node.op == nullptr)
    return false;
  const auto* atomic = std::get_if<rir::AtomicOp>(&node.op->data);
  const bool is_load =
      node.kind == NodeKind::Value && (std::holds_alternative<rir::LoadOp>(node.op->data) || ReadsVolatile(*node.op));
  if (!is_load && (atomic == nullptr || atomic->op != "cas"))
    return false;
  const Access* access = flow_.AccessOf(id);
  const auto cells = flow_.PointsTo(access == nullptr ? kNone : access->address);
  bool is_variable = false;
  if (region != kNone)
    flow_.ForBefore(id, [&](NodeId held, EdgeKind kind) {
      const NodeKind held_by = flow_.nodes[held].kind;
      const bool holds = held_by == NodeKind::Round || held_by == NodeKind::Merge || held_by == NodeKind::Effect;
      is_variable = is_variable || (kind == EdgeKind::Copy && holds && flow_.nodes[held].object == region);
    });
  return is_variable || (cell != kNone && std::ranges::any_of(cells, [&](NodeId read) {
                           return read == cell || flow_.AreSameCell(read, cell);
                         }));
}

// What decides whether code runs.
void OriginSearch::AddConditions(NodeId control, std::vector<NodeId>& conditions) const {
  flow_.ForBefore(control, [&](NodeId condition, EdgeKind) {
    if (flow_.nodes[condition].kind == NodeKind::Value)
      conditions.push_back(condition);
  });
}

// `best = x > best ? x : best` keeps what was there where that decides; where something else does, the order shows.
OriginSearch::Update OriginSearch::UpdateBy(Ways ways, NodeId cell, rir::RegionId region) {
  const bool is_choice = ways.chooses || std::ranges::any_of(ways.conditions, [&](NodeId condition) {
                           Ways of_condition;
                           of_condition.parts = ways.parts;
                           return DependsOn(condition, cell, region, of_condition);
                         });
  if (ways.computes || (ways.keeps && !is_choice))
    return ways.computes_float ? Update::FloatSum : Update::IntegerSum;
  return is_choice ? Update::Choice : Update::None;
}

OriginSearch::Update OriginSearch::UpdateOfVariable(NodeId store, rir::RegionId region) {
  return UpdateOfStore(store, kNone, region, {});
}

OriginSearch::Update OriginSearch::UpdateFrom(NodeId value, NodeId cell) {
  Ways ways;
  if (value != kNone)
    DependsOn(value, cell, kNone, ways);
  return UpdateBy(std::move(ways), cell, kNone);
}

OriginSearch::Update OriginSearch::UpdateOf(NodeId store, NodeId cell) {
  Ways ways;
  ways.parts = PartsAround(flow_.nodes[store].scope);
  const NodeId swapped_in = SwappedIn(store);
  if (swapped_in == kNone)
    return UpdateOfStore(store, cell, kNone, std::move(ways));
  DependsOn(swapped_in, cell, kNone, ways);
  return UpdateBy(std::move(ways), cell, kNone);
}

// The innermost parallel parts, several where a function is called from several.
std::vector<ScopeId> OriginSearch::PartsAround(ScopeId scope) const {
  std::vector<ScopeId> open = {scope}, parts;
  std::vector<bool> seen(flow_.scopes.size(), false);
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    if (at == kNone || seen[at])
      continue;
    seen[at] = true;
    if (flow_.scopes[at].kind == ScopeKind::Parallel)
      parts.push_back(at);
    else
      open.insert(open.end(), flow_.scopes[at].parents.begin(), flow_.scopes[at].parents.end());
  }
  return parts;
}

// What a compare-and-swap stores where it finds what it expects.
NodeId OriginSearch::SwappedIn(NodeId access) const {
  const Node& node = flow_.nodes[access];
  const auto* atomic = node.op == nullptr ? nullptr : std::get_if<rir::AtomicOp>(&node.op->data);
  const NodeId both = atomic == nullptr || atomic->op != "cas" ? kNone : flow_.NodeOf(atomic->value, node.instance);
  const rir::ComputeOp* compute = both == kNone ? nullptr : ComputeOf(flow_, both);
  return compute == nullptr || compute->args.size() < 2 ? kNone : flow_.NodeOf(compute->args.back(), node.instance);
}

OriginSearch::Update OriginSearch::UpdateOfStore(NodeId store, NodeId cell, rir::RegionId region, Ways ways) {
  std::vector<NodeId> values;
  flow_.ForBefore(store, [&](NodeId from, EdgeKind kind) {
    const bool is_value = kind == EdgeKind::Copy || (kind == EdgeKind::Data && region == kNone);
    if (is_value)
      values.push_back(from);
    if (kind == EdgeKind::Control)
      AddConditions(from, ways.conditions);
  });
  for (const NodeId value : values)
    DependsOn(value, cell, region, ways);
  return UpdateBy(std::move(ways), cell, region);
}

}  // namespace detrain::types
