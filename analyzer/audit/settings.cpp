// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/settings.h"

#include <algorithm>
#include <variant>

#include "analyzer/audit/first_content.h"

namespace detrain::audit {

using flow::EdgeKind;
using flow::InstanceId;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;
using flow::ScopeKind;

Settings::Settings(const flow::Flow& flow, const Around& around) : flow_(flow), around_(around) {
  for (InstanceId at = flow.scopes[around.loop()].instance; at != kNone; at = flow.instances[at].caller)
    instances_.insert(at);
}

std::optional<SettingsOfPlace> Settings::Of(NodeId place) const {
  SettingsOfPlace settings;
  std::vector<NodeId> open = {place};
  std::unordered_set<NodeId> seen = {place};
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
      is_known = is_known && node == NodeKind::Effect && Add(from, settings);
    });
  }
  return is_known ? std::optional(std::move(settings)) : std::nullopt;
}

bool Settings::Add(NodeId node, SettingsOfPlace& to) const {
  const flow::Access* access = flow_.AccessOf(node);
  const auto* store = std::get_if<rir::StoreOp>(&flow_.nodes[node].op->data);
  if (access == nullptr && store == nullptr)
    return false;
  const When when = around_.Of(node);
  const Setting setting{node, StoredBy(flow_, access != nullptr ? *access : flow::Access{node})};
  if (when.before)
    to.before.push_back(setting);
  if (when.inside)
    to.inside.push_back(setting);
  return true;
}

bool Settings::IsWhole(NodeId store) const {
  const flow::Access* access = flow_.AccessOf(store);
  return std::holds_alternative<rir::StoreOp>(flow_.nodes[store].op->data) &&
         (access == nullptr || access->address == kNone || flow_.PointsTo(access->address).size() == 1);
}

bool Settings::IsInOnePlace(NodeId node) const {
  for (InstanceId at = flow_.nodes[node].instance; at != kNone && !IsAround(at); at = flow_.instances[at].caller) {
    const flow::Instance& instance = flow_.instances[at];
    if (instance.function == rir::kNone)
      return true;  // an initialiser
    const auto* call = instance.op == nullptr ? nullptr : std::get_if<rir::CallOp>(&instance.op->data);
    if (instance.is_shared || call == nullptr || call->callee.kind != rir::OperandKind::Function)
      return false;
  }
  return true;
}

bool Settings::IsInOrder(NodeId node) const {
  return IsInOnePlace(node) && std::ranges::none_of(Chain(flow_.nodes[node].scope), [&](ScopeId scope) {
           return flow_.scopes[scope].kind == ScopeKind::Loop || flow_.scopes[scope].kind == ScopeKind::Parallel;
         });
}

std::vector<ScopeId> Settings::Chain(ScopeId scope) const {
  std::vector<ScopeId> chain;
  while (scope != kNone && !around_.IsAroundLoop(scope)) {
    chain.push_back(scope);
    const std::vector<ScopeId>& parents = flow_.scopes[scope].parents;
    scope = parents.size() == 1 ? parents.front() : kNone;
  }
  return chain;
}

}  // namespace detrain::audit
