// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/stream_values.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <variant>

#include "analyzer/flow/constants.h"
#include "analyzer/flow/ranges.h"

namespace detrain::races {

namespace {

bool IsNumber(const rir::Operand& operand) {
  return operand.kind == rir::OperandKind::Null || operand.kind == rir::OperandKind::Int;
}

}  // namespace

// Goes back from a pointer to what it was copied from.
class StreamValues::Search {
 public:
  Search(const flow::Flow& flow, flow::NodeId first) : flow_(flow), first_(first) {}

  Origins From(flow::NodeId start) {
    Push(start);
    for (std::size_t i = 0; i < open_.size() && i < kMost; ++i)
      Look(open_[i]);
    if (open_.size() >= kMost)
      origins_.may_be_null = origins_.is_moved = true;
    return origins_;
  }

 private:
  static constexpr std::size_t kMost = 300;  // nodes

  void Push(flow::NodeId node) {
    if (node != flow::kNone && open_.size() < kMost && seen_.insert(node).second)
      open_.push_back(node);
  }

  void Operand(const rir::Operand& operand, flow::InstanceId instance) {
    if (IsNumber(operand))
      origins_.may_be_null = true;
    else
      Push(flow_.NodeOf(operand, instance));
  }

  void Look(flow::NodeId id) {
    const flow::Node& node = flow_.nodes[id];
    if (node.kind == flow::NodeKind::Cell)
      return flow_.ForStored(id, [&](flow::NodeId from) { Push(from); });
    if (node.kind == flow::NodeKind::Parameter)
      if (const rir::Operand* handed = flow::HandedTo(flow_, id))
        return Operand(*handed, flow_.instances[node.instance].caller);
    if (node.op == nullptr || node.kind == flow::NodeKind::Round || node.kind == flow::NodeKind::Merge)
      return Copied(id);
    if (const auto* store = std::get_if<rir::StoreOp>(&node.op->data))
      return Stored(*store, node.instance);
    if (const auto* compute = std::get_if<rir::ComputeOp>(&node.op->data))
      return Computed(id, *compute);
    if (const flow::Access* access = std::holds_alternative<rir::LoadOp>(node.op->data) ? flow_.AccessOf(id) : nullptr)
      for (const flow::NodeId cell : flow_.PointsTo(access->address))
        Push(cell);
    else if (!std::holds_alternative<rir::AllocOp>(node.op->data))
      Copied(id);
  }

  void Copied(flow::NodeId id) {
    flow_.ForBefore(id, [&](flow::NodeId from, flow::EdgeKind kind) {
      if (kind == flow::EdgeKind::Copy)
        Push(from);
    });
  }

  void Stored(const rir::StoreOp& store, flow::InstanceId instance) {
    if (IsNumber(store.value))
      origins_.is_null_at_first = true;
    else
      Push(flow_.NodeOf(store.value, instance));
  }

  void Computed(flow::NodeId id, const rir::ComputeOp& compute) {
    const flow::InstanceId instance = flow_.nodes[id].instance;
    switch (compute.opcode) {
      case rir::Opcode::Cast:
        return Operand(compute.args[0], instance);
      case rir::Opcode::Select:
        Operand(compute.args[1], instance);
        return Operand(compute.args[2], instance);
      case rir::Opcode::Field:
        return Push(flow_.NodeOf(compute.args[0], instance));
      case rir::Opcode::Index:
        origins_.is_moved = origins_.is_moved || (id < first_ && compute.args[1] != rir::Operand::Int(0));
        return Push(flow_.NodeOf(compute.args[0], instance));
      default:
        origins_.may_be_null = origins_.is_moved = true;  // a number that an address was made of
    }
  }

