// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs before, in and after a loop.
#ifndef DETRAIN_ANALYZER_AUDIT_AROUND_H
#define DETRAIN_ANALYZER_AUDIT_AROUND_H

#include <set>
#include <unordered_map>

#include "analyzer/flow/flow.h"

namespace detrain::audit {

// Several may be true of a function that is one instance for several calls.
struct When {
  bool before = false, inside = false, after = false;
};

class Around {
 public:
  Around(const flow::Flow& flow, flow::ScopeId loop);

  // Of a node that an op makes; of cells nothing.
  [[nodiscard]] When Of(flow::NodeId node) const;
  [[nodiscard]] flow::ScopeId loop() const { return loop_; }
  // Whether the loop lies in the scope, or is it.
  [[nodiscard]] bool IsAroundLoop(flow::ScopeId scope) const { return scope == loop_ || path_.contains(scope); }

 private:
  [[nodiscard]] When OfScope(flow::ScopeId scope) const;

  const flow::Flow& flow_;
  flow::ScopeId loop_;
  flow::NodeId first_ = flow::kNone;  // the first node of the loop: nodes are numbered as the program runs
  std::unordered_map<flow::ScopeId, flow::ScopeId> path_;  // what the loop lies in: the part of it that leads there
  mutable std::unordered_map<flow::ScopeId, When> known_;
};

// The scope, and all that it lies in, by any of a function's calls.
std::set<flow::ScopeId> ScopesAround(const flow::Flow& flow, flow::ScopeId scope);

}  // namespace detrain::audit

#endif
