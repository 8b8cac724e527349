// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/appended.h"

#include <algorithm>
#include <variant>

#include "analyzer/types/ranges.h"

namespace detrain::types {

namespace {

constexpr unsigned kMostDeep = 24;  // copies, members and elements around an address

}  // namespace

std::vector<NodeId> Appended::In(const std::vector<LockedWrite>& writes) {
  moves_.clear();
  for (const LockedWrite& write : writes)
    AddMove(write);
  std::vector<NodeId> appended;
  for (const LockedWrite& write : writes)
    if (IsAppended(write))
      appended.push_back(write.access->node);
  return appended;
}

// A pointer in memory of several threads that is stored as what was there and a number of elements more.
void Appended::AddMove(const LockedWrite& write) {
  const rir::Op& op = *flow_.nodes[write.access->node].op;
  if (op.Kind() != rir::OpKind::Store || flow_.module->types[op.type].kind != rir::TypeKind::Pointer)
    return;
  for (const NodeId cell : flow_.PointsTo(write.access->address))
    if (!IsOwn(cell, write.thread) && search_.UpdateOf(write.access->node, cell) == OriginSearch::Update::IntegerSum)
      moves_[cell].push_back(write);
}

bool Appended::IsAppended(const LockedWrite& write) {
  const Access* pointer = PointerOf(write.access->address);
  const bool is_constant =
      write.access->value == kNone && flow_.nodes[write.access->node].op->Kind() != rir::OpKind::Copy;
  if (pointer == nullptr || is_constant || IsNewRoom(*write.access))
    return false;
  const bool is_apart = search_.IsApart(pointer->address, where_.at(write.thread));
  return std::ranges::any_of(flow_.PointsTo(pointer->address), [&](NodeId cell) {
    const auto moves = moves_.find(cell);
    return moves != moves_.end() && std::ranges::any_of(moves->second, [&](const LockedWrite& move) {
             if (move.thread == write.thread)
               return write.are_several && !is_apart;
             return !AreAlternatives(move.thread, write.thread) &&
                    !NeverMeet(flow_, pointer->address, move.access->address);
           });
  });
}

// The load of the pointer that an address is an element or a member of.
const Access* Appended::PointerOf(NodeId address) const {
  for (unsigned depth = 0; depth < kMostDeep && address != kNone; ++depth) {
    const rir::ComputeOp* place = ComputeOf(flow_, address);
    const bool is_part =
        place != nullptr && (place->opcode == rir::Opcode::Index || place->opcode == rir::Opcode::Field ||
                             place->opcode == rir::Opcode::Cast);
    const NodeId before = is_part ? search_.OperandOf(address, place->args[0]) : OnlyCopied(flow_, address);
    if (before == kNone) {
      const Access* load = flow_.nodes[address].kind == NodeKind::Value ? flow_.AccessOf(address) : nullptr;
      return load != nullptr && load->reads ? load : nullptr;
    }
    address = before;
  }
  return nullptr;
}

bool Appended::IsOwn(NodeId cell, ScopeId thread) const {
  const ScopeId scope = flow_.objects[flow_.nodes[cell].object].scope;
  return scope != kNone && where_.at(thread).inside[scope];
}

// Whether a function of the library's stores the address of memory that it asks for there: room for elements, and none
// of them.
bool Appended::IsNewRoom(const Access& write) const {
  const Node& node = flow_.nodes[write.node];
  const rir::Function* function = flow_.FunctionOf(node.instance);
  const ScopeId scope = function == nullptr ? kNone : flow_.instances[node.instance].scope;
  const auto cells = flow_.PointsTo(write.value);
  return scope != kNone && flow_.IsSystem(function->declared.file) && !cells.empty() &&
         std::ranges::all_of(cells, [&](NodeId cell) {
           const Object& object = flow_.objects[flow_.nodes[cell].object];
           return object.kind == ObjectKind::Block && object.scope != kNone && flow_.IsInside(object.scope, scope);
         });
}

// Whether they start in different branches of one choice, so that one of them does: as a vector of threads either has
// room for another one or grows.
bool Appended::AreAlternatives(ScopeId a, ScopeId b) const {
  const auto only_parent = [&](ScopeId scope) {
    const std::vector<ScopeId>& parents = flow_.scopes[scope].parents;
    return parents.size() == 1 ? parents.front() : kNone;
  };
  for (ScopeId left = a; left != kNone; left = only_parent(left))
    for (ScopeId right = b; right != kNone; right = only_parent(right)) {
      const Scope &one = flow_.scopes[left], &other = flow_.scopes[right];
      if (one.kind == ScopeKind::Branch && other.kind == ScopeKind::Branch && one.op == other.op &&
          one.instance == other.instance && one.block != other.block)
        return true;
    }
  return false;
}

}  // namespace detrain::types
