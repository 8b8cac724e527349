// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches that set a flag where it is not set: `if (used != 1) { used = 1; count++; }`. Behind them it is set,
// whatever it was.
#ifndef DETRAIN_ANALYZER_AUDIT_FLAG_GUARD_H
#define DETRAIN_ANALYZER_AUDIT_FLAG_GUARD_H

#include <functional>
#include <map>
#include <set>

#include "analyzer/audit/leaves.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

class FlagGuards {
 public:
  // `is_idle`: that what a leaf holds goes nowhere.
  FlagGuards(const flow::Flow& flow, const Leaves& leaves, const std::function<bool(LeafId)>& is_idle);

  // The store to the flag in the branch; kNone: it is no such branch.
  [[nodiscard]] flow::NodeId StoreIn(flow::ScopeId branch) const;
  // Whether all that the load finds decides on is such a branch, and what else that does goes nowhere.
  [[nodiscard]] bool IsAsked(flow::NodeId load) const { return loads_.contains(load); }

 private:
  void Look(flow::ScopeId branch);
  [[nodiscard]] flow::NodeId AskedIn(flow::ScopeId branch) const;
  [[nodiscard]] bool IsUsedOnce(flow::NodeId node) const;
  [[nodiscard]] bool DoesNothingElse(flow::ScopeId branch, flow::NodeId store,
                                     const std::function<bool(LeafId)>& is_idle) const;

  const flow::Flow& flow_;
  const Leaves& leaves_;
  std::map<flow::ScopeId, flow::NodeId> stores_;
  std::set<flow::NodeId> loads_;
};

}  // namespace detrain::audit

#endif
