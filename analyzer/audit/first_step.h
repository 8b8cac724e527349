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
#include "analyzer/types/flow.h"
#include "analyzer/types/fold.h"

namespace detrain::audit {

class FirstStep {
 public:
  FirstStep(const types::Flow& flow, const Around& around, const InLoop& in_loop, const Settings& settings)
      : flow_(flow), around_(around), in_loop_(in_loop), settings_(settings) {}

  // Whether the condition of a branch in the step loop surely leads to it there, where it is asked for.
  [[nodiscard]] bool Takes(types::ScopeId branch) const;

 private:
  using Known = types::Known;
  using Numbers = std::vector<Known>;

  [[nodiscard]] Known ConditionOf(types::ScopeId branch) const;
  [[nodiscard]] Known Of(const rir::Operand& operand, types::InstanceId instance) const;
  [[nodiscard]] Known OfNode(types::NodeId id) const;
  [[nodiscard]] Known Compute(types::NodeId id) const;
  [[nodiscard]] Known OfOp(types::NodeId id) const;
  [[nodiscard]] Known OfLoad(types::NodeId load) const;
  [[nodiscard]] Known OfCell(types::NodeId load, types::NodeId cell) const;
  [[nodiscard]] Known LeftBefore(const SettingsOfPlace& settings) const;
  [[nodiscard]] bool RunsBefore(types::NodeId store) const;
  [[nodiscard]] Known OfWays(types::NodeId merge, bool is_round) const;
  [[nodiscard]] Known OfParameter(types::NodeId id) const;
  [[nodiscard]] Known OfCall(types::NodeId call) const;
  bool Returns(types::InstanceId instance, rir::BlockId block, Numbers& results) const;
  bool ReturnsFromIf(types::InstanceId instance, const rir::IfOp& choice, Numbers& results) const;
  [[nodiscard]] bool MayRun(types::NodeId id) const;
  [[nodiscard]] bool IsOneNumber(types::NodeId cell) const;

  const types::Flow& flow_;
  const Around& around_;
  const InLoop& in_loop_;
  const Settings& settings_;
  mutable std::unordered_map<types::NodeId, Known> known_;
  mutable unsigned depth_ = 0;
};

}  // namespace detrain::audit

#endif
