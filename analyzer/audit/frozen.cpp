// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/frozen.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzer/audit/file_code.h"
#include "analyzer/flow/loop_uses.h"

namespace detrain::audit {

using flow::NodeId;
using flow::NodeKind;

namespace {

bool IsOfEnvironment(const flow::Node& node) {
  const auto* input =
      node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
  if (input == nullptr)
    return false;
  switch (input->source) {
    case rir::Source::Clock:
    case rir::Source::Pid:
    case rir::Source::Entropy:
      return true;
    default:
      return false;
  }
}

// All nodes whose value the code before the loop makes from what differs in every run.
std::vector<bool> FromEnvironment(const flow::Flow& flow, const Around& around) {
  std::vector<NodeId> open;
  for (NodeId id = 0; id < flow.nodes.size(); ++id)
    if (IsOfEnvironment(flow.nodes[id]) && around.Of(id).before)
      open.push_back(id);
  return ReachedBefore(flow, around, std::move(open), false);
}

}  // namespace

std::vector<NodeId> FrozenIn(const flow::Flow& flow, const Around& around) {
  const std::vector<flow::AccessKind> kinds = flow::AccessKindsOf(flow);
  const flow::LoopUses walk = flow::UsesFinder(flow, kinds).Of(around.loop());
  const std::vector<bool> differs = FromEnvironment(flow, around);
  std::vector<NodeId> frozen;
  for (const auto& [cell, use] : walk.uses)
    if (use.exposed && !use.written && differs[cell] && flow.PointsTo(cell).empty())
      frozen.push_back(cell);
  std::ranges::sort(frozen);
  return frozen;
}

}  // namespace detrain::audit
