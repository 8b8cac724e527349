// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/dealt_numbers.h"

#include <algorithm>
#include <unordered_set>
#include <variant>

namespace detrain::races {

namespace {

constexpr std::size_t kMostNodes = 400;  // that a number or an address may come over and be understood

// What it is a copy of, in the end: through variables, parameters and casts.
flow::NodeId Original(const flow::Flow& flow, flow::NodeId value) {
  for (std::size_t depth = 0; depth < kMostNodes && value != flow::kNone; ++depth) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow, value);
    const bool is_cast = compute != nullptr && compute->opcode == rir::Opcode::Cast;
    const flow::NodeId from = is_cast              ? flow.NodeOf(compute->args[0], flow.nodes[value].instance)
                              : compute != nullptr ? flow::kNone
                                                   : flow::OnlyCopied(flow, value);
    if (from == flow::kNone)
      break;
    value = from;
  }
  return value;
}

// Where a number comes from, through memory too. That the memory was zero before says nothing.
class Origin {
 public:
  explicit Origin(const flow::Flow& flow) : flow_(flow) {}

  // kNone: from several places, or it was not found out.
  flow::NodeId Of(flow::NodeId value) {
    AddValue(value);
    return is_one_ ? source_ : flow::kNone;
  }

 private:
  void Add(flow::NodeId source) {
    is_one_ = is_one_ && (source_ == flow::kNone || source_ == source);
    source_ = source;
  }

  void AddValue(flow::NodeId value) {
    const flow::NodeId original = Original(flow_, value);
    const flow::Access* access = flow_.AccessOf(original);
    const bool is_load = access != nullptr && flow_.nodes[original].kind == flow::NodeKind::Value;
    if (!is_load || access->address == flow::kNone)
      return Add(original);
    const auto cells = flow_.PointsTo(access->address);
    is_one_ = is_one_ && !cells.empty();
    for (const flow::NodeId cell : cells)
      AddCell(cell);
  }

  void AddCell(flow::NodeId cell) {
    if (!is_one_ || !seen_.insert(cell).second)
      return;
    is_one_ = seen_.size() < kMostNodes;
    flow_.ForStored(cell, [&](flow::NodeId from) {
      if (flow_.nodes[from].kind == flow::NodeKind::Cell)
        AddCell(from);
      else
        AddStored(from);
    });
  }

  void AddStored(flow::NodeId effect) {
    const rir::Op* op = flow_.nodes[effect].op;
    const flow::Access* access = flow_.AccessOf(effect);
    const rir::Operand* operand = op == nullptr ? nullptr : StoredBy(*op);
    if (op != nullptr && std::holds_alternative<rir::CopyOp>(op->data))
      return;  // from cells, which are asked themselves
    if (operand == nullptr || access == nullptr)
      is_one_ = false;
    else if (access->value != flow::kNone)
      AddValue(access->value);
    else if (operand->kind != rir::OperandKind::Int || operand->integer != 0)
      Add(effect);
  }

  static const rir::Operand* StoredBy(const rir::Op& op) {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    const auto* fill = std::get_if<rir::FillOp>(&op.data);
    return store != nullptr ? &store->value : fill != nullptr ? &fill->byte : nullptr;
  }

  const flow::Flow& flow_;
  std::unordered_set<flow::NodeId> seen_;
  flow::NodeId source_ = flow::kNone;
  bool is_one_ = true;
};

flow::NodeId SourceOf(const flow::Flow& flow, flow::NodeId value) {
  return Origin(flow).Of(value);
}

std::optional<Count> CountOf(const flow::Flow& flow, const rir::Operand& operand, flow::InstanceId instance) {
  if (operand.kind == rir::OperandKind::Int)
    return Count{flow::kNone, operand.integer};
  const flow::NodeId node = flow.NodeOf(operand, instance);
  const flow::NodeId source = node == flow::kNone ? flow::kNone : SourceOf(flow, node);
  const bool varies = source == flow::kNone || flow.nodes[source].kind == flow::NodeKind::Round;
  return varies ? std::nullopt : std::optional(Count{source, 0});
}

