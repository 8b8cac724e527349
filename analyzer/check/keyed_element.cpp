// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/keyed_element.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "analyzer/check/library_calls.h"

namespace detrain::check {

using flow::Access;
using flow::EdgeKind;
using flow::InstanceId;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::Object;

namespace {

constexpr unsigned kMostDeep = 24;        // members and elements around a place
constexpr std::size_t kMostNodes = 2000;  // that a value may be made of

// Whether a container names no comparison or hash of its own: then keys of plain types are equal where they are the
// same.
bool HasPlainOrder(std::string_view container) {
  return CountArguments(container) == 2;
}

}  // namespace

KeyedElement::KeyedElement(const Context& context, races::OriginSearch& search, const WalkedKey& key,
                           flow::ScopeId loop, const std::vector<bool>& inside)
    : context_(context), flow_(context.flow), search_(search), key_(key), loop_(loop), inside_(inside) {
  if (key.IsWhole())
    FindLookUps();
}

void KeyedElement::FindLookUps() {
  for (InstanceId id = 0; id < flow_.instances.size(); ++id) {
    const flow::Instance& called = flow_.instances[id];
    const bool is_here = called.op != nullptr && called.caller != kNone && called.scope != kNone &&
                         inside_[called.scope] && called.op->result != rir::kNone;
    const NodeId value = is_here ? flow_.values[called.caller][called.op->result] : kNone;
    if (value != kNone && IsByKey(value))
      look_ups_[id] = value;
  }
}

// The call of a container that finds an element by its key; null: the value is none.
const rir::CallOp* KeyedElement::LookUp(NodeId value) const {
  constexpr std::array<std::string_view, 4> kLookUps = {"std::map::operator[]", "std::map::at",
                                                        "std::unordered_map::operator[]", "std::unordered_map::at"};
  const flow::Node& node = flow_.nodes[value];
  const auto* call =
      node.op == nullptr || node.kind != NodeKind::Value ? nullptr : std::get_if<rir::CallOp>(&node.op->data);
  if (call == nullptr || call->callee.kind != rir::OperandKind::Function || call->args.size() != 2)
    return nullptr;
  const std::string name = WithoutArguments(context_.module.functions[call->callee.id].name);
  return std::ranges::find(kLookUps, name) == kLookUps.end() ? nullptr : call;
}

// Whether the call looks the walk's key up, in a container that tells keys apart as they are.
bool KeyedElement::IsByKey(NodeId value) const {
  const rir::CallOp* call = LookUp(value);
  if (call == nullptr)
    return false;
  const std::string& name = context_.module.functions[call->callee.id].name;
  const std::string_view container = std::string_view(name).substr(0, name.rfind("::"));
  return IsPlainKey(FirstArgument(name)) && HasPlainOrder(container) &&
         key_.IsAddressOfKey(flow_.NodeOf(call->args[1], flow_.nodes[value].instance));
}

bool KeyedElement::IsChosen(NodeId address, const std::unordered_set<NodeId>& of_element) const {
  std::vector<NodeId> open = {address};
  std::unordered_set<NodeId> seen;
  bool is_chosen = false;
  while (!open.empty() && !is_chosen && seen.size() < kMostNodes) {
    const NodeId at = open.back();
    open.pop_back();
    if (at == kNone || !seen.insert(at).second)
      continue;
    const InstanceId instance = flow_.nodes[at].instance;
    const rir::ComputeOp* part = flow::ComputeOf(flow_, at);
    const NodeId around = part == nullptr || part->args.empty() ? kNone : flow_.NodeOf(part->args.front(), instance);
    const bool is_index = part != nullptr && part->opcode == rir::Opcode::Index;
    const NodeId index = is_index ? flow_.NodeOf(part->args[1], instance) : kNone;
    is_chosen = LookUp(at) != nullptr || (index != kNone && of_element.contains(index) && !of_element.contains(around));
    open.push_back(around);
    flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Copy && flow_.nodes[from].kind != NodeKind::Cell)
        open.push_back(from);
    });
  }
  return is_chosen;
}

// Whether it is the address of an array in an element, whose own elements lie in it.
bool KeyedElement::IsRow(NodeId address) const {
  const rir::ComputeOp* part = flow::ComputeOf(flow_, address);
  if (part == nullptr || (part->opcode != rir::Opcode::Index && part->opcode != rir::Opcode::Field))
    return false;
  const rir::Type& type = context_.module.types[part->pointee];
  const bool is_member = part->opcode == rir::Opcode::Field;
  return (is_member ? context_.module.types[type.fields[part->member].type] : type).kind == rir::TypeKind::Array;
}

