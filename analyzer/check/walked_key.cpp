// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/walked_key.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>

#include "analyzer/check/library_calls.h"
#include "analyzer/rir/fields.h"

namespace detrain::check {

using flow::InstanceId;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;

namespace {

constexpr unsigned kMostDeep = 24;  // copies, casts and members around a value

const rir::CallOp* CallOf(const flow::Node& node) {
  return node.op == nullptr || node.kind == NodeKind::Cell ? nullptr : std::get_if<rir::CallOp>(&node.op->data);
}

const rir::Function* CalleeOf(const rir::Module& module, const rir::CallOp* call) {
  const bool is_known = call != nullptr && call->callee.kind == rir::OperandKind::Function;
  return is_known ? &module.functions[call->callee.id] : nullptr;
}

// Whether the loop's test is the library's comparison of iterators, and nothing else decides in it.
bool TestsIterator(const rir::Module& module, const rir::Function& function, const rir::LoopOp& loop) {
  if (loop.kind != rir::LoopKind::TestFirst || loop.test == rir::kNone ||
      loop.condition.kind != rir::OperandKind::Value)
    return false;
  const rir::Function* compares = nullptr;
  rir::ValueId result = rir::kNone;
  for (const rir::Op& op : function.blocks[loop.test].ops) {
    if (op.Kind() == rir::OpKind::If || op.Kind() == rir::OpKind::Loop)
      return false;
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
    if (call != nullptr) {
      compares = CalleeOf(module, call);
      result = op.result;
    } else if (compute != nullptr && compute->opcode == rir::Opcode::LNot &&
               compute->args.front() == rir::Operand::Value(result)) {
      result = op.result;
    }
  }
  return compares != nullptr && compares->name.starts_with("std::__detail::operator") && loop.condition.id == result;
}

// Whether a round may end the loop.
bool Leaves(const rir::Function& function, const rir::LoopOp& loop) {
  std::unordered_set<rir::LoopId> within;
  bool leaves = false;
  rir::ForEachOp(function, loop.body, [&](const rir::Op& op) {
    if (const auto* inner = std::get_if<rir::LoopOp>(&op.data))
      within.insert(inner->loop);
    const auto* jump = std::get_if<rir::BreakOp>(&op.data);
    const auto* next = std::get_if<rir::ContinueOp>(&op.data);
    leaves = leaves || op.Kind() == rir::OpKind::Return || (jump != nullptr && !within.contains(jump->loop)) ||
             (next != nullptr && next->loop != loop.loop && !within.contains(next->loop));
  });
  return leaves;
}

}  // namespace

bool IsPlainKey(std::string_view type) {
  constexpr std::array<std::string_view, 13> kNumbers = {"int",
                                                         "unsigned int",
                                                         "long",
                                                         "unsigned long",
                                                         "long long",
                                                         "unsigned long long",
                                                         "short",
                                                         "unsigned short",
                                                         "char",
                                                         "signed char",
                                                         "unsigned char",
                                                         "bool",
                                                         "std::basic_string<char>"};
  return std::ranges::find(kNumbers, type) != kNumbers.end();
}

WalkedKey::WalkedKey(const Context& context, NodeId begin, flow::ScopeId loop, const std::vector<bool>& inside)
    : context_(context), flow_(context.flow), inside_(inside) {
  const rir::CallOp* call = CallOf(flow_.nodes[begin]);
  const flow::Scope& scope = flow_.scopes[loop];
  const auto* walk = scope.op == nullptr ? nullptr : std::get_if<rir::LoopOp>(&scope.op->data);
  const rir::Function* function = scope.instance == kNone ? nullptr : flow_.FunctionOf(scope.instance);
  if (call == nullptr || walk == nullptr || function == nullptr || !HasPlainKeys(*flow_.nodes[begin].op))
    return;
  is_set_ = CalleeOf(context.module, call)->name.starts_with("std::unordered_set<");
  iterator_ = flow_.NodeOf(call->into, flow_.nodes[begin].instance);
  is_whole_ = iterator_ != kNone && TestsIterator(context.module, *function, *walk) && !Leaves(*function, *walk) &&
              IsStepped(*flow_.nodes[begin].op, *function, *walk);
}

// std::unordered_map and std::unordered_set: a multimap has a key several times.
bool WalkedKey::HasPlainKeys(const rir::Op& begin) const {
  const rir::Function* callee = CalleeOf(context_.module, std::get_if<rir::CallOp>(&begin.data));
  if (callee == nullptr || !IsPlainKey(FirstArgument(callee->name)))
    return false;
  return callee->name.starts_with("std::unordered_set<") || callee->name.starts_with("std::unordered_map<");
}

// Whether the instance, or one that it is called from, is of that call.
bool WalkedKey::IsIn(InstanceId instance, const rir::Op& call) const {
  for (; instance != kNone && !flow_.instances[instance].is_shared; instance = flow_.instances[instance].caller)
    if (flow_.instances[instance].op == &call)
      return true;
  return false;
}

bool WalkedKey::IsStepped(const rir::Op& begin, const rir::Function& function, const rir::LoopOp& loop) const {
  const auto is_moved_by_step = [&](NodeId store) {
    const flow::Node& node = flow_.nodes[store];
    if (node.op == &begin || IsIn(node.instance, begin))
      return true;
    return loop.step != rir::kNone && std::ranges::any_of(function.blocks[loop.step].ops,
                                                          [&](const rir::Op& op) { return IsIn(node.instance, op); });
  };
  return std::ranges::all_of(flow_.PointsTo(iterator_),
                             [&](NodeId cell) { return flow_.AllOfStored(cell, is_moved_by_step); });
}

// Whether it is what the iterator leads to.
bool WalkedKey::IsElement(NodeId address) const {
  for (unsigned depth = 0; depth < kMostDeep && address != kNone; ++depth) {
    const rir::CallOp* call = CallOf(flow_.nodes[address]);
    const rir::Function* callee = CalleeOf(context_.module, call);
    const std::string name = callee == nullptr ? std::string() : WithoutArguments(callee->name);
    if (name == "std::__detail::_Node_iterator::operator*" || name == "std::__detail::_Node_iterator::operator->" ||
        name == "std::__detail::_Node_const_iterator::operator*" ||
        name == "std::__detail::_Node_const_iterator::operator->")
      return !call->args.empty() && flow_.NodeOf(call->args.front(), flow_.nodes[address].instance) == iterator_;
    address = flow::OnlyCopied(flow_, address);
  }
  return false;
}

bool WalkedKey::IsInElement(NodeId address) const {
  for (unsigned depth = 0; depth < kMostDeep && address != kNone; ++depth) {
    if (IsElement(address))
      return true;
    const rir::ComputeOp* part = flow::ComputeOf(flow_, address);
    const bool is_part = part != nullptr && (part->opcode == rir::Opcode::Field || part->opcode == rir::Opcode::Cast);
    address =
        is_part ? flow_.NodeOf(part->args.front(), flow_.nodes[address].instance) : flow::OnlyCopied(flow_, address);
  }
  return false;
}

// Whether it is the address of a variable that each round has for itself, or of a part of it.
bool WalkedKey::IsOfRound(NodeId address) const {
  const auto cells = flow_.PointsTo(address);
  if (cells.size() != 1 || flow_.nodes[cells.front()].kind != NodeKind::Cell)
    return false;
  const flow::Object& object = flow_.objects[flow_.nodes[cells.front()].object];
  return object.kind == flow::ObjectKind::Region && object.scope != kNone && inside_[object.scope] &&
         context_.module.regions[object.id].kind == rir::RegionKind::Local;
}

// Whether it is of the part of a variable of the round into which the element was copied, and nothing else.
bool WalkedKey::IsElementsCopy(NodeId address) const {
  if (!IsOfRound(address))
    return false;
  std::unordered_set<flow::ObjectId> from, of_element;
  const bool is_copy = flow_.AllOfStored(flow_.PointsTo(address).front(), [&](NodeId store) {
    const flow::Node& node = flow_.nodes[store];
    if (node.kind == NodeKind::Cell) {
      from.insert(node.object);
      return true;
    }
    const auto* copy = node.op == nullptr ? nullptr : std::get_if<rir::CopyOp>(&node.op->data);
    const NodeId source = copy == nullptr ? kNone : flow_.NodeOf(copy->source, node.instance);
    for (const NodeId cell : flow_.PointsTo(source))
      of_element.insert(flow_.nodes[cell].object);
    return node.kind == NodeKind::Effect && source != kNone && IsElement(source);
  });
  return is_copy && std::ranges::all_of(from, [&](flow::ObjectId object) { return of_element.contains(object); }) &&
         !of_element.empty();
}

// Whether it is of a variable of the round in which the key is kept.
bool WalkedKey::IsCopyOfKey(NodeId address, unsigned depth) const {
  unsigned stores = 0;
  const auto is_key = [&](NodeId store) {
    const flow::Node& node = flow_.nodes[store];
    const flow::Access* access = flow_.AccessOf(store);
    ++stores;
    return node.kind == NodeKind::Effect && std::holds_alternative<rir::StoreOp>(node.op->data) && access != nullptr &&
           IsKey(access->value, depth + 1);
  };
  return IsOfRound(address) && flow_.AllOfStored(flow_.PointsTo(address).front(), is_key) && stores != 0;
}

bool WalkedKey::IsAddressOfKey(NodeId address, unsigned depth) const {
  for (; depth < kMostDeep && address != kNone; ++depth) {
    if (is_set_ && IsElement(address))
      return true;
    const rir::ComputeOp* part = flow::ComputeOf(flow_, address);
    if (!is_set_ && part != nullptr && part->opcode == rir::Opcode::Field && part->member == 0 &&
        context_.module.types[part->pointee].name.starts_with("std::pair<")) {
      const NodeId pair = flow_.NodeOf(part->args.front(), flow_.nodes[address].instance);
      return IsElement(pair) || IsElementsCopy(address);
    }
    const NodeId copied = flow::OnlyCopied(flow_, address);
    if (copied == kNone)
      return IsCopyOfKey(address, depth);
    address = copied;
  }
  return false;
}

// Whether different integers stay different.
bool WalkedKey::Widens(NodeId value, const rir::ComputeOp& cast) const {
  const NodeId from = flow_.NodeOf(cast.args.front(), flow_.nodes[value].instance);
  const rir::Op* op = from == kNone ? nullptr : flow_.nodes[from].op;
  if (op == nullptr || op->type == rir::kNone)
    return false;
  const rir::Type& narrow = context_.module.types[op->type];
  const rir::Type& wide = context_.module.types[flow_.nodes[value].op->type];
  return narrow.kind == rir::TypeKind::Int && wide.kind == rir::TypeKind::Int && wide.name != "bool" &&
         narrow.size <= wide.size;
}

bool WalkedKey::IsKey(NodeId value, unsigned depth) const {
  for (; depth < kMostDeep && value != kNone; ++depth) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, value);
    if (compute != nullptr) {
      if (compute->opcode != rir::Opcode::Cast || !Widens(value, *compute))
        return false;
      value = flow_.NodeOf(compute->args.front(), flow_.nodes[value].instance);
      continue;
    }
    const flow::Access* load = flow_.AccessOf(value);
    if (load != nullptr && flow_.nodes[value].kind == NodeKind::Value && load->address != kNone &&
        std::holds_alternative<rir::LoadOp>(flow_.nodes[value].op->data))
      return IsAddressOfKey(load->address, depth);
    value = flow::OnlyCopied(flow_, value);
  }
  return false;
}

}  // namespace detrain::check
