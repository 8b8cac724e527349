// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-uninitialized, of what an input fills: where it fails, the program goes on with what was there before.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

using flow::NodeId;
using flow::NodeKind;

class FailedReads {
 public:
  explicit FailedReads(const Context& context) : context_(context), flow_(context.flow) {}

  void Find(Findings& out) {
    for (const flow::Access& access : flow_.accesses) {
      const flow::Node& node = flow_.nodes[access.node];
      const auto* input = std::get_if<rir::InputOp>(&node.op->data);
      // Text that does not fit leaves the variable as it is.
      const bool is_scan = input != nullptr && input->callee.find("scanf") != std::string::npos;
      const auto& cells = flow_.PointsTo(access.address);
      if (!is_scan || cells.size() != 1 || !IsFreshNumber(cells.front()) || !GoesOn(node))
        continue;
      Judge(cells.front(), out);
    }
  }

 private:
  // A local variable that nothing but inputs writes.
  [[nodiscard]] bool IsFreshNumber(NodeId cell) const {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    if (object.kind != flow::ObjectKind::Region || object.instance == flow::kNone ||
        context_.module.regions[object.id].kind != rir::RegionKind::Local)
      return false;
    bool is_fresh = true;
    for (const NodeId part : object.cells)
      flow_.ForStored(part, [&](NodeId from) {
        const flow::Node& node = flow_.nodes[from];
        is_fresh = is_fresh && node.kind == NodeKind::Effect && std::holds_alternative<rir::InputOp>(node.op->data);
      });
    return is_fresh;
  }

  // Whether all that the program does with the result is to choose between two ways, neither of which leaves.
  bool GoesOn(const flow::Node& input) {
    const rir::Op* op = input.op;
    std::vector<NodeId> open;
    if (input.instance == flow::kNone || op->result == rir::kNone)
      return false;
    open.push_back(flow_.values[input.instance][op->result]);
    std::unordered_set<NodeId> seen(open.begin(), open.end());
    bool goes_on = false, is_other = false;
    while (!open.empty()) {
      const NodeId at = open.back();
      open.pop_back();
      flow_.ForEdges(at, [&](const flow::Edge& edge) {
        const flow::Node& to = flow_.nodes[edge.to];
        const auto* choice = to.op == nullptr ? nullptr : std::get_if<rir::IfOp>(&to.op->data);
        const bool is_value = to.kind == NodeKind::Value && std::holds_alternative<rir::ComputeOp>(to.op->data);
        if (to.kind == NodeKind::Effect && to.op == op)
          return;
        if (to.kind == NodeKind::Control && choice != nullptr) {
          goes_on = true;
          chosen_.insert(to.op);
          is_other = is_other || Leaves(*choice, to.instance);
        } else if (!is_value || edge.kind == flow::EdgeKind::Control) {
          is_other = true;
        } else if (seen.insert(edge.to).second) {
          open.push_back(edge.to);
        }
      });
    }
    return goes_on && !is_other;
  }

  [[nodiscard]] bool Leaves(const rir::IfOp& choice, flow::InstanceId instance) const {
    const rir::Function& function = context_.module.functions[flow_.instances[instance].function];
    return std::ranges::any_of(std::array{choice.then_block, choice.else_block}, [&](rir::BlockId block) {
      return block != rir::kNone && std::ranges::any_of(function.blocks[block].ops, [](const rir::Op& op) {
               const rir::OpKind kind = op.Kind();
               return kind == rir::OpKind::Return || kind == rir::OpKind::Break || kind == rir::OpKind::Continue ||
                      kind == rir::OpKind::Stop || kind == rir::OpKind::Call;
             });
    });
  }

  // In one of the ways that the result chooses.
  [[nodiscard]] bool IsGuarded(NodeId load) const {
    for (flow::ScopeId at = flow_.nodes[load].scope; at != flow::kNone;) {
      const flow::Scope& scope = flow_.scopes[at];
      if (scope.kind == flow::ScopeKind::Branch && chosen_.contains(scope.op))
        return true;
      at = scope.parents.empty() ? flow::kNone : scope.parents.front();
    }
    return false;
  }

  void Judge(NodeId cell, Findings& out) {
    for (const flow::Access& access : flow_.accesses) {
      const bool is_load = std::holds_alternative<rir::LoadOp>(flow_.nodes[access.node].op->data);
      const auto& cells = flow_.PointsTo(access.address);
      const Location at = context_.reacher.LocationOf(flow_.PlaceOf(access.node));
      if (!is_load || !at.IsKnown() || std::ranges::find(cells, cell) == cells.end() || IsGuarded(access.node))
        continue;
      const std::array<NodeId, 1> source = {access.node};
      const Reached reached = context_.reacher.From(source, Reacher::Spared::None);
      if (reached.reach == diag::Reach::None)
        continue;
      const std::string name = flow_.NameOf(cell);
      Keep(context_,
           diag::Find<diag::Finding::Uninitialized>(at, reached.reach, diag::Certainty::Maybe, name,
                                                    context_.reacher.Clause(reached)),
           reached, "'" + name + "' is read", access.node, out);
      return;  // the first place says it
    }
  }

  const Context& context_;
  const flow::Flow& flow_;
  std::set<const rir::Op*> chosen_;
};

}  // namespace

void FailedRead(const Context& context, Findings& out) {
  if (context.flow.is_truncated)
    return;  // what was not seen to be stored may have been
  FailedReads(context).Find(out);
}

}  // namespace detrain::check
