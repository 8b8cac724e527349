// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/set_on_load.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/audit/first_content.h"

namespace detrain::audit {

using types::EdgeKind;
using types::InstanceId;
using types::kNone;
using types::NodeId;
using types::NodeKind;
using types::ScopeId;
using types::ScopeKind;

namespace {

// A store to a leaf.
struct Setting {
  NodeId node = kNone;
  std::optional<double> value;
};

class OnLoad {
 public:
  OnLoad(const Context& context, const InLoop& in_loop)
      : context_(context),
        flow_(context.flow),
        in_loop_(in_loop),
        instance_(flow_.scopes[context.around.loop()].instance),
        has_continue_(HasContinue()) {
    for (InstanceId at = instance_; at != kNone; at = flow_.instances[at].caller)
      around_.insert(at);
  }

  // The store that sets it; kNone: there is none.
  [[nodiscard]] NodeId Of(LeafId leaf) const {
    std::vector<Setting> before, inside;
    if (!Collect(leaf, before, inside) || inside.empty() || !inside.front().value)
      return kNone;
    const auto is_same = [&](const Setting& setting) { return setting.value == inside.front().value; };
    if (!std::ranges::all_of(inside, [&](const Setting& one) { return is_same(one) && !IsCounted(one.node, leaf); }))
      return kNone;
    for (const Setting& setting : before) {
      const auto leaves_it = [&](const Setting& other) {
        return is_same(other) || (other.node < setting.node && IsInOrder(other.node));
      };
      if (is_same(setting) && IsWhole(setting.node) && IsInOrder(setting.node) && RunsWithLoad(setting.node) &&
          std::ranges::all_of(before, leaves_it))
        return setting.node;
    }
    return kNone;
  }

 private:
  // All that is stored there; false: something else writes it.
  bool Collect(LeafId leaf, std::vector<Setting>& before, std::vector<Setting>& inside) const {
    std::vector<NodeId> open = {context_.leaves.all[leaf].node};
    std::unordered_set<NodeId> seen = {open.front()};
    bool is_known = true;
    while (!open.empty() && is_known) {
      const NodeId at = open.back();
      open.pop_back();
      flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
        if (kind > EdgeKind::Data || !seen.insert(from).second)
          return;
        const NodeKind node = flow_.nodes[from].kind;
        if (flow_.AreSameCell(from, at) || (node == NodeKind::Merge || node == NodeKind::Round))
          return open.push_back(from);
        is_known = is_known && node == NodeKind::Effect && Add(from, before, inside);
      });
    }
    return is_known;
  }

  bool Add(NodeId node, std::vector<Setting>& before, std::vector<Setting>& inside) const {
    const types::Access* access = flow_.AccessOf(node);
    const auto* store = std::get_if<rir::StoreOp>(&flow_.nodes[node].op->data);
    if (access == nullptr && store == nullptr)
      return false;
    const When when = context_.around.Of(node);
    const Setting setting{node, StoredBy(flow_, access != nullptr ? *access : types::Access{node})};
    if (when.before)
      before.push_back(setting);
    if (when.inside)
      inside.push_back(setting);
    return true;
  }

  [[nodiscard]] bool IsWhole(NodeId node) const {
    const types::Access* access = flow_.AccessOf(node);
    return std::holds_alternative<rir::StoreOp>(flow_.nodes[node].op->data) &&
           (access == nullptr || access->address == kNone || flow_.PointsTo(access->address).size() == 1);
  }

  // Whether it runs in one place of the program, at most once, and its number tells where: nodes are numbered as the
  // program runs, but for what is called by a pointer.
  [[nodiscard]] bool IsInOrder(NodeId node) const {
    for (InstanceId at = flow_.nodes[node].instance; at != kNone && !around_.contains(at);
         at = flow_.instances[at].caller) {
      const auto* call =
          flow_.instances[at].op == nullptr ? nullptr : std::get_if<rir::CallOp>(&flow_.instances[at].op->data);
      if (flow_.instances[at].function == rir::kNone)
        return true;  // an initialiser
      if (flow_.instances[at].is_shared || call == nullptr || call->callee.kind != rir::OperandKind::Function)
        return false;
    }
    for (const ScopeId scope : Chain(flow_.nodes[node].scope))
      if (flow_.scopes[scope].kind == ScopeKind::Loop || flow_.scopes[scope].kind == ScopeKind::Parallel)
        return false;
    return true;
  }

  // The scopes that it surely runs in, up to those around the step loop.
  [[nodiscard]] std::vector<ScopeId> Chain(ScopeId scope) const {
    std::vector<ScopeId> chain;
    while (scope != kNone && !context_.around.IsAroundLoop(scope)) {
      chain.push_back(scope);
      const std::vector<ScopeId>& parents = flow_.scopes[scope].parents;
      scope = parents.size() == 1 ? parents.front() : kNone;
    }
    return chain;
  }

