// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/fixed_input.h"

#include <algorithm>
#include <unordered_set>
#include <variant>

#include "analyzer/audit/carry.h"

namespace detrain::audit {

using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::ObjectKind;

namespace {

class Fixed {
 public:
  Fixed(const flow::Flow& flow, const Leaves& leaves, const Around& around)
      : flow_(flow), leaves_(leaves), around_(around) {}

  struct Saved {
    std::set<NodeId> kept;  // what the file has copies of: places that outlive a step
    bool varies = false;    // with the steps
  };

  [[nodiscard]] Saved SavedBy(NodeId output) const {
    Saved saved;
    const auto carries = [&](NodeId from, NodeId to, EdgeKind kind) {
      return to == output ? kind <= EdgeKind::Data : CarriesOn(flow_, from, to, kind);
    };
    const auto hands_on = [](NodeId, NodeId, EdgeKind kind) { return kind <= EdgeKind::Data; };
    for (const NodeId node : Behind(output, carries))
      if (IsPlace(node))
        saved.kept.insert(First(node));
    saved.varies = std::ranges::any_of(Behind(output, hands_on), [&](NodeId node) { return Varies(node); });
    return saved;
  }

  // The places that the input is copied to, from one to the next.
  [[nodiscard]] std::set<NodeId> ReadBy(NodeId input) const {
    std::set<NodeId> places;
    std::vector<NodeId> open = {input};
    std::unordered_set<NodeId> seen = {input};
    while (!open.empty()) {
      const NodeId at = open.back();
      open.pop_back();
      if (IsPlace(at))
        places.insert(First(at));
      flow_.ForEdges(at, [&](const flow::Edge& edge) {
        const bool is_there = flow_.nodes[edge.to].kind == NodeKind::Cell || IsPlace(edge.to) ||
                              flow_.nodes[edge.to].scope == kNone || around_.Of(edge.to).before;
        if (is_there && CarriesOn(flow_, at, edge.to, edge.kind) && seen.insert(edge.to).second)
          open.push_back(edge.to);
      });
    }
    return places;
  }

 private:
  // All that leads to the output in the rounds of the loop or after it, back to what outlives a step.
  template <typename Follows>
  [[nodiscard]] std::unordered_set<NodeId> Behind(NodeId output, const Follows& follows) const {
    std::unordered_set<NodeId> seen = {output};
    std::vector<NodeId> open = {output};
    while (!open.empty()) {
      const NodeId at = open.back();
      open.pop_back();
      flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
        if (follows(from, at, kind) && (IsPlace(from) || IsLate(from)) && seen.insert(from).second && !IsPlace(from))
          open.push_back(from);
      });
    }
    return seen;
  }

  [[nodiscard]] bool IsLate(NodeId node) const {
    if (flow_.nodes[node].kind == NodeKind::Cell || flow_.nodes[node].scope == kNone)
      return true;
    const When when = around_.Of(node);
    return when.inside || when.after;
  }

  // A variable or memory that a step finds as the last one left it; no local of what a step calls.
  [[nodiscard]] bool IsPlace(NodeId id) const {
    if (leaves_.of.contains(id))
      return true;
    const flow::Node& node = flow_.nodes[id];
    if (node.kind != NodeKind::Cell)
      return false;
    const flow::Object& object = flow_.objects[node.object];
    if (object.kind == ObjectKind::Region)
      return IsAlive(flow_, object.id, around_.loop());
    return object.kind == ObjectKind::Block && (object.scope == kNone || !flow_.IsInside(object.scope, around_.loop()));
  }

  // One of the nodes of a cell for all.
  [[nodiscard]] NodeId First(NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    if (node.kind != NodeKind::Cell)
      return id;
    for (const NodeId other : flow_.objects[node.object].cells)
      if (flow_.AreSameCell(id, other))
        return other;
    return id;
  }

  [[nodiscard]] bool Varies(NodeId id) const {
    // Where a pointer leads decides what is saved, and it does so anew only where steps move it.
    const auto leaf = leaves_.of.find(id);
    if (leaf != leaves_.of.end() && !leaves_.all[leaf->second].is_pointer)
      return !leaves_.all[leaf->second].is_frozen;
    if (IsPlace(id))
      return !flow_.AllOfStored(id, [&](NodeId from) { return !around_.Of(from).inside || IsLast(from); });
    const flow::Node& node = flow_.nodes[id];
    return node.op != nullptr && !IsPlain(*node.op);
  }

  // Whether no step follows: a branch of the loop's function ends with its return, behind the destructors of all that
  // it has made.
  [[nodiscard]] bool IsLast(NodeId id) const {
    const flow::InstanceId own = flow_.scopes[around_.loop()].instance;
    const rir::Function* function = flow_.FunctionOf(own);
    for (flow::ScopeId at = flow_.nodes[id].scope; at != kNone && at != around_.loop() && function != nullptr;) {
      const flow::Scope& scope = flow_.scopes[at];
      const bool is_way = scope.kind == flow::ScopeKind::Branch && scope.instance == own && scope.block != rir::kNone;
      const std::vector<rir::Op>* ops = is_way ? &function->blocks[scope.block].ops : nullptr;
      if (ops != nullptr && !ops->empty() &&
          (ops->back().Kind() == rir::OpKind::Return || ops->back().Kind() == rir::OpKind::Stop))
        return true;
      at = scope.parents.size() == 1 ? scope.parents.front() : kNone;
    }
    return false;
  }

  // What gives the same where its operands are the same.
  static bool IsPlain(const rir::Op& op) {
    return !std::holds_alternative<rir::DrawOp>(op.data) && !std::holds_alternative<rir::InputOp>(op.data) &&
           !std::holds_alternative<rir::OpaqueOp>(op.data) && !std::holds_alternative<rir::AtomicOp>(op.data);
  }

  const flow::Flow& flow_;
  const Leaves& leaves_;
  const Around& around_;
};

}  // namespace

std::map<NodeId, FixedInput> FixedInputs(const flow::Flow& flow, const Leaves& leaves, const Around& around,
                                         const FileCode& code) {
  const Fixed fixed(flow, leaves, around);
  std::vector<std::pair<NodeId, Fixed::Saved>> outputs;
  for (const FileUse& file : code.saves)
    for (const NodeId output : file.outputs)
      outputs.emplace_back(output, fixed.SavedBy(output));
  std::map<NodeId, FixedInput> found;
  for (const FileUse& file : code.loads)
    for (const NodeId input : file.inputs) {
      const std::set<NodeId> places = fixed.ReadBy(input);
      FixedInput match;
      bool varies = false;
      for (const auto& [output, saved] : outputs)
        for (const NodeId place : saved.kept)
          if (places.contains(place)) {
            match = {output, place};
            varies = varies || saved.varies;
          }
      if (match.output != kNone && !varies)
        found.emplace(input, match);
    }
  return found;
}

}  // namespace detrain::audit
