// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/stream_digits.h"

#include <algorithm>
#include <set>
#include <variant>
#include <vector>

namespace detrain::audit {

using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;

namespace {

constexpr int kOfNewStream = 6;
constexpr std::size_t kMostNodes = 500;

// Goes back from a number over copies of it to the constants that it may be.
class Digits {
 public:
  explicit Digits(const flow::Flow& flow) : flow_(flow) {}

  std::optional<int> Of(NodeId format) {
    Push(format);
    while (!open_.empty() && is_known_ && seen_.size() < kMostNodes) {
      const NodeId at = open_.back();
      open_.pop_back();
      Visit(at);
    }
    if (!is_known_ || !open_.empty())
      return std::nullopt;
    return most_.value_or(kOfNewStream);
  }

 private:
  void Push(NodeId node) {
    if (node != kNone && seen_.insert(node).second)
      open_.push_back(node);
  }

  void Visit(NodeId at) {
    const flow::Node& node = flow_.nodes[at];
    if (const auto* store = DataOf<rir::StoreOp>(node); store != nullptr && node.kind == NodeKind::Effect)
      return Take(store->value, node.instance);
    if (const auto* compute = DataOf<rir::ComputeOp>(node); compute != nullptr && node.kind == NodeKind::Value)
      return Computed(*compute, node.instance);
    if (node.kind == NodeKind::Parameter)
      return Passed(node);
    flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Copy)
        Push(from);
    });
  }

  template <typename Op>
  static const Op* DataOf(const flow::Node& node) {
    return node.op == nullptr ? nullptr : std::get_if<Op>(&node.op->data);
  }

  void Computed(const rir::ComputeOp& compute, flow::InstanceId instance) {
    const bool hands_on =
        compute.opcode == rir::Opcode::Cast || (compute.opcode == rir::Opcode::Math && compute.callee == "precision");
    is_known_ = is_known_ && hands_on && !compute.args.empty();
    if (is_known_)
      Take(compute.args[0], instance);
  }

  void Passed(const flow::Node& node) {
    const flow::Instance& callee = flow_.instances[node.instance];
    const auto* call = callee.op == nullptr ? nullptr : std::get_if<rir::CallOp>(&callee.op->data);
    const std::vector<rir::RegionId>& params = flow_.module->functions[callee.function].params;
    const auto place = static_cast<std::size_t>(std::ranges::find(params, node.object) - params.begin());
    is_known_ = is_known_ && call != nullptr && !callee.is_shared && place < std::min(params.size(), call->args.size());
    if (is_known_)
      Take(call->args[place], callee.caller);
  }

  void Take(const rir::Operand& operand, flow::InstanceId instance) {
    if (operand.kind == rir::OperandKind::Int)
      most_ = std::max(most_.value_or(0), static_cast<int>(std::clamp<std::int64_t>(operand.integer, 0, 100)));
    else if (operand.kind == rir::OperandKind::Value)
      Push(flow_.NodeOf(operand, instance));
    else
      is_known_ = false;
  }

  const flow::Flow& flow_;
  std::vector<NodeId> open_;
  std::set<NodeId> seen_;
  std::optional<int> most_;
  bool is_known_ = true;
};

}  // namespace

std::optional<int> StreamDigits(const flow::Flow& flow, NodeId output) {
  const flow::Node& node = flow.nodes[output];
  const auto& data = std::get<rir::OutputOp>(node.op->data);
  if (data.callee != "<<" || data.args.size() != 2)
    return std::nullopt;
  const NodeId format = flow.NodeOf(data.args[1], node.instance);
  return format == kNone ? std::nullopt : Digits(flow).Of(format);
}

}  // namespace detrain::audit
