// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs before, in and after a loop.
#ifndef DETRAIN_ANALYZER_AUDIT_AROUND_H
#define DETRAIN_ANALYZER_AUDIT_AROUND_H

#include <set>
#include <unordered_map>

#include "analyzer/types/flow.h"

namespace detrain::audit {

// Several may be true of a function that is one instance for several calls.
struct When {
  bool before = false, inside = false, after = false;
};

class Around {
 public:
  Around(const types::Flow& flow, types::ScopeId loop);

  // Of a node that an op makes; of cells nothing.
  [[nodiscard]] When Of(types::NodeId node) const;
  [[nodiscard]] types::ScopeId loop() const { return loop_; }
  // Whether the loop lies in the scope, or is it.
  [[nodiscard]] bool IsAroundLoop(types::ScopeId scope) const { return scope == loop_ || path_.contains(scope); }

 private:
  [[nodiscard]] When OfScope(types::ScopeId scope) const;

  const types::Flow& flow_;
  types::ScopeId loop_;
  types::NodeId first_ = types::kNone;  // the first node of the loop: nodes are numbered as the program runs
  std::unordered_map<types::ScopeId, types::ScopeId> path_;  // what the loop lies in: the part of it that leads there
  mutable std::unordered_map<types::ScopeId, When> known_;
};

// The scope, and all that it lies in, by any of a function's calls.
std::set<types::ScopeId> ScopesAround(const types::Flow& flow, types::ScopeId scope);

}  // namespace detrain::audit

#endif
