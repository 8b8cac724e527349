// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/distinct_keys.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace detrain::races {

namespace {

// Of detrain's text of Thrust; rows of the catalog say what they compute.
constexpr std::string_view kFirstOfEquals = "thrust::first_of_equal_numbers";
constexpr std::string_view kInOrder = "thrust::number_in_order";
constexpr std::size_t kMostNodes = 2000;  // behind them keys count as keys in any order

bool IsCall(const flow::Flow& flow, flow::NodeId node, std::string_view callee) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow, node);
  return compute != nullptr && compute->opcode == rir::Opcode::Math && compute->callee == callee;
}

// Of larger numbers the result is not smaller, or never larger, where the other operand is one number for all.
bool KeepsOrder(rir::Opcode opcode) {
  switch (opcode) {
    case rir::Opcode::Add:
    case rir::Opcode::Sub:
    case rir::Opcode::Mul:
    case rir::Opcode::Div:
    case rir::Opcode::Shl:
    case rir::Opcode::Shr:
    case rir::Opcode::Cast:
    case rir::Opcode::Neg:
      return true;
    default:
      return false;
  }
}

// Goes back from what was stored, through memory and copies, to where the numbers were made.
class Makers {
 public:
  explicit Makers(const flow::Flow& flow) : flow_(flow) {}

  // The computations that made the number.
  std::vector<flow::NodeId> Of(flow::NodeId number) {
    Add(number);
    std::vector<flow::NodeId> makers;
    for (std::size_t i = 0; i < open_.size() && i < kMostNodes; ++i) {
      const flow::NodeId at = open_[i];
      const rir::ComputeOp* compute = flow::ComputeOf(flow_, at);
      if (compute != nullptr && compute->opcode != rir::Opcode::Cast)
        makers.push_back(at);
      else if (flow_.nodes[at].kind == flow::NodeKind::Cell)
        flow_.ForStored(at, [&](flow::NodeId from) { Add(from); });
      else if (!AddContent(at))
        flow_.ForBefore(at, [&](flow::NodeId from, flow::EdgeKind kind) {
          if (kind == flow::EdgeKind::Copy || kind == flow::EdgeKind::Data)
            Add(from);
        });
    }
    return makers;
  }

 private:
  // What a load reads; false: it is none.
  bool AddContent(flow::NodeId load) {
    const flow::Access* access = flow_.AccessOf(load);
    const bool is_load = access != nullptr && access->reads && flow_.nodes[load].kind == flow::NodeKind::Value;
    for (const flow::NodeId cell : is_load ? flow_.PointsTo(access->address) : std::span<const flow::NodeId>())
      Add(cell);
    return is_load;
  }

  void Add(flow::NodeId node) {
    if (seen_.insert(node).second)
      open_.push_back(node);
  }

  const flow::Flow& flow_;
  std::vector<flow::NodeId> open_;
  std::unordered_set<flow::NodeId> seen_;
};

// Whether the number goes up, or down, with one counter: `i * 64 / n`.
bool GoesOneWay(const flow::Flow& flow, flow::NodeId value) {
  std::vector<flow::NodeId> open = {value};
  std::unordered_set<flow::NodeId> seen = {value};
  unsigned counters = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow, open[i]);
    const bool is_counter = flow.nodes[open[i]].kind == flow::NodeKind::Round;
    counters += is_counter ? 1 : 0;
    if ((compute != nullptr && !KeepsOrder(compute->opcode)) || counters > 1 || i >= kMostNodes)
      return false;
    if (!is_counter)
      flow.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
        if ((kind == flow::EdgeKind::Copy || kind == flow::EdgeKind::Data) && seen.insert(from).second)
          open.push_back(from);
      });
  }
  return true;
}

bool AreInOrder(const flow::Flow& flow, flow::NodeId key) {
  const std::vector<flow::NodeId> makers = Makers(flow).Of(key);
  const auto is_sorted = [&](flow::NodeId maker) { return IsCall(flow, maker, kInOrder); };
  const auto fits = [&](flow::NodeId maker) { return IsCall(flow, maker, kFirstOfEquals) || GoesOneWay(flow, maker); };
  return std::ranges::any_of(makers, is_sorted) || std::ranges::all_of(makers, fits);
}

}  // namespace

bool AreDistinctKeys(const flow::Flow& flow, flow::NodeId load) {
  bool are_distinct = false;
  for (const flow::NodeId maker : Makers(flow).Of(load)) {
    if (!IsCall(flow, maker, kFirstOfEquals))
      continue;
    const flow::NodeId key = flow.NodeOf(flow::ComputeOf(flow, maker)->args.front(), flow.nodes[maker].instance);
    if (key == flow::kNone || !AreInOrder(flow, key))
      return false;
    are_distinct = true;
  }
  return are_distinct;
}

}  // namespace detrain::races