// A name for the element of the key's that the address is of, or of a part of; empty: it is of no such element.
std::string KeyedElement::ElementAt(NodeId address) {
  const races::Together where = {loop_, loop_, inside_};
  for (unsigned depth = 0; depth < kMostDeep && address != kNone; ++depth) {
    const InstanceId instance = flow_.nodes[address].instance;
    if (const rir::CallOp* call = LookUp(address); call != nullptr) {
      const NodeId container = flow_.NodeOf(call->args.front(), instance);
      return IsByKey(address) && IsFixed(container) ? "{" + search_.Formula(container, where) : std::string();
    }
    const rir::ComputeOp* part = flow::ComputeOf(flow_, address);
    if (part == nullptr) {
      address = flow::OnlyCopied(flow_, address);
      continue;
    }
    const NodeId around = part->args.empty() ? kNone : flow_.NodeOf(part->args.front(), instance);
    if (part->opcode == rir::Opcode::Index && key_.IsKey(flow_.NodeOf(part->args[1], instance)))
      return IsFixed(around) ? "[" + std::to_string(part->pointee) + search_.Formula(around, where) : std::string();
    const bool is_in_row = part->opcode == rir::Opcode::Index && IsRow(around);
    address = part->opcode == rir::Opcode::Field || is_in_row ? around : kNone;
  }
  return {};
}

// Whether the rounds write to it.
bool KeyedElement::IsWritten(NodeId cell) const {
  return !flow_.AllOfStored(cell, [&](NodeId store) {
    const flow::Node& node = flow_.nodes[store];
    return node.kind != NodeKind::Cell && (node.scope == kNone || !inside_[node.scope]);
  });
}

// Whether it is the same in all rounds.
bool KeyedElement::IsFixed(NodeId value, unsigned depth) {
  if (value == kNone)
    return true;
  const flow::Node& node = flow_.nodes[value];
  if (node.scope != kNone && !inside_[node.scope])
    return true;
  if (depth > kMostDeep || node.kind == NodeKind::Round || node.kind == NodeKind::Merge)
    return false;
  if (const NodeId copied = flow::OnlyCopied(flow_, value); copied != kNone)
    return IsFixed(copied, depth + 1);
  if (const rir::ComputeOp* compute = flow::ComputeOf(flow_, value); compute != nullptr)
    return std::ranges::all_of(
        compute->args, [&](const rir::Operand& arg) { return IsFixed(flow_.NodeOf(arg, node.instance), depth + 1); });
  const Access* load = flow_.AccessOf(value);
  if (load == nullptr)  // a variable's address
    return node.op == nullptr && flow_.PointsTo(value).size() == 1;
  return node.kind == NodeKind::Value && std::holds_alternative<rir::LoadOp>(node.op->data) && load->address != kNone &&
         IsFixed(load->address, depth + 1) &&
         std::ranges::none_of(flow_.PointsTo(load->address), [&](NodeId cell) { return IsWritten(cell); });
}

NodeId KeyedElement::LookUpAround(InstanceId instance) const {
  for (; instance != kNone && !flow_.instances[instance].is_shared; instance = flow_.instances[instance].caller)
    if (const auto found = look_ups_.find(instance); found != look_ups_.end())
      return found->second;
  return kNone;
}

// Whether the rounds come to the memory only at that element.
bool KeyedElement::IsAlone(NodeId address, const std::string& element) {
  const auto cells = flow_.PointsTo(address);
  const auto meets = [&](const Access& other, NodeId at_other) {
    const bool is_whole =
        flow_.nodes[other.node].op == nullptr || (flow_.nodes[other.node].op->Kind() != rir::OpKind::Load &&
                                                  flow_.nodes[other.node].op->Kind() != rir::OpKind::Store);
    return std::ranges::any_of(flow_.PointsTo(at_other), [&](NodeId at) {
      return std::ranges::any_of(cells, [&](NodeId cell) {
        return is_whole ? flow_.nodes[at].object == flow_.nodes[cell].object
                        : at == cell || flow_.AreSameCell(at, cell);
      });
    });
  };
  return std::ranges::all_of(flow_.accesses, [&](const Access& other) {
    const flow::Node& node = flow_.nodes[other.node];
    const bool is_here = other.address != kNone && node.scope != kNone && inside_[node.scope];
    if (!is_here || LookUpAround(node.instance) != kNone)
      return true;
    const bool copies = node.op != nullptr && node.op->Kind() == rir::OpKind::Copy;
    return (!meets(other, other.address) || ElementAt(other.address) == element) &&
           (!copies || !meets(other, other.value) || ElementAt(other.value) == element);
  });
}

// Of an element that is looked up: whether nothing else puts elements into the container or takes them out.
bool KeyedElement::KeepsContainer(NodeId address, const std::string& element) {
  for (unsigned depth = 0; depth < kMostDeep && address != kNone && LookUp(address) == nullptr; ++depth) {
    const rir::ComputeOp* part = flow::ComputeOf(flow_, address);
    address = part == nullptr ? flow::OnlyCopied(flow_, address)
                              : flow_.NodeOf(part->args.front(), flow_.nodes[address].instance);
  }
  if (address == kNone || LookUp(address) == nullptr)
    return true;
  const NodeId container = flow_.NodeOf(LookUp(address)->args.front(), flow_.nodes[address].instance);
  std::unordered_set<flow::ObjectId> objects;
  for (const NodeId cell : flow_.PointsTo(container))
    objects.insert(flow_.nodes[cell].object);
  return std::ranges::none_of(flow_.accesses, [&](const Access& other) {
    const flow::Node& node = flow_.nodes[other.node];
    const bool is_here = other.writes && node.scope != kNone && inside_[node.scope];
    return is_here && LookUpAround(node.instance) == kNone &&
           std::ranges::any_of(flow_.PointsTo(other.address),
                               [&](NodeId at) { return objects.contains(flow_.nodes[at].object); }) &&
           ElementAt(other.address) != element;
  });
}

