// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OriginSearch: how a store's value comes from what was there.
#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "analyzer/races/origin_search.h"

namespace detrain::races {
namespace {

bool IsComparison(rir::Opcode opcode) {
  return opcode >= rir::Opcode::LNot && opcode <= rir::Opcode::Select;
}

}  // namespace

// Goes back from `from` through what is computed to a load of the cell.
bool OriginSearch::DependsOn(flow::NodeId from, flow::NodeId cell, rir::RegionId region, Ways& ways) {
  struct Open {
    flow::NodeId id;
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
    const flow::Node& node = flow_.nodes[id];
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, id);
    const flow::NodeId decides = compute != nullptr && compute->opcode == rir::Opcode::Select
                                     ? flow_.NodeOf(compute->args[0], node.instance)
                                     : flow::kNone;
    const auto go_to = [&](flow::NodeId before) {
      const bool is_memory = flow_.nodes[before].kind == flow::NodeKind::Cell;
      const Open next = {before, is_choice || before == decides, is_computed, is_float};
      const bool is_own = is_memory && cell != flow::kNone && flow_.AreSameCell(before, cell);
      if (!is_own && (!is_memory || IsNumber(before)) && is_new(next))
        open.push_back(next);
    };
    const auto bring = [&](bool is_of_float) {
      depends = true;
      (is_choice ? ways.chooses : is_computed ? ways.computes : ways.keeps) = true;
      ways.computes_float = ways.computes_float || (is_of_float && !is_choice);
    };
    if (node.kind == flow::NodeKind::Cell) {  // of a number: what is stored there, or copied
      flow_.ForStored(id, [&](flow::NodeId before) {
        cell != flow::kNone&& flow_.AreSameCell(before, cell) ? bring(is_float) : go_to(before);
      });
      continue;
    }
    if (decides != flow::kNone) {
      ways.conditions.push_back(decides);
    } else if (compute != nullptr) {
      const bool is_math = compute->opcode == rir::Opcode::Math;
      const bool is_extreme = is_math && (compute->callee.find("max") != std::string::npos ||
                                          compute->callee.find("min") != std::string::npos);
      is_choice = is_choice || IsComparison(compute->opcode) || is_extreme;
      is_computed = is_computed || compute->opcode != rir::Opcode::Cast;
      is_float = is_float || RoundsFloats(node, *compute);
    }
    const auto holds = [&](flow::ScopeId part) { return flow_.IsInside(node.scope, part); };
    if (Loads(id, cell, region)) {  // outside of the parts it is an earlier step's
      if (ways.parts.empty() || std::ranges::any_of(ways.parts, holds))
        bring(is_float || flow_.module->types[node.op->type].kind == rir::TypeKind::Float);
      continue;
    }
    flow_.ForBefore(id, [&](flow::NodeId before, flow::EdgeKind kind) {
      if (kind == flow::EdgeKind::Control)
        AddConditions(before, ways.conditions);
      if (kind == flow::EdgeKind::Address || kind == flow::EdgeKind::Control)
        return;
      go_to(before);
    });
  }
  return depends;
}