// Whether the variable of the loop goes on by the count.
bool GoesOnBy(const flow::Flow& flow, flow::NodeId round, const Count& count) {
  bool goes_on = false;
  flow.ForBefore(round, [&](flow::NodeId from, flow::EdgeKind) {
    const flow::NodeId next = Original(flow, from);
    const rir::ComputeOp* sum = flow::ComputeOf(flow, next);
    if (sum == nullptr || sum->opcode != rir::Opcode::Add)
      return;
    const flow::InstanceId instance = flow.nodes[next].instance;
    for (const std::size_t own : {0U, 1U}) {
      const flow::NodeId variable = flow.NodeOf(sum->args[own], instance);
      goes_on = goes_on || (variable != flow::kNone && Original(flow, variable) == round &&
                            CountOf(flow, sum->args[1 - own], instance) == count);
    }
  });
  return goes_on;
}

// Whether the loop of the variable ends at the count.
bool EndsAt(const flow::Flow& flow, flow::NodeId round, const Count& count) {
  const auto* loop = std::get_if<rir::LoopOp>(&flow.nodes[round].op->data);
  const flow::InstanceId instance = flow.nodes[round].instance;
  const flow::NodeId test = loop == nullptr ? flow::kNone : flow.NodeOf(loop->condition, instance);
  const rir::ComputeOp* compare = flow::ComputeOf(flow, test);
  if (compare == nullptr || compare->opcode != rir::Opcode::Lt)
    return false;
  const flow::NodeId variable = flow.NodeOf(compare->args[0], instance);
  return variable != flow::kNone && Original(flow, variable) == round &&
         CountOf(flow, compare->args[1], instance) == count;
}

// Whether the variable of the loop begins with what another loop, which ends at the count, gave.
bool BeginsWithNumber(const flow::Flow& flow, flow::NodeId round, const Count& count) {
  bool begins = false;
  flow.ForBefore(round, [&](flow::NodeId from, flow::EdgeKind) {
    const flow::NodeId source = SourceOf(flow, from);
    begins = begins || (source != flow::kNone && source != round && flow.nodes[source].kind == flow::NodeKind::Round &&
                        EndsAt(flow, source, count) && GoesOnBy(flow, source, Count{flow::kNone, 1}));
  });
  return begins;
}

}  // namespace

std::optional<Remainder> RemainderOf(const flow::Flow& flow, flow::NodeId value) {
  const flow::NodeId original = Original(flow, value);
  const rir::ComputeOp* compute = flow::ComputeOf(flow, original);
  if (compute == nullptr || compute->opcode != rir::Opcode::Rem)
    return std::nullopt;
  const flow::InstanceId instance = flow.nodes[original].instance;
  const flow::NodeId dividend = flow.NodeOf(compute->args[0], instance);
  const std::optional<Count> count = CountOf(flow, compute->args[1], instance);
  if (dividend == flow::kNone || !count)
    return std::nullopt;
  return Remainder{dividend, *count};
}

bool TakesEach(const flow::Flow& flow, flow::NodeId address, const Count& count, const std::vector<bool>& inside) {
  std::vector<flow::NodeId> open = {address};
  std::unordered_set<flow::NodeId> seen = {address};
  for (std::size_t i = 0; i < open.size() && i < kMostNodes; ++i) {
    const flow::Node& node = flow.nodes[open[i]];
    if (node.kind == flow::NodeKind::Round && node.scope != flow::kNone && inside[node.scope] &&
        GoesOnBy(flow, open[i], count) && BeginsWithNumber(flow, open[i], count))
      return true;
    flow.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
      if (kind != flow::EdgeKind::Control && flow.nodes[from].kind != flow::NodeKind::Cell && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return false;
}

}  // namespace detrain::races
