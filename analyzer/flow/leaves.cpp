// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/leaves.h"

#include <vector>

namespace detrain::flow {

namespace {

// How many digits a stream of the terminal shows is no more than text.
bool IsSeen(const Flow& flow, const Object& object) {
  const auto& regions = flow.module->regions;
  const bool is_static = object.kind == ObjectKind::Region && object.instance == kNone &&
                         !regions[object.id].is_const && regions[object.id].kind != rir::RegionKind::Hidden &&
                         !flow.IsConsole(object);
  return object.kind == ObjectKind::Unknown || is_static;
}

// Of a record that is returned, the result is its address; of a pointer, the outside reads behind it.
bool IsResult(const Flow& flow, const Node& node) {
  return node.kind == NodeKind::Result && flow.instances[node.instance].caller == kNone;
}

}  // namespace

std::unordered_set<NodeId> LeavesOf(const Flow& flow) {
  std::unordered_set<NodeId> leaves;
  std::vector<NodeId> open;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const Node& node = flow.nodes[id];
    const bool is_cell = node.kind == NodeKind::Cell && IsSeen(flow, flow.objects[node.object]);
    if ((is_cell || IsResult(flow, node)) && leaves.insert(id).second)
      open.push_back(id);
  }
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    for (const NodeId cell : flow.PointsTo(at)) {
      const Object& object = flow.objects[flow.nodes[cell].object];
      const bool is_memory = object.kind == ObjectKind::Region || object.kind == ObjectKind::Block;
      const bool is_const = object.kind == ObjectKind::Region && flow.module->regions[object.id].is_const;
      if (!is_memory || is_const)
        continue;
      for (const NodeId part : object.cells)
        if (leaves.insert(part).second)
          open.push_back(part);
    }
  }
  return leaves;
}

}  // namespace detrain::flow
