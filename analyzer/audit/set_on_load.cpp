// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/set_on_load.h"

#include <algorithm>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/audit/first_step.h"
#include "analyzer/audit/settings.h"

namespace detrain::audit {

using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;
using flow::ScopeKind;

namespace {

class OnLoad {
 public:
  OnLoad(const Context& context, const InLoop& in_loop)
      : context_(context),
        flow_(context.flow),
        in_loop_(in_loop),
        settings_(context.flow, context.around),
        first_step_(context.flow, context.around, in_loop, settings_),
        has_continue_(HasContinue()) {}

  // The store that sets it; kNone: there is none.
  [[nodiscard]] NodeId Of(LeafId leaf) const {
    const auto settings = settings_.Of(context_.leaves.all[leaf].node);
    if (!settings || settings->inside.empty() || !settings->inside.front().value)
      return kNone;
    const auto& [before, inside] = *settings;
    const auto is_same = [&](const Setting& setting) { return setting.value == inside.front().value; };
    if (!std::ranges::all_of(inside, [&](const Setting& one) { return is_same(one) && !IsCounted(one.node, leaf); }))
      return kNone;
    for (const Setting& setting : before) {
      const auto leaves_it = [&](const Setting& other) {
        return is_same(other) || (other.node < setting.node && settings_.IsInOrder(other.node));
      };
      if (is_same(setting) && settings_.IsWhole(setting.node) && settings_.IsInOrder(setting.node) &&
          RunsWithLoad(setting.node) && std::ranges::all_of(before, leaves_it))
        return setting.node;
    }
    return kNone;
  }

 private:
  // Whether nothing that a load reads is read without it. A way out of a function is no such way where it is taken
  // because the file could not be read; out of what the loop lies in, it leads to no step.
  [[nodiscard]] bool RunsWithLoad(NodeId node) const {
    const std::vector<ScopeId> own = settings_.Chain(flow_.nodes[node].scope);
    std::set<NodeId> jumps = in_loop_.JumpsBefore(node);
    std::erase_if(jumps,
                  [&](NodeId jump) { return settings_.IsAround(flow_.nodes[jump].instance) || AsksWhetherRead(jump); });
    return std::ranges::any_of(context_.code.loads, [&](const FileUse& file) {
      std::set<NodeId> left = jumps;
      for (const NodeId input : file.inputs) {
        const std::vector<ScopeId> outer = settings_.Chain(flow_.nodes[input].scope);
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
      const flow::Node& node = flow_.nodes[at];
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

  // Whether a number that counts from step to step decides on the store in a step, and may do so in the first one. A
  // jump out of the step loop itself ends it, where none goes on with the next round.
  [[nodiscard]] bool IsCounted(NodeId store, LeafId leaf) const {
    const auto counts = [&](NodeId condition) {
      return condition != kNone && std::ranges::any_of(in_loop_.LeadTo(condition), [&](LeafId by) {
               return by != leaf &&
                      !context_.flow.AreSameCell(context_.leaves.all[by].node, context_.leaves.all[leaf].node) &&
                      !context_.state.is_float.contains(context_.leaves.all[by].node) && in_loop_.IsFromItself(by);
             });
    };
    for (const ScopeId scope : ScopesAround(flow_, flow_.nodes[store].scope)) {
      const auto* choice = context_.around.IsAroundLoop(scope) ? nullptr : IfOf(scope);
      if (choice != nullptr && counts(flow_.NodeOf(choice->condition, flow_.scopes[scope].instance)) &&
          !first_step_.Takes(scope))
        return true;
    }
    return std::ranges::any_of(in_loop_.JumpsBefore(store), [&](NodeId jump) {
      const bool ends = flow_.nodes[jump].scope == context_.around.loop() && !has_continue_;
      return !ends && counts(jump);
    });
  }

  [[nodiscard]] bool HasContinue() const {
    const rir::LoopId loop = std::get<rir::LoopOp>(flow_.scopes[context_.around.loop()].op->data).loop;
    const rir::Function& function =
        flow_.module->functions[flow_.instances[flow_.scopes[context_.around.loop()].instance].function];
    return std::ranges::any_of(function.blocks, [&](const rir::Block& block) {
      return std::ranges::any_of(block.ops, [&](const rir::Op& op) {
        const auto* next = std::get_if<rir::ContinueOp>(&op.data);
        return next != nullptr && next->loop == loop;
      });
    });
  }

  const Context& context_;
  const flow::Flow& flow_;
  const InLoop& in_loop_;
  Settings settings_;
  FirstStep first_step_;
  bool has_continue_;
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
