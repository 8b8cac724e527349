// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/dealt_numbers.h"

#include <algorithm>
#include <unordered_set>
#include <variant>

namespace detrain::types {

namespace {

constexpr std::size_t kMostNodes = 400;  // that a number or an address may come over and be understood

// What it is a copy of, in the end: through variables, parameters and casts.
NodeId Original(const Flow& flow, NodeId value) {
  for (std::size_t depth = 0; depth < kMostNodes && value != kNone; ++depth) {
    const rir::ComputeOp* compute = ComputeOf(flow, value);
    const bool is_cast = compute != nullptr && compute->opcode == rir::Opcode::Cast;
    const NodeId from = is_cast              ? flow.NodeOf(compute->args[0], flow.nodes[value].instance)
                        : compute != nullptr ? kNone
                                             : OnlyCopied(flow, value);
    if (from == kNone)
      break;
    value = from;
  }
  return value;
}

// Where a number comes from, through memory too. That the memory was zero before says nothing.
class Origin {
 public:
  explicit Origin(const Flow& flow) : flow_(flow) {}

  // kNone: from several places, or it was not found out.
  NodeId Of(NodeId value) {
    AddValue(value);
    return is_one_ ? source_ : kNone;
  }

 private:
  void Add(NodeId source) {
    is_one_ = is_one_ && (source_ == kNone || source_ == source);
    source_ = source;
  }

  void AddValue(NodeId value) {
    const NodeId original = Original(flow_, value);
    const Access* access = flow_.AccessOf(original);
    const bool is_load = access != nullptr && flow_.nodes[original].kind == NodeKind::Value;
    if (!is_load || access->address == kNone)
      return Add(original);
    const auto cells = flow_.PointsTo(access->address);
    is_one_ = is_one_ && !cells.empty();
    for (const NodeId cell : cells)
      AddCell(cell);
  }

  void AddCell(NodeId cell) {
    if (!is_one_ || !seen_.insert(cell).second)
      return;
    is_one_ = seen_.size() < kMostNodes;
    flow_.ForStored(cell, [&](NodeId from) {
      if (flow_.nodes[from].kind == NodeKind::Cell)
        AddCell(from);
      else
        AddStored(from);
    });
  }

  void AddStored(NodeId effect) {
    const rir::Op* op = flow_.nodes[effect].op;
    const Access* access = flow_.AccessOf(effect);
    const rir::Operand* operand = op == nullptr ? nullptr : StoredBy(*op);
    if (op != nullptr && std::holds_alternative<rir::CopyOp>(op->data))
      return;  // from cells, which are asked themselves
    if (operand == nullptr || access == nullptr)
      is_one_ = false;
    else if (access->value != kNone)
      AddValue(access->value);
    else if (operand->kind != rir::OperandKind::Int || operand->integer != 0)
      Add(effect);
  }

  static const rir::Operand* StoredBy(const rir::Op& op) {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    const auto* fill = std::get_if<rir::FillOp>(&op.data);
    return store != nullptr ? &store->value : fill != nullptr ? &fill->byte : nullptr;
  }

  const Flow& flow_;
  std::unordered_set<NodeId> seen_;
  NodeId source_ = kNone;
  bool is_one_ = true;
};

NodeId SourceOf(const Flow& flow, NodeId value) {
  return Origin(flow).Of(value);
}

std::optional<Count> CountOf(const Flow& flow, const rir::Operand& operand, InstanceId instance) {
  if (operand.kind == rir::OperandKind::Int)
    return Count{kNone, operand.integer};
  const NodeId node = flow.NodeOf(operand, instance);
  const NodeId source = node == kNone ? kNone : SourceOf(flow, node);
  const bool varies = source == kNone || flow.nodes[source].kind == NodeKind::Round;
  return varies ? std::nullopt : std::optional(Count{source, 0});
}

// Whether the variable of the loop goes on by the count.
bool GoesOnBy(const Flow& flow, NodeId round, const Count& count) {
  bool goes_on = false;
  flow.ForBefore(round, [&](NodeId from, EdgeKind) {
    const NodeId next = Original(flow, from);
    const rir::ComputeOp* sum = ComputeOf(flow, next);
    if (sum == nullptr || sum->opcode != rir::Opcode::Add)
      return;
    const InstanceId instance = flow.nodes[next].instance;
    for (const std::size_t own : {0U, 1U}) {
      const NodeId variable = flow.NodeOf(sum->args[own], instance);
      goes_on = goes_on || (variable != kNone && Original(flow, variable) == round &&
                            CountOf(flow, sum->args[1 - own], instance) == count);
    }
  });
  return goes_on;
}

// Whether the loop of the variable ends at the count.
bool EndsAt(const Flow& flow, NodeId round, const Count& count) {
  const auto* loop = std::get_if<rir::LoopOp>(&flow.nodes[round].op->data);
  const InstanceId instance = flow.nodes[round].instance;
  const NodeId test = loop == nullptr ? kNone : flow.NodeOf(loop->condition, instance);
  const rir::ComputeOp* compare = ComputeOf(flow, test);
  if (compare == nullptr || compare->opcode != rir::Opcode::Lt)
    return false;
  const NodeId variable = flow.NodeOf(compare->args[0], instance);
  return variable != kNone && Original(flow, variable) == round && CountOf(flow, compare->args[1], instance) == count;
}

// Whether the variable of the loop begins with what another loop, which ends at the count, gave.
bool BeginsWithNumber(const Flow& flow, NodeId round, const Count& count) {
  bool begins = false;
  flow.ForBefore(round, [&](NodeId from, EdgeKind) {
    const NodeId source = SourceOf(flow, from);
    begins = begins || (source != kNone && source != round && flow.nodes[source].kind == NodeKind::Round &&
                        EndsAt(flow, source, count) && GoesOnBy(flow, source, Count{kNone, 1}));
  });
  return begins;
}

}  // namespace

std::optional<Remainder> RemainderOf(const Flow& flow, NodeId value) {
  const NodeId original = Original(flow, value);
  const rir::ComputeOp* compute = ComputeOf(flow, original);
  if (compute == nullptr || compute->opcode != rir::Opcode::Rem)
    return std::nullopt;
  const InstanceId instance = flow.nodes[original].instance;
  const NodeId dividend = flow.NodeOf(compute->args[0], instance);
  const std::optional<Count> count = CountOf(flow, compute->args[1], instance);
  if (dividend == kNone || !count)
    return std::nullopt;
  return Remainder{dividend, *count};
}

bool TakesEach(const Flow& flow, NodeId address, const Count& count, const std::vector<bool>& inside) {
  std::vector<NodeId> open = {address};
  std::unordered_set<NodeId> seen = {address};
  for (std::size_t i = 0; i < open.size() && i < kMostNodes; ++i) {
    const Node& node = flow.nodes[open[i]];
    if (node.kind == NodeKind::Round && node.scope != kNone && inside[node.scope] && GoesOnBy(flow, open[i], count) &&
        BeginsWithNumber(flow, open[i], count))
      return true;
    flow.ForBefore(open[i], [&](NodeId from, EdgeKind kind) {
      if (kind != EdgeKind::Control && flow.nodes[from].kind != NodeKind::Cell && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return false;
}

}  // namespace detrain::types
