// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/behind.h"

#include <variant>

namespace detrain::flow {

namespace {

constexpr unsigned kDeepest = 16;  // copies of copies

}  // namespace

const rir::ComputeOp* ComputeAt(const Flow& flow, NodeId value, rir::Opcode opcode) {
  const rir::ComputeOp* compute = ComputeOf(flow, value);
  return compute != nullptr && compute->opcode == opcode ? compute : nullptr;
}

std::optional<OnlyStore> OnlyStoreTo(const Flow& flow, NodeId load) {
  if (load == kNone)
    return std::nullopt;
  OnlyStore only;
  unsigned cells = 0, stores = 0;
  flow.ForBefore(load, [&](NodeId from, EdgeKind kind) {
    if (kind == EdgeKind::Copy && flow.nodes[from].kind == NodeKind::Cell)
      only.cell = from, ++cells;
  });
  if (cells != 1)
    return std::nullopt;
  flow.ForStored(only.cell, [&](NodeId from) { only.store = from, ++stores; });
  if (stores == 1 && flow.nodes[only.store].op != nullptr)
    only.op = std::get_if<rir::StoreOp>(&flow.nodes[only.store].op->data);
  return only.op == nullptr ? std::nullopt : std::optional(only);
}

NodeId Behind(const Flow& flow, NodeId value) {
  for (unsigned depth = 0; depth < kDeepest && value != kNone; ++depth) {
    const rir::ComputeOp* compute = ComputeOf(flow, value);
    const bool is_made = compute != nullptr && compute->opcode != rir::Opcode::Cast;
    NodeId only = kNone;
    unsigned count = 0;
    flow.ForBefore(value, [&](NodeId from, EdgeKind kind) {
      const bool is_other = kind == EdgeKind::Copy && from != value;
      only = is_other ? from : only;
      count += is_other ? 1 : 0;
    });
    if (is_made || count != 1 || flow.nodes[only].kind == NodeKind::Cell)
      return value;
    value = only;
  }
  return value;
}

}  // namespace detrain::flow
