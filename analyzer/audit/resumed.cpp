// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/resumed.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace detrain::audit {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

namespace {

// All that leads to `open` by edges of these kinds, for as long as `goes` says so of a node.
template <typename Goes>
std::unordered_set<NodeId> Behind(const flow::Flow& flow, std::vector<NodeId> open, EdgeKind least, EdgeKind most,
                                  const Goes& goes) {
  std::unordered_set<NodeId> seen(open.begin(), open.end());
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    flow.ForBefore(at, [&](NodeId from, EdgeKind kind) {
      if (kind >= least && kind <= most && goes(from) && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return seen;
}

// The values that decide whether the loads run, and what these are copies of: of `if (resuming == 1)` the number.
std::unordered_set<NodeId> Deciding(const flow::Flow& flow, const Around& around, const std::vector<FileUse>& loads) {
  std::vector<NodeId> inputs;
  for (const FileUse& file : loads)
    for (const Transfer& transfer : file.read)
      inputs.push_back(transfer.op);
  std::vector<NodeId> controls;
  for (const NodeId input : inputs)
    flow.ForBefore(input, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Control)
        controls.push_back(from);
    });
  const auto is_control = [&](NodeId node) { return flow.nodes[node].kind == NodeKind::Control; };
  std::vector<NodeId> compared;
  for (const NodeId control : Behind(flow, std::move(controls), EdgeKind::Copy, EdgeKind::Control, is_control))
    flow.ForBefore(control, [&](NodeId from, EdgeKind) {
      if (is_control(from))
        return;
      compared.push_back(from);
      flow.ForBefore(from, [&](NodeId operand, EdgeKind kind) {
        if (kind <= EdgeKind::Data)
          compared.push_back(operand);
      });
    });
  const auto is_before = [&](NodeId node) { return flow.nodes[node].kind == NodeKind::Cell || around.Of(node).before; };
  return Behind(flow, std::move(compared), EdgeKind::Copy, EdgeKind::Copy, is_before);
}

}  // namespace

std::set<LeafId> DecideOnLoad(const flow::Flow& flow, const Leaves& leaves, const Around& around,
                              const std::vector<FileUse>& loads) {
  const auto deciding = Deciding(flow, around, loads);
  const auto decides = [&](NodeId node) { return deciding.contains(node); };
  const auto is_before = [&](NodeId node) { return around.Of(node).before; };
  std::set<LeafId> out;
  for (LeafId leaf = 0; leaf < leaves.all.size(); ++leaf) {
    const NodeId node = leaves.all[leaf].node;
    const auto entry = flow.nodes[node].kind == NodeKind::Round
                           ? Behind(flow, {node}, EdgeKind::Copy, EdgeKind::Copy, is_before)
                           : std::unordered_set<NodeId>{node};
    if (std::ranges::any_of(entry, decides))
      out.insert(leaf);
  }
  return out;
}

}  // namespace detrain::audit