// What a cell holds: what rounds stored there goes on in the list. False: another round's may be there.
bool KeyedElement::TakeContent(NodeId cell, bool is_own, std::vector<NodeId>& open) {
  if (flow_.nodes[cell].kind != NodeKind::Cell || !IsWritten(cell))
    return true;
  const Object& object = flow_.objects[flow_.nodes[cell].object];
  const bool is_rounds = object.kind == flow::ObjectKind::Region && object.scope != kNone && inside_[object.scope];
  return (is_own || is_rounds) && flow_.AllOfStored(cell, [&](NodeId from) {
    if (flow_.nodes[from].kind == NodeKind::Cell)
      return !IsWritten(from) || IsOfCopy(cell, from);
    if (LookUpAround(flow_.nodes[from].instance) == kNone)
      open.push_back(from);
    return true;
  });
}

// Whether what the one cell holds comes into the other by a copy in the loop, which is asked for as such.
bool KeyedElement::IsOfCopy(NodeId cell, NodeId from) const {
  return !flow_.AllOfStored(cell, [&](NodeId store) {
    const Access* copy = flow_.AccessOf(store);
    const bool is_copy = copy != nullptr && flow_.nodes[store].op->Kind() == rir::OpKind::Copy;
    return !is_copy || std::ranges::none_of(flow_.PointsTo(copy->value), [&](NodeId source) {
      return flow_.nodes[source].object == flow_.nodes[from].object;
    });
  });
}

// What lies at an address that the loop reads.
bool KeyedElement::TakeLoaded(NodeId address, std::vector<NodeId>& open) {
  if (address == kNone)
    return true;
  const std::string element = ElementAt(address);
  const bool is_own = key_.IsInElement(address) || (!element.empty() && IsAlone(address, element));
  return std::ranges::all_of(flow_.PointsTo(address), [&](NodeId cell) { return TakeContent(cell, is_own, open); });
}

// What the value at a node of the loop is made of. False: something that other rounds left, or the outside gave.
bool KeyedElement::TakeBefore(NodeId at, std::vector<NodeId>& open) {
  const flow::Node& node = flow_.nodes[at];
  if (node.kind == NodeKind::Round && node.scope == loop_)
    return false;
  if (node.kind == NodeKind::Control && node.op == flow_.scopes[loop_].op)
    return true;
  if (node.op != nullptr && (node.kind == NodeKind::Value || node.kind == NodeKind::Effect)) {
    const rir::OpKind kind = node.op->Kind();
    const bool is_plain = kind == rir::OpKind::Load || kind == rir::OpKind::Store || kind == rir::OpKind::Compute ||
                          kind == rir::OpKind::Call || kind == rir::OpKind::Return || kind == rir::OpKind::Copy ||
                          kind == rir::OpKind::Fill;
    if (!is_plain)
      return false;
    const Access* access = flow_.AccessOf(at);
    const bool is_read = access != nullptr && (kind == rir::OpKind::Load || kind == rir::OpKind::Copy);
    if (is_read && !TakeLoaded(kind == rir::OpKind::Load ? access->address : access->value, open))
      return false;
    const auto* call = std::get_if<rir::CallOp>(&node.op->data);
    if (call != nullptr &&
        (call->callee.kind != rir::OperandKind::Function || !context_.module.functions[call->callee.id].is_defined))
      return false;
  }
  flow_.ForBefore(at, [&](NodeId from, EdgeKind) {
    if (flow_.nodes[from].kind != NodeKind::Cell)
      open.push_back(from);
  });
  return true;
}

// Whether what is stored, and whether it is, comes from the element and from what is the same in all rounds.
bool KeyedElement::IsOfRound(NodeId store) {
  std::vector<NodeId> open = {store};
  std::unordered_set<NodeId> seen;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    const flow::Node& node = flow_.nodes[at];
    const bool is_known = (node.scope != kNone && !inside_[node.scope]) || key_.IsInElement(at) ||
                          (LookUp(at) != nullptr && !ElementAt(at).empty());
    if (is_known || !seen.insert(at).second)
      continue;
    if (seen.size() > kMostNodes || !TakeBefore(at, open))
      return false;
  }
  return true;
}

bool KeyedElement::IsOwn(NodeId store) {
  const Access* access = flow_.AccessOf(store);
  if (!key_.IsWhole() || access == nullptr || access->address == kNone ||
      flow_.nodes[store].op->Kind() != rir::OpKind::Store)
    return false;
  if (key_.IsInElement(access->address))
    return IsOfRound(store);
  const std::string element = ElementAt(access->address);
  return !element.empty() && IsAlone(access->address, element) && KeepsContainer(access->address, element) &&
         IsOfRound(store);
}

}  // namespace detrain::check