// One number in a variable that lies in memory: its address is taken, as that of what a swap expects; or it is a
// record, as CUDA's headers have a half and its like; or a union, whose bits are read as another type.
bool OriginSearch::IsNumber(flow::NodeId cell) const {
  const flow::Node& node = flow_.nodes[cell];
  const flow::Object* object = node.kind == flow::NodeKind::Cell ? &flow_.objects[node.object] : nullptr;
  if (object == nullptr || object->kind != flow::ObjectKind::Region)
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
bool OriginSearch::RoundsFloats(const flow::Node& node, const rir::ComputeOp& compute) const {
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
bool OriginSearch::Loads(flow::NodeId id, flow::NodeId cell, rir::RegionId region) const {
  const flow::Node& node = flow_.nodes[id];
  if (node.op == nullptr)
    return false;
  const auto* atomic = std::get_if<rir::AtomicOp>(&node.op->data);
  const bool is_load = node.kind == flow::NodeKind::Value &&
                       (std::holds_alternative<rir::LoadOp>(node.op->data) || flow::ReadsVolatile(*node.op));
  if (!is_load && (atomic == nullptr || atomic->op != "cas"))
    return false;
  const flow::Access* access = flow_.AccessOf(id);
  const auto cells = flow_.PointsTo(access == nullptr ? flow::kNone : access->address);
  bool is_variable = false;
  if (region != flow::kNone)
    flow_.ForBefore(id, [&](flow::NodeId held, flow::EdgeKind kind) {
      const flow::NodeKind held_by = flow_.nodes[held].kind;
      const bool holds =
          held_by == flow::NodeKind::Round || held_by == flow::NodeKind::Merge || held_by == flow::NodeKind::Effect;
      is_variable = is_variable || (kind == flow::EdgeKind::Copy && holds && flow_.nodes[held].object == region);
    });
  return is_variable || (cell != flow::kNone && std::ranges::any_of(cells, [&](flow::NodeId read) {
                           return read == cell || flow_.AreSameCell(read, cell);
                         }));
}

// What decides whether code runs.
void OriginSearch::AddConditions(flow::NodeId control, std::vector<flow::NodeId>& conditions) const {
  flow_.ForBefore(control, [&](flow::NodeId condition, flow::EdgeKind) {
    if (flow_.nodes[condition].kind == flow::NodeKind::Value)
      conditions.push_back(condition);
  });
}

// `best = x > best ? x : best` keeps what was there where that decides; where something else does, the order shows.
OriginSearch::Update OriginSearch::UpdateBy(Ways ways, flow::NodeId cell, rir::RegionId region) {
  const bool is_choice = ways.chooses || std::ranges::any_of(ways.conditions, [&](flow::NodeId condition) {
                           Ways of_condition;
                           of_condition.parts = ways.parts;
                           return DependsOn(condition, cell, region, of_condition);
                         });
  if (ways.computes || (ways.keeps && !is_choice))
    return ways.computes_float ? Update::FloatSum : Update::IntegerSum;
  return is_choice ? Update::Choice : Update::None;
}

OriginSearch::Update OriginSearch::UpdateOfVariable(flow::NodeId store, rir::RegionId region) {
  return UpdateOfStore(store, flow::kNone, region, {});
}

OriginSearch::Update OriginSearch::UpdateFrom(flow::NodeId value, flow::NodeId cell) {
  Ways ways;
  if (value != flow::kNone)
    DependsOn(value, cell, flow::kNone, ways);
  return UpdateBy(std::move(ways), cell, flow::kNone);
}

OriginSearch::Update OriginSearch::UpdateOf(flow::NodeId store, flow::NodeId cell) {
  Ways ways;
  ways.parts = PartsAround(flow_.nodes[store].scope);
  const flow::NodeId swapped_in = SwappedIn(store);
  if (swapped_in == flow::kNone)
    return UpdateOfStore(store, cell, flow::kNone, std::move(ways));
  DependsOn(swapped_in, cell, flow::kNone, ways);
  return UpdateBy(std::move(ways), cell, flow::kNone);
}

// The innermost parallel parts, several where a function is called from several.
std::vector<flow::ScopeId> OriginSearch::PartsAround(flow::ScopeId scope) const {
  std::vector<flow::ScopeId> open = {scope}, parts;
  std::vector<bool> seen(flow_.scopes.size(), false);
  while (!open.empty()) {
    const flow::ScopeId at = open.back();
    open.pop_back();
    if (at == flow::kNone || seen[at])
      continue;
    seen[at] = true;
    if (flow_.scopes[at].kind == flow::ScopeKind::Parallel)
      parts.push_back(at);
    else
      open.insert(open.end(), flow_.scopes[at].parents.begin(), flow_.scopes[at].parents.end());
  }
  return parts;
}

// What a compare-and-swap stores where it finds what it expects.
flow::NodeId OriginSearch::SwappedIn(flow::NodeId access) const {
  const flow::Node& node = flow_.nodes[access];
  const auto* atomic = node.op == nullptr ? nullptr : std::get_if<rir::AtomicOp>(&node.op->data);
  const flow::NodeId both =
      atomic == nullptr || atomic->op != "cas" ? flow::kNone : flow_.NodeOf(atomic->value, node.instance);
  const rir::ComputeOp* compute = both == flow::kNone ? nullptr : flow::ComputeOf(flow_, both);
  return compute == nullptr || compute->args.size() < 2 ? flow::kNone
                                                        : flow_.NodeOf(compute->args.back(), node.instance);
}

OriginSearch::Update OriginSearch::UpdateOfStore(flow::NodeId store, flow::NodeId cell, rir::RegionId region,
                                                 Ways ways) {
  std::vector<flow::NodeId> values;
  flow_.ForBefore(store, [&](flow::NodeId from, flow::EdgeKind kind) {
    const bool is_value = kind == flow::EdgeKind::Copy || (kind == flow::EdgeKind::Data && region == flow::kNone);
    if (is_value)
      values.push_back(from);
    if (kind == flow::EdgeKind::Control)
      AddConditions(from, ways.conditions);
  });
  for (const flow::NodeId value : values)
    DependsOn(value, cell, region, ways);
  return UpdateBy(std::move(ways), cell, region);
}

}  // namespace detrain::races
