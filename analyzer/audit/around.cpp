// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/around.h"

namespace detrain::audit {

using flow::kNone;
using flow::NodeId;
using flow::ScopeId;

Around::Around(const flow::Flow& flow, ScopeId loop) : flow_(flow), loop_(loop) {
  for (NodeId id = 0; id < flow.nodes.size() && first_ == kNone; ++id)
    if (flow.nodes[id].scope == loop)
      first_ = id;
  ScopeId inner = loop;
  while (!flow.scopes[inner].parents.empty()) {
    const ScopeId outer = flow.scopes[inner].parents.front();
    if (!path_.emplace(outer, inner).second)
      break;
    inner = outer;
  }
}

When Around::Of(NodeId id) const {
  const ScopeId scope = flow_.nodes[id].scope;
  if (scope == kNone || flow_.nodes[id].kind == flow::NodeKind::Cell)
    return {};
  if (!path_.contains(scope))
    return OfScope(scope);
  return id < first_ ? When{true, false, false} : When{false, false, true};
}

When Around::OfScope(ScopeId scope) const {
  if (scope == loop_)
    return {false, true, false};
  const auto [place, is_new] = known_.try_emplace(scope);
  if (!is_new)
    return place->second;
  When when;
  const std::vector<ScopeId>& parents = flow_.scopes[scope].parents;
  when.before = parents.empty() && flow_.scopes[scope].instance == kNone;  // initialisers
  for (const ScopeId parent : parents) {
    const auto on_path = path_.find(parent);
    if (on_path != path_.end() && parent != loop_) {
      (scope < on_path->second ? when.before : when.after) = true;
      continue;
    }
    const When outer = OfScope(parent);
    when.before = when.before || outer.before;
    when.inside = when.inside || outer.inside;
    when.after = when.after || outer.after;
  }
  return known_[scope] = when;
}

std::set<ScopeId> ScopesAround(const flow::Flow& flow, ScopeId scope) {
  std::set<ScopeId> all;
  std::vector<ScopeId> open = {scope};
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    if (at != kNone && all.insert(at).second)
      open.insert(open.end(), flow.scopes[at].parents.begin(), flow.scopes[at].parents.end());
  }
  return all;
}

}  // namespace detrain::audit