  const flow::Flow& flow_;
  flow::NodeId first_;
  Origins origins_;
  std::vector<flow::NodeId> open_;
  std::unordered_set<flow::NodeId> seen_;
};

// An instance was made after its caller.
StreamValues::StreamValues(const flow::Flow& flow) : flow_(flow), serves_several_(flow.instances.size(), false) {
  for (flow::InstanceId i = 0; i < serves_several_.size(); ++i) {
    const flow::Instance& instance = flow.instances[i];
    const bool does_caller = instance.caller != flow::kNone && serves_several_[instance.caller];
    serves_several_[i] = does_caller || flow.scopes[instance.scope].parents.size() > 1;
  }
  FindElements();
}

// Where one of the places that name a stream, or an event, chooses among several by more than a constant, none of them
// are told apart.
void StreamValues::FindElements() {
  std::set<flow::ObjectId> vague;
  const auto look = [&](const rir::Operand& operand, flow::InstanceId instance) {
    const flow::NodeId node = operand ? flow_.NodeOf(operand, instance) : flow::kNone;
    const auto cells = node == flow::kNone ? std::span<const flow::NodeId>() : flow_.PointsTo(node);
    if (cells.size() != 1)
      return;
    const flow::ObjectId object = flow_.nodes[cells.front()].object;
    const flow::Object& made = flow_.objects[object];
    if (made.kind != flow::ObjectKind::Block || IsMadeOnce(made) || vague.contains(object))
      return;
    const std::optional<Element> element = ElementAt(node);
    if (element)
      elements_.try_emplace(Element{object, element->second},
                            static_cast<flow::ObjectId>(flow_.objects.size() + elements_.size()));
    else
      vague.insert(object);
  };
  for (const auto& [scope, events] : flow_.stream_events)
    for (const flow::StreamEvent& event : events) {
      const auto& sync = std::get<rir::SyncOp>(event.op->data);
      if (sync.kind == rir::SyncKind::NonBlocking)
        continue;  // where it is made
      look(sync.stream, flow_.scopes[scope].instance);
      look(sync.object, flow_.scopes[scope].instance);
    }
  std::erase_if(elements_, [&](const auto& one) { return vague.contains(one.first.first); });
}

// The element of an array, which a constant chooses, that the value was read from.
std::optional<StreamValues::Element> StreamValues::ElementAt(flow::NodeId node) const {
  constexpr unsigned kMostCopies = 32;
  for (unsigned depth = 0; depth < kMostCopies && node != flow::kNone; ++depth) {
    const flow::Access* access = flow_.nodes[node].kind == flow::NodeKind::Value ? flow_.AccessOf(node) : nullptr;
    if (access != nullptr) {
      const rir::ComputeOp* place = flow::ComputeOf(flow_, access->address);
      const bool is_chosen =
          place != nullptr && place->opcode == rir::Opcode::Index && place->args[1].kind == rir::OperandKind::Int;
      return is_chosen ? std::optional(Element{flow::kNone, place->args[1].integer}) : std::nullopt;
    }
    const rir::Operand* handed =
        flow_.nodes[node].kind == flow::NodeKind::Parameter ? flow::HandedTo(flow_, node) : nullptr;
    node = handed != nullptr ? flow_.NodeOf(*handed, flow_.instances[flow_.nodes[node].instance].caller)
                             : flow::OnlyCopied(flow_, node);
  }
  return std::nullopt;
}

flow::ObjectId StreamValues::TellApart(flow::ObjectId object, flow::NodeId node) const {
  const std::optional<Element> element = elements_.empty() ? std::nullopt : ElementAt(node);
  const auto known = element ? elements_.find({object, element->second}) : elements_.end();
  return known == elements_.end() ? object : known->second;
}

std::vector<flow::ObjectId> StreamValues::ElementsOf(flow::ObjectId object) const {
  std::vector<flow::ObjectId> elements;
  for (const auto& [element, number] : elements_)
    if (element.first == object)
      elements.push_back(number);
  return elements;
}

std::optional<flow::ObjectId> StreamValues::StreamOf(const rir::Operand& stream, flow::InstanceId instance) const {
  constexpr std::int64_t kLegacy = 1;  // cudaStreamLegacy; 2 is that of the thread, which may be another one
  if (stream.kind == rir::OperandKind::Null || (stream.kind == rir::OperandKind::Int && stream.integer <= kLegacy))
    return kDefaultStream;
  const flow::NodeId node = flow_.NodeOf(stream, instance);
  if (node == flow::kNone || ServesSeveral(instance))
    return std::nullopt;
  const auto cells = flow_.PointsTo(node);
  const Origins origins = Search(flow_, 0).From(node);
  if (cells.empty() && origins.may_be_null && !origins.is_null_at_first)
    return kDefaultStream;
  if (cells.size() != 1 || origins.may_be_null)
    return std::nullopt;
  const flow::ObjectId object = flow_.nodes[cells.front()].object;
  const bool is_one = flow_.objects[object].kind == flow::ObjectKind::Block;
  const bool is_made = !origins.is_null_at_first || IsMadeAlways(flow_.objects[object]);
  return is_one && is_made ? std::optional(TellApart(object, node)) : std::nullopt;
}

std::set<flow::ObjectId> StreamValues::ObjectsOf(const rir::Operand& handle, flow::InstanceId instance) const {
  std::set<flow::ObjectId> objects;
  const flow::NodeId node = flow_.NodeOf(handle, instance);
  for (const flow::NodeId cell : flow_.PointsTo(node))
    objects.insert(TellApart(flow_.nodes[cell].object, node));
  return objects;
}

template <typename F>
bool StreamValues::AllAround(flow::ScopeId scope, const F& holds) const {
  for (flow::ScopeId at = scope; at != flow::kNone;) {
    const flow::Scope& around = flow_.scopes[at];
    if (!holds(around) || around.parents.size() > 1)
      return false;
    at = around.parents.empty() ? flow::kNone : around.parents.front();
  }
  return true;
}

bool StreamValues::IsMadeOnce(const flow::Object& object) const {
  return AllAround(object.scope, [](const flow::Scope& around) {
    return around.kind != flow::ScopeKind::Loop && around.kind != flow::ScopeKind::Parallel;
  });
}

// What stands in a `do ... while (0)` is in no branch of an `if`.
bool StreamValues::IsMadeAlways(const flow::Object& object) const {
  return AllAround(object.scope, [](const flow::Scope& around) {
    return around.kind != flow::ScopeKind::Branch || !std::holds_alternative<rir::IfOp>(around.op->data);
  });
}

namespace {

// What made the block; null: it is none that an allocation made.
const rir::AllocOp* AllocOf(const flow::Object& object) {
  const bool is_made = object.kind == flow::ObjectKind::Block && object.op != nullptr;
  return is_made ? std::get_if<rir::AllocOp>(&object.op->data) : nullptr;
}

}  // namespace

bool StreamValues::IsOnDevice(const flow::Object& object) const {
  if (object.kind == flow::ObjectKind::Block) {
    const rir::AllocOp* alloc = AllocOf(object);
    const bool is_gpus = alloc != nullptr &&
                         (IsLocked(object) || (alloc->space != rir::Space::Host && alloc->space != rir::Space::File));
    return is_gpus && IsMadeOnce(object);
  }
  if (object.kind != flow::ObjectKind::Region)
    return false;
  const rir::Region& region = flow_.module->regions[object.id];
  const bool is_variable = region.kind == rir::RegionKind::Global || region.kind == rir::RegionKind::FileStatic;
  return is_variable && !region.is_const && !region.is_of_block;
}

flow::NodeId StreamValues::WholeCell(flow::NodeId address, flow::NodeId first) const {
  const auto cells = flow_.PointsTo(address);
  if (cells.size() != 1 || !IsOnDevice(flow_.objects[flow_.nodes[cells.front()].object]))
    return flow::kNone;
  return Search(flow_, first).From(address).is_moved ? flow::kNone : cells.front();
}

bool StreamValues::IsManaged(flow::NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  const rir::AllocOp* alloc = AllocOf(object);
  return alloc != nullptr && alloc->space == rir::Space::Managed && IsMadeOnce(object);
}

// An allocation of the host's memory that waits for the GPU is one by the GPU's library.
bool StreamValues::IsLocked(const flow::Object& object) const {
  const rir::AllocOp* alloc = AllocOf(object);
  const auto said = alloc == nullptr || alloc->space != rir::Space::Host ? flow_.stream_events.end()
                                                                         : flow_.stream_events.find(object.scope);
  return said != flow_.stream_events.end() && std::ranges::any_of(said->second, [&](const flow::StreamEvent& event) {
           return event.op->location == object.op->location &&
                  std::get<rir::SyncOp>(event.op->data).kind == rir::SyncKind::Synchronize;
         });
}

bool StreamValues::IsPinned(flow::NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  return IsLocked(object) && IsMadeOnce(object);
}

bool StreamValues::IsAllOf(flow::NodeId cell, const rir::Operand& bytes, flow::InstanceId instance) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  const rir::AllocOp* alloc = AllocOf(object);
  const auto all = alloc == nullptr ? std::nullopt : flow::RangeOf(flow_, alloc->bytes, object.instance);
  const auto some = flow::RangeOf(flow_, bytes, instance);
  return all && some && all->end == all->low + 1 && some->low == all->low && some->end == all->end &&
         some->symbol == all->symbol;
}

std::optional<flow::ObjectId> StreamValues::OneOfSeveral(const rir::Operand& stream, flow::InstanceId instance) const {
  const auto cells = flow_.PointsTo(flow_.NodeOf(stream, instance));
  if (cells.size() != 1 || ServesSeveral(instance))
    return std::nullopt;
  const flow::ObjectId object = flow_.nodes[cells.front()].object;
  const bool is_made = AllocOf(flow_.objects[object]) != nullptr;
  return is_made && !IsMadeOnce(flow_.objects[object]) ? std::optional(object) : std::nullopt;
}

bool StreamValues::IsOfOneCall(flow::ObjectId object) const {
  return IsMadeOnce(flow_.objects[object]);
}

}  // namespace detrain::races