  // Whether nothing that a load reads is read without it. A way out of a function is no such way where it is taken
  // because the file could not be read; out of what the loop lies in, it leads to no step.
  [[nodiscard]] bool RunsWithLoad(NodeId node) const {
    const std::vector<ScopeId> own = Chain(flow_.nodes[node].scope);
    std::set<NodeId> jumps = in_loop_.JumpsBefore(node);
    std::erase_if(jumps,
                  [&](NodeId jump) { return around_.contains(flow_.nodes[jump].instance) || AsksWhetherRead(jump); });
    return std::ranges::any_of(context_.code.loads, [&](const FileUse& file) {
      std::set<NodeId> left = jumps;
      for (const NodeId input : file.inputs) {
        const std::vector<ScopeId> outer = Chain(flow_.nodes[input].scope);
        const auto decides = [&](ScopeId scope) {
          return flow_.scopes[scope].kind == ScopeKind::Branch && std::ranges::find(outer, scope) == outer.end();
        };
        if (std::ranges::any_of(own, decides))
          return false;
        for (const NodeId jump : in_loop_.JumpsBefore(input))
          left.erase(jump);
      }
      return left.empty() && !file.inputs.empty();
    });
  }

  // Whether the condition is made of nothing but what calls say that open or read a file.
  [[nodiscard]] bool AsksWhetherRead(NodeId condition) const {
    std::vector<NodeId> open = {condition};
    std::unordered_set<NodeId> seen = {condition};
    const auto push = [&](NodeId node) {
      if (node != kNone && seen.insert(node).second)
        open.push_back(node);
    };
    bool is_read = false;
    while (!open.empty()) {
      const NodeId at = open.back();
      open.pop_back();
      const types::Node& node = flow_.nodes[at];
      const bool is_op = node.kind == NodeKind::Value || node.kind == NodeKind::Effect;
      const rir::OpKind kind = is_op && node.op != nullptr ? node.op->Kind() : rir::OpKind::None;
      if (node.kind == NodeKind::Value && (kind == rir::OpKind::Input || kind == rir::OpKind::Open)) {
        is_read = true;
        continue;
      }
      if (node.kind != NodeKind::Merge && kind != rir::OpKind::Compute && kind != rir::OpKind::Store)
        return false;
      if (!ConditionsUpTo(flow_.nodes[condition].scope, node.scope, push))
        return false;
      flow_.ForBefore(at, [&](NodeId from, EdgeKind edge) { push(edge <= EdgeKind::Data ? from : kNone); });
    }
    return is_read;
  }

  // What decides on a node in the scope that `outer` is around; false: it is not.
  template <typename Push>
  bool ConditionsUpTo(ScopeId outer, ScopeId scope, const Push& push) const {
    while (scope != outer) {
      if (scope == kNone || flow_.scopes[scope].parents.size() != 1)
        return false;
      if (const auto* choice = IfOf(scope))
        push(flow_.NodeOf(choice->condition, flow_.scopes[scope].instance));
      scope = flow_.scopes[scope].parents.front();
    }
    return true;
  }

  [[nodiscard]] const rir::IfOp* IfOf(ScopeId scope) const {
    const rir::Op* op = flow_.scopes[scope].op;
    return flow_.scopes[scope].kind != ScopeKind::Branch || op == nullptr ? nullptr : std::get_if<rir::IfOp>(&op->data);
  }

  // Whether a number that counts from step to step decides on the store in a step. A jump out of the step loop itself
  // ends it, where none goes on with the next round.
  [[nodiscard]] bool IsCounted(NodeId store, LeafId leaf) const {
    const auto counts = [&](NodeId condition) {
      return condition != kNone && std::ranges::any_of(in_loop_.LeadTo(condition), [&](LeafId by) {
               return by != leaf &&
                      !context_.flow.AreSameCell(context_.leaves.all[by].node, context_.leaves.all[leaf].node) &&
                      !context_.state.is_float.contains(context_.leaves.all[by].node) && in_loop_.IsFromItself(by);
             });
    };
    for (const ScopeId scope : ScopesAround(flow_, flow_.nodes[store].scope)) {
      if (const auto* choice = IfOf(scope); choice != nullptr && !context_.around.IsAroundLoop(scope) &&
                                            counts(flow_.NodeOf(choice->condition, flow_.scopes[scope].instance)))
        return true;
    }
    return std::ranges::any_of(in_loop_.JumpsBefore(store), [&](NodeId jump) {
      const bool ends = flow_.nodes[jump].scope == context_.around.loop() && !has_continue_;
      return !ends && counts(jump);
    });
  }

  [[nodiscard]] bool HasContinue() const {
    const rir::LoopId loop = std::get<rir::LoopOp>(flow_.scopes[context_.around.loop()].op->data).loop;
    const rir::Function& function = flow_.module->functions[flow_.instances[instance_].function];
    return std::ranges::any_of(function.blocks, [&](const rir::Block& block) {
      return std::ranges::any_of(block.ops, [&](const rir::Op& op) {
        const auto* next = std::get_if<rir::ContinueOp>(&op.data);
        return next != nullptr && next->loop == loop;
      });
    });
  }

  const Context& context_;
  const types::Flow& flow_;
  const InLoop& in_loop_;
  InstanceId instance_;  // of the function that the step loop is in
  bool has_continue_;
  std::unordered_set<InstanceId> around_;  // it, and its callers
};

}  // namespace

std::map<LeafId, NodeId> SetOnLoad(const Context& context, const InLoop& in_loop, const std::set<LeafId>& asked) {
  std::map<LeafId, NodeId> found;
  const OnLoad on_load(context, in_loop);
  for (const LeafId leaf : asked)
    if (!context.leaves.all[leaf].is_frozen)
      if (const NodeId by = on_load.Of(leaf); by != kNone)
        found[leaf] = by;
  return found;
}

}  // namespace detrain::audit
