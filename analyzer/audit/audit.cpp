// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/audit.h"

#include <algorithm>
#include <tuple>

#include "analyzer/audit/context.h"

namespace detrain::audit {

Audited Audit(const rir::Module& linked, const plan::CheckpointPlan* plan) {
  flow::Flow flow = flow::FlowOf(linked, 1, flow::kThorough);
  const flow::State state = flow::StateOf(flow);
  const PlanView view(flow, plan);
  const flow::ScopeId loop = StepLoop(flow, state, view);
  Audited audited;
  audited.is_truncated = flow.is_truncated;
  audited.has_loop = loop != flow::kNone;
  if (!audited.has_loop)
    return audited;
  const Around around(flow, loop);
  const Leaves leaves = LeavesOf(flow, state, around, view);
  const FileCode code = FileCodeOf(flow, leaves, around);
  audited.has_save = !code.saves.empty();
  if (!audited.has_save)
    return audited;
  const Context context{flow, state, leaves, around, code, plan != nullptr};
  MissingState(context, audited.findings);
  Overwritten(context, audited.findings);
  StoredWithLoss(context, audited.findings);
  std::ranges::stable_sort(audited.findings, [](const auto& a, const auto& b) {
    return std::tie(a.location, a.rule, a.message) < std::tie(b.location, b.rule, b.message);
  });
  return audited;
}

}  // namespace detrain::audit
