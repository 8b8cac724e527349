// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/first_content.h"

#include <variant>

#include "analyzer/flow/constants.h"

namespace detrain::audit {

using flow::NodeId;
using flow::ObjectKind;

namespace {

bool BeginsAsZero(const flow::Flow& flow, const flow::Object& object) {
  if (object.kind == ObjectKind::Region) {
    const rir::RegionKind kind = flow.module->regions[object.id].kind;
    return kind != rir::RegionKind::Local && kind != rir::RegionKind::Param;
  }
  const auto* made = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  return made != nullptr && made->zeroed;
}

}  // namespace

std::optional<double> StoredBy(const flow::Flow& flow, const flow::Access& access) {
  const flow::Node& node = flow.nodes[access.node];
  if (const auto* store = std::get_if<rir::StoreOp>(&node.op->data))
    return flow::ConstantOf(flow, store->value, node.instance);
  const auto* fill = std::get_if<rir::FillOp>(&node.op->data);
  const bool is_zero = fill != nullptr && fill->byte.kind == rir::OperandKind::Int && fill->byte.integer == 0;
  return is_zero ? std::optional(0.0) : std::nullopt;
}

std::optional<double> FirstContent(const flow::Flow& flow, const Around& around, NodeId cell) {
  const flow::Node& node = flow.nodes[cell];
  const flow::Object& object = flow.objects[node.object];
  std::optional<double> content = BeginsAsZero(flow, object) ? std::optional(0.0) : std::nullopt;
  bool is_known = true, is_stored = false;
  for (const NodeId other : object.cells) {
    if (flow.nodes[other].offset != node.offset)
      continue;
    flow.ForBefore(other, [&](NodeId from, flow::EdgeKind kind) {
      if (kind > flow::EdgeKind::Data || flow.AreSameCell(from, other) || around.Of(from).inside)
        return;
      const flow::Access* access = flow.AccessOf(from);
      const auto stored = access == nullptr ? std::nullopt : StoredBy(flow, *access);
      const bool is_again = content || is_stored;
      is_known = is_known && stored && (!is_again || *stored == *content);
      content = stored;
      is_stored = true;
    });
  }
  return is_known ? content : std::nullopt;
}

}  // namespace detrain::audit
