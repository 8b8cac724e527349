// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/given_numbers.h"

#include <algorithm>
#include <variant>

#include "analyzer/flow/state.h"
#include "analyzer/races/origin_search.h"

namespace detrain::races {

namespace {

constexpr unsigned kMostCells = 24;   // that elements are moved over
constexpr unsigned kMostCalls = 40;   // from a loop to a store
constexpr unsigned kMostPassed = 16;  // from a parameter to the number that it was given

bool IsStore(const flow::Node& node) {
  return node.kind == flow::NodeKind::Effect && node.op != nullptr &&
         std::holds_alternative<rir::StoreOp>(node.op->data);
}

bool IsCopy(const flow::Node& node) {
  return node.kind == flow::NodeKind::Effect && node.op != nullptr &&
         std::holds_alternative<rir::CopyOp>(node.op->data);
}

bool IsLoad(const flow::Node& node) {
  return node.kind == flow::NodeKind::Value && node.op != nullptr && std::holds_alternative<rir::LoadOp>(node.op->data);
}

}  // namespace

// kNone too where code that one scope stands for is reached in several ways.
flow::ScopeId GivenNumbers::LoopAround(flow::ScopeId scope) const {
  while (scope != flow::kNone && flow_.scopes[scope].kind != flow::ScopeKind::Loop)
    scope = flow_.scopes[scope].parents.size() == 1 ? flow_.scopes[scope].parents.front() : flow::kNone;
  return scope;
}

// Two instances of one constructor that std::vector calls with and without room are one way.
GivenNumbers::Way GivenNumbers::WayTo(flow::NodeId store, flow::ScopeId loop) const {
  Way way = {flow_.nodes[store].op};
  flow::InstanceId at = flow_.nodes[store].instance;
  for (unsigned depth = 0; depth < kMostCalls && at != flow::kNone && at != flow_.scopes[loop].instance; ++depth) {
    const flow::Instance& instance = flow_.instances[at];
    if (!flow_.IsSystem(instance.call.file))
      way.push_back(instance.op);
    at = instance.caller;
  }
  return way;
}

// Whether the library does it: it moves elements to a larger block, and permutes them.
bool GivenNumbers::IsMoving(flow::NodeId store) const {
  const flow::InstanceId instance = flow_.nodes[store].instance;
  return flow_.IsSystem(flow_.nodes[store].op->location.file) ||
         (instance != flow::kNone && flow_.IsSystem(flow_.instances[instance].call.file));
}

void GivenNumbers::Open(flow::NodeId cell, Giving& giving) const {
  if (giving.cells.insert(cell).second)
    giving.open.push_back(cell);
}

bool GivenNumbers::IsNumberOfRound(flow::NodeId value, flow::ScopeId loop) {
  const auto [inside, is_new] = inside_.try_emplace(loop);
  if (is_new)
    inside->second = flow::InsideOf(flow_, loop);
  return search_.IsApart(value, {loop, loop, inside->second});
}

// What lies at one place, a temporary, goes to one element in each round; elements go to other places as they are, by
// way of the library's own temporaries too.
bool GivenNumbers::TakeCopy(flow::NodeId store, flow::NodeId source, Giving& giving) const {
  const bool is_moving = IsMoving(store);
  bool is_fine = is_moving;
  for (const flow::NodeId cell : flow_.PointsTo(source)) {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    const bool is_of_library = is_moving && object.instance == flow_.nodes[store].instance;
    if (object.kind != flow::ObjectKind::Region || is_of_library)
      continue;
    giving.loops.insert(LoopAround(flow_.nodes[store].scope));
    is_fine = true;
  }
  return is_fine;
}

// `slots[2].number`
bool GivenNumbers::IsAtOneElement(flow::NodeId address) const {
  const rir::ComputeOp* place = flow::ComputeOf(flow_, address);
  for (; place != nullptr; place = flow::ComputeOf(flow_, address)) {
    if (place->opcode == rir::Opcode::Index && place->args[1].kind == rir::OperandKind::Int)
      return true;
    address = place->args.empty() ? flow::kNone : search_.OperandOf(address, place->args[0]);
  }
  return false;
}

bool GivenNumbers::TakeStore(flow::NodeId store, const Together& where, Giving& giving) {
  const flow::Access* access = flow_.AccessOf(store);
  const flow::Node& node = flow_.nodes[store];
  if (access == nullptr || (node.scope != flow::kNone && where.inside[node.scope]))
    return false;
  if (IsCopy(node))
    return TakeCopy(store, access->value, giving);
  if (!IsStore(node))
    return false;
  if (access->value == flow::kNone)
    return !IsAtOneElement(access->address);  // a constant, as long as no number is given
  const flow::ScopeId loop = LoopAround(node.scope);
  const std::optional<Remainder> remainder = RemainderOf(flow_, access->value);
  if (loop != flow::kNone && IsNumberOfRound(remainder ? remainder->dividend : access->value, loop)) {
    if (remainder)
      giving.counts.push_back(remainder->count);
    giving.loops.insert(loop);
    giving.ways.insert(WayTo(store, loop));
    return true;
  }
  flow::NodeId value = access->value;
  for (unsigned depth = 0; depth < kMostPassed && !IsLoad(flow_.nodes[value]); ++depth) {
    const flow::NodeId passed = flow::OnlyCopied(flow_, value);
    if (passed == flow::kNone)
      return false;
    value = passed;
  }
  const flow::Access* load = IsLoad(flow_.nodes[value]) ? flow_.AccessOf(value) : nullptr;
  if (load == nullptr || !TakeCopy(store, load->address, giving))
    return false;
  for (const flow::NodeId cell : flow_.PointsTo(load->address))
    Open(cell, giving);
  return true;
}

GivenNumbers::Answer GivenNumbers::AreGiven(const std::vector<flow::NodeId>& cells, const Together& where) {
  Giving giving;
  for (const flow::NodeId cell : cells)
    Open(cell, giving);
  bool is_given = true;
  for (std::size_t i = 0; is_given && i < giving.open.size(); ++i) {
    flow_.ForStored(giving.open[i], [&](flow::NodeId from) {
      if (flow_.nodes[from].kind == flow::NodeKind::Cell)
        Open(from, giving);
      else
        is_given = is_given && TakeStore(from, where, giving);
    });
    is_given = is_given && giving.open.size() <= kMostCells;
  }
  Answer answer = {is_given && giving.loops.size() == 1 && giving.ways.size() == 1, std::nullopt};
  if (!giving.counts.empty())
    answer.turn = giving.counts.front();
  return answer;
}

bool GivenNumbers::IsOneEach(flow::NodeId load_or_cell, const Together& where) {
  std::vector<flow::NodeId> cells = {load_or_cell};
  if (flow_.nodes[load_or_cell].kind != flow::NodeKind::Cell) {
    const flow::Access* access = flow_.AccessOf(load_or_cell);
    const bool is_number = IsLoad(flow_.nodes[load_or_cell]) && access != nullptr &&
                           flow_.module->types[flow_.nodes[load_or_cell].op->type].kind == rir::TypeKind::Int;
    const auto read = is_number ? flow_.PointsTo(access->address) : std::span<const flow::NodeId>();
    cells.assign(read.begin(), read.end());
  }
  if (cells.empty())
    return false;
  const auto [answer, is_new] = answers_.try_emplace({load_or_cell, where.scope});
  if (is_new)
    answer->second = AreGiven(cells, where);
  if (!answer->second.are_given || !answer->second.turn)
    return answer->second.are_given;
  const flow::Access* access = flow_.AccessOf(load_or_cell);
  return where.work == flow::kNone && access != nullptr &&
         TakesEach(flow_, access->address, *answer->second.turn, where.inside);
}

}  // namespace detrain::races
