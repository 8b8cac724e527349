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
#include "analyzer/types/flow.h"

namespace detrain::audit {

class FlagGuards {
 public:
  // `is_idle`: that what a leaf holds goes nowhere.
  FlagGuards(const types::Flow& flow, const Leaves& leaves, const std::function<bool(LeafId)>& is_idle);

  // The store to the flag in the branch; kNone: it is no such branch.
  [[nodiscard]] types::NodeId StoreIn(types::ScopeId branch) const;
  // Whether all that the load finds decides on is such a branch, and what else that does goes nowhere.
  [[nodiscard]] bool IsAsked(types::NodeId load) const { return loads_.contains(load); }

 private:
  void Look(types::ScopeId branch);
  [[nodiscard]] types::NodeId AskedIn(types::ScopeId branch) const;
  [[nodiscard]] bool IsUsedOnce(types::NodeId node) const;
  [[nodiscard]] bool DoesNothingElse(types::ScopeId branch, types::NodeId store,
                                     const std::function<bool(LeafId)>& is_idle) const;

  const types::Flow& flow_;
  const Leaves& leaves_;
  std::map<types::ScopeId, types::NodeId> stores_;
  std::set<types::NodeId> loads_;
};

}  // namespace detrain::audit

#endif
