// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/appended.h"

#include <algorithm>
#include <variant>

#include "analyzer/flow/ranges.h"

namespace detrain::races {

namespace {

constexpr unsigned kMostDeep = 24;  // copies, members and elements around an address

}  // namespace

std::vector<flow::NodeId> Appended::In(const std::vector<LockedWrite>& writes) {
  moves_.clear();
  for (const LockedWrite& write : writes)
    AddMove(write);
  std::vector<flow::NodeId> appended;
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
  for (const flow::NodeId cell : flow_.PointsTo(write.access->address))
    if (!IsOwn(cell, write.thread) && search_.UpdateOf(write.access->node, cell) == OriginSearch::Update::IntegerSum)
      moves_[cell].push_back(write);
}

bool Appended::IsAppended(const LockedWrite& write) {
  const flow::Access* pointer = PointerOf(write.access->address);
  const bool is_constant =
      write.access->value == flow::kNone && flow_.nodes[write.access->node].op->Kind() != rir::OpKind::Copy;
  if (pointer == nullptr || is_constant || IsNewRoom(*write.access))
    return false;
  const bool is_apart = search_.IsApart(pointer->address, where_.at(write.thread));
  return std::ranges::any_of(flow_.PointsTo(pointer->address), [&](flow::NodeId cell) {
    const auto moves = moves_.find(cell);
    return moves != moves_.end() && std::ranges::any_of(moves->second, [&](const LockedWrite& move) {
             if (move.thread == write.thread)
               return write.are_several && !is_apart;
             return !AreAlternatives(move.thread, write.thread) &&
                    !flow::NeverMeet(flow_, pointer->address, move.access->address);
           });
  });
}

// The load of the pointer that an address is an element or a member of.
const flow::Access* Appended::PointerOf(flow::NodeId address) const {
  for (unsigned depth = 0; depth < kMostDeep && address != flow::kNone; ++depth) {
    const rir::ComputeOp* place = flow::ComputeOf(flow_, address);
    const bool is_part =
        place != nullptr && (place->opcode == rir::Opcode::Index || place->opcode == rir::Opcode::Field ||
                             place->opcode == rir::Opcode::Cast);
    const flow::NodeId before = is_part ? search_.OperandOf(address, place->args[0]) : flow::OnlyCopied(flow_, address);
    if (before == flow::kNone) {
      const flow::Access* load = flow_.nodes[address].kind == flow::NodeKind::Value ? flow_.AccessOf(address) : nullptr;
      return load != nullptr && load->reads ? load : nullptr;
    }
    address = before;
  }
  return nullptr;
}

bool Appended::IsOwn(flow::NodeId cell, flow::ScopeId thread) const {
  const flow::ScopeId scope = flow_.objects[flow_.nodes[cell].object].scope;
  return scope != flow::kNone && where_.at(thread).inside[scope];
}

// Whether a function of the library's stores the address of memory that it asks for there: room for elements, and none
// of them.
bool Appended::IsNewRoom(const flow::Access& write) const {
  const flow::Node& node = flow_.nodes[write.node];
  const rir::Function* function = flow_.FunctionOf(node.instance);
  const flow::ScopeId scope = function == nullptr ? flow::kNone : flow_.instances[node.instance].scope;
  const auto cells = flow_.PointsTo(write.value);
  return scope != flow::kNone && flow_.IsSystem(function->declared.file) && !cells.empty() &&
         std::ranges::all_of(cells, [&](flow::NodeId cell) {
           const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
           return object.kind == flow::ObjectKind::Block && object.scope != flow::kNone &&
                  flow_.IsInside(object.scope, scope);
         });
}

// Whether they start in different branches of one choice, so that one of them does: as a vector of threads either has
// room for another one or grows.
bool Appended::AreAlternatives(flow::ScopeId a, flow::ScopeId b) const {
  const auto only_parent = [&](flow::ScopeId scope) {
    const std::vector<flow::ScopeId>& parents = flow_.scopes[scope].parents;
    return parents.size() == 1 ? parents.front() : flow::kNone;
  };
  for (flow::ScopeId left = a; left != flow::kNone; left = only_parent(left))
    for (flow::ScopeId right = b; right != flow::kNone; right = only_parent(right)) {
      const flow::Scope &one = flow_.scopes[left], &other = flow_.scopes[right];
      if (one.kind == flow::ScopeKind::Branch && other.kind == flow::ScopeKind::Branch && one.op == other.op &&
          one.instance == other.instance && one.block != other.block)
        return true;
    }
  return false;
}

}  // namespace detrain::races
