// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a program comes to its loops: on one way of calls, or on several, each of which a rewrite can tell from the
// others.
#ifndef DETRAIN_ANALYZER_TIER0_WAYS_H
#define DETRAIN_ANALYZER_TIER0_WAYS_H

#include <map>
#include <optional>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/infer/callees.h"
#include "analyzer/plan/row.h"
#include "analyzer/tier0/calls.h"
#include "analyzer/tier0/nest.h"

namespace detrain::tier0 {

struct Way {
  Nest nest;
  plan::RowPlace row = {};  // where the row of ways begins that it is in; none: it is the only one in its branch
};

class WayFinder {
 public:
  // Both outlive the finder.
  WayFinder(const flow::Flow& flow, const infer::Callees& callees);

  // Of the loop in that scope and in others; empty where it has ways that no plan can have.
  const std::vector<Way>& To(flow::ScopeId loop);

 private:
  std::vector<Way> Find(flow::ScopeId loop, const std::vector<flow::ScopeId>& scopes);
  [[nodiscard]] std::vector<Nest> NestsOf(flow::ScopeId loop, const std::vector<flow::ScopeId>& scopes);

  const flow::Flow& flow_;
  const infer::Callees& callees_;
  std::optional<Calls> calls_;  // once the flow graph does not tell the ways apart
  std::map<const rir::Op*, std::vector<flow::ScopeId>> scopes_;
  std::map<const rir::Op*, std::vector<Way>> ways_;
};

}  // namespace detrain::tier0

#endif
