// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the first step of a run, whose counts are what the code before the loop sets them to: a detector
// that has seen no losses yet skips no update.
#ifndef DETRAIN_ANALYZER_AUDIT_FIRST_STEP_H
#define DETRAIN_ANALYZER_AUDIT_FIRST_STEP_H

#include <unordered_map>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/audit/in_loop.h"
#include "analyzer/audit/settings.h"
#include "analyzer/flow/flow.h"
#include "analyzer/flow/fold.h"

namespace detrain::audit {

class FirstStep {
 public:
  FirstStep(const flow::Flow& flow, const Around& around, const InLoop& in_loop, const Settings& settings)
      : flow_(flow), around_(around), in_loop_(in_loop), settings_(settings) {}

  // Whether the condition of a branch in the step loop surely leads to it there, where it is asked for.
  [[nodiscard]] bool Takes(flow::ScopeId branch) const;

 private:
  using Known = flow::Known;
  using Numbers = std::vector<Known>;

  [[nodiscard]] Known ConditionOf(flow::ScopeId branch) const;
  [[nodiscard]] Known Of(const rir::Operand& operand, flow::InstanceId instance) const;
  [[nodiscard]] Known OfNode(flow::NodeId id) const;
  [[nodiscard]] Known Compute(flow::NodeId id) const;
  [[nodiscard]] Known OfOp(flow::NodeId id) const;
  [[nodiscard]] Known OfLoad(flow::NodeId load) const;
  [[nodiscard]] Known OfCell(flow::NodeId load, flow::NodeId cell) const;
  [[nodiscard]] Known LeftBefore(const SettingsOfPlace& settings) const;
  [[nodiscard]] bool RunsBefore(flow::NodeId store) const;
  [[nodiscard]] Known OfWays(flow::NodeId merge, bool is_round) const;
  [[nodiscard]] Known OfParameter(flow::NodeId id) const;
  [[nodiscard]] Known OfCall(flow::NodeId call) const;
  bool Returns(flow::InstanceId instance, rir::BlockId block, Numbers& results) const;
  bool ReturnsFromIf(flow::InstanceId instance, const rir::IfOp& choice, Numbers& results) const;
  [[nodiscard]] bool MayRun(flow::NodeId id) const;
  [[nodiscard]] bool IsOneNumber(flow::NodeId cell) const;

  const flow::Flow& flow_;
  const Around& around_;
  const InLoop& in_loop_;
  const Settings& settings_;
  mutable std::unordered_map<flow::NodeId, Known> known_;
  mutable unsigned depth_ = 0;
};

}  // namespace detrain::audit

#endif
