// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/dead_writes.h"

#include <map>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

namespace detrain::flow {

namespace {

constexpr std::uint64_t kLargest = 4096;  // bytes of memory that is written element by element

class Finder {
 public:
  explicit Finder(Flow& flow) : flow_(flow) {}

  void Drop() {
    for (ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      Look(scope);
    for (const auto& [effect, object] : dead_)
      Cut(effect, object);
  }

 private:
  struct Write {
    NodeId effect;
    std::vector<bool> overwritten;  // per byte
    std::size_t left;
  };
  using Pending = std::map<ObjectId, Write>;

  void Look(ScopeId scope) {
    Pending pending;
    for (const Event& event : flow_.scopes[scope].events) {
      if (event.node != kNone)
        Touch(*flow_.AccessOf(event.node), pending);
      else if (event.scope != kNone && !pending.empty())
        Forget(event.scope, pending);
    }
  }

  // What a scope inside touches is read there, for all that is known.
  void Forget(ScopeId scope, Pending& pending) {
    std::vector<ScopeId> open = {scope};
    std::unordered_set<ScopeId> seen = {scope};
    while (!open.empty() && !pending.empty()) {
      const ScopeId at = open.back();
      open.pop_back();
      for (const Event& event : flow_.scopes[at].events) {
        if (event.node != kNone)
          Forget(*flow_.AccessOf(event.node), pending);
        if (event.scope != kNone && seen.insert(event.scope).second)
          open.push_back(event.scope);
      }
    }
  }

  void Forget(const Access& access, Pending& pending) const {
    if (access.address == kNone)
      pending.clear();
    for (const NodeId address : {access.address, access.value})
      for (const NodeId cell : flow_.PointsTo(address))
        pending.erase(flow_.nodes[cell].object);
  }

  void Touch(const Access& access, Pending& pending) {
    if (pending.empty() && (!access.writes || access.reads))
      return;
    const rir::Op& op = *flow_.nodes[access.node].op;
    const bool is_input = std::holds_alternative<rir::InputOp>(op.data);
    if (pending.empty() && !is_input)
      return;
    const auto& cells = flow_.PointsTo(access.address);
    const bool is_exact = cells.size() == 1 && access.writes && !access.reads;
    if (is_exact && is_input) {
      Begin(access.node, flow_.nodes[cells.front()].object, pending);
      return;
    }
    const auto known = is_exact ? pending.find(flow_.nodes[cells.front()].object) : pending.end();
    if (known == pending.end() || !std::holds_alternative<rir::StoreOp>(op.data)) {
      Forget(access, pending);
      return;
    }
    const std::optional<std::uint64_t> offset = OffsetOf(access.address, known->first);
    if (!offset)
      return;  // it overwrites something, and nothing is read
    const std::uint64_t size = flow_.module->types[op.type].size;
    for (std::uint64_t byte = *offset; byte < *offset + size && byte < known->second.overwritten.size(); ++byte) {
      known->second.left -= known->second.overwritten[byte] ? 0 : 1;
      known->second.overwritten[byte] = true;
    }
    if (known->second.left == 0) {
      dead_.emplace_back(known->second.effect, known->first);
      pending.erase(known);
    }
  }

  void Begin(NodeId effect, ObjectId id, Pending& pending) const {
    const Object& object = flow_.objects[id];
    const std::uint64_t size =
        object.kind == ObjectKind::Region ? flow_.module->types[flow_.module->regions[object.id].type].size : 0;
    if (size != 0 && size <= kLargest && AllUsesAreAccesses(object))
      pending.insert_or_assign(id, Write{effect, std::vector<bool>(size, false), size});
  }

  // Outputs and calls read memory with no access of their own.
  [[nodiscard]] bool AllUsesAreAccesses(const Object& object) const {
    bool are_all = true;
    for (const NodeId cell : object.cells)
      flow_.ForEdges(cell, [&](const Edge& edge) { are_all = are_all && flow_.AccessOf(edge.to) != nullptr; });
    return are_all;
  }

  // Of an element or a member that constants name.
  [[nodiscard]] std::optional<std::uint64_t> OffsetOf(NodeId address, ObjectId object) const {
    std::uint64_t offset = 0;
    while (true) {
      const rir::Op* op = flow_.nodes[address].op;
      const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
      if (compute == nullptr)
        break;
      if (compute->opcode == rir::Opcode::Field)
        offset += flow_.module->types[compute->pointee].fields[compute->member].offset;
      else if (compute->opcode == rir::Opcode::Index && compute->args[1].kind == rir::OperandKind::Int &&
               compute->args[1].integer >= 0)
        offset += static_cast<std::uint64_t>(compute->args[1].integer) * flow_.module->types[compute->pointee].size;
      else if (compute->opcode != rir::Opcode::Cast)
        return std::nullopt;
      address = flow_.NodeOf(compute->args[0], flow_.nodes[address].instance);
      if (address == kNone)
        return std::nullopt;
    }
    const bool is_variable = flow_.nodes[address].op == nullptr && flow_.nodes[address].object == object;
    return is_variable ? std::optional(offset) : std::nullopt;
  }

  void Cut(NodeId effect, ObjectId object) {
    std::uint32_t* link = &flow_.nodes[effect].first_edge;
    while (*link != kNone) {
      Edge& edge = flow_.edges[*link];
      const Node& to = flow_.nodes[edge.to];
      if (to.kind == NodeKind::Cell && to.object == object)
        *link = edge.next;
      else
        link = &edge.next;
    }
  }

  Flow& flow_;
  std::vector<std::pair<NodeId, ObjectId>> dead_;
};

}  // namespace

void DropDeadWrites(Flow& flow) {
  Finder(flow).Drop();
}

}  // namespace detrain::flow
