// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/ranges.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <variant>

namespace detrain::flow {

namespace {

constexpr unsigned kDeepest = 16;
constexpr unsigned kMostAround = 40;                  // members, elements and copies around an address
constexpr std::int64_t kLargest = 1'000'000'000'000;  // numbers beyond it are not counted with
constexpr std::int64_t kMostStrides = 64;
constexpr std::int64_t kMostRows = 4096;
constexpr std::int64_t kMostElements = 1 << 22;  // of an array that is counted through

class Ranges {
 public:
  explicit Ranges(const Flow& flow) : flow_(flow) {}

  std::optional<Range> Of(const rir::Operand& operand, InstanceId instance, unsigned depth) {
    if (operand.kind == rir::OperandKind::Int)
      return Number(operand.integer);
    if (operand.kind != rir::OperandKind::Value || instance == kNone || depth > kDeepest)
      return std::nullopt;
    return Of(flow_.values[instance][operand.id], depth);
  }

  std::optional<Range> Of(NodeId id, unsigned depth) {
    if (id == kNone)
      return std::nullopt;
    const Node& node = flow_.nodes[id];
    switch (node.kind) {
      case NodeKind::Round:
        return OfRound(id, depth + 1);
      case NodeKind::Parameter:
        return OfParameter(id, depth + 1);
      case NodeKind::Effect:
        if (const auto* store = std::get_if<rir::StoreOp>(&node.op->data))
          return Of(store->value, node.instance, depth + 1);
        if (const auto* result = std::get_if<rir::ReturnOp>(&node.op->data))
          return Of(result->value, node.instance, depth + 1);
        return std::nullopt;
      case NodeKind::Result:  // of a function that returns in one place
        return Of(OnlyBefore(id), depth + 1);
      case NodeKind::Cell:  // of a record that is copied: a function returns it, say
        return OfCell(id, depth + 1);
      case NodeKind::Value:
        break;
      default:
        return std::nullopt;
    }
    if (const auto* compute = std::get_if<rir::ComputeOp>(&node.op->data))
      return OfCompute(*compute, node.instance, depth + 1);
    const bool is_held =
        std::holds_alternative<rir::LoadOp>(node.op->data) || std::holds_alternative<rir::CallOp>(node.op->data);
    const NodeId held = is_held ? OnlyBefore(id) : kNone;
    if (held == kNone)
      return std::nullopt;
    return flow_.nodes[held].kind == NodeKind::Cell ? OfCell(held, depth + 1) : Of(held, depth + 1);
  }

  // The least number that a counter takes which only goes up, however its loop ends.
  std::optional<std::int64_t> LeastOf(const rir::Operand& operand, InstanceId instance) {
    NodeId at = operand.kind == rir::OperandKind::Value && instance != kNone ? flow_.NodeOf(operand, instance) : kNone;
    for (unsigned depth = 0; depth < kDeepest && at != kNone && flow_.nodes[at].kind == NodeKind::Value; ++depth) {
      const rir::ComputeOp* cast = ComputeOf(flow_, at);
      at = cast == nullptr || cast->opcode == rir::Opcode::Cast ? OnlyBefore(at) : kNone;
    }
    if (at == kNone || flow_.nodes[at].kind != NodeKind::Round)
      return std::nullopt;
    const std::optional<Range> counted = StartOf(at, 0);
    return counted ? std::optional(counted->low) : std::nullopt;
  }

 private:
  static std::optional<Range> Number(std::int64_t number) {
    if (number > kLargest || number < -kLargest)
      return std::nullopt;
    return Range{number, 1, number + 1, kNone};
  }
  // number - range
  static Range Mirrored(std::int64_t number, const Range& range) {
    const std::int64_t last = range.low + (range.end - 1 - range.low) / range.stride * range.stride;
    return {number - last, range.stride, number - range.low + 1, kNone};
  }
  static bool IsNumber(const Range& range) { return range.symbol == kNone && range.end == range.low + 1; }

  // Of memory that is a call's own and that one store writes: `std::thread(Work, 0)` hands its number over there.
  std::optional<Range> OfCell(NodeId cell, unsigned depth) {
    const Object& object = flow_.objects[flow_.nodes[cell].object];
    const bool is_variable =
        object.kind == ObjectKind::Region && flow_.module->regions[object.id].kind == rir::RegionKind::Local;
    NodeId only = kNone;
    unsigned count = 0;
    flow_.ForStored(cell, [&](NodeId store) {
      only = store;
      ++count;
    });
    return count == 1 && (is_variable || object.kind == ObjectKind::Block) ? Of(only, depth) : std::nullopt;
  }

  // A number that is computed from two: `(columns + 7) & ~7`.
  static std::optional<Range> OfNumbers(rir::Opcode opcode, std::int64_t left, std::int64_t right) {
    switch (opcode) {
      case rir::Opcode::And:
        return Number(left & right);
      case rir::Opcode::Div:
        return right > 0 ? Number(left / right) : std::nullopt;
      case rir::Opcode::Rem:
        return right > 0 ? Number(left % right) : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  std::optional<Range> OfCompute(const rir::ComputeOp& compute, InstanceId instance, unsigned depth) {
    if (compute.opcode == rir::Opcode::Cast)
      return Of(compute.args[0], instance, depth);
    if (compute.opcode == rir::Opcode::Not)
      if (const std::optional<Range> number = Of(compute.args[0], instance, depth); number && IsNumber(*number))
        return Number(~number->low);
    if (compute.args.size() != 2)
      return std::nullopt;
    std::optional<Range> left = Of(compute.args[0], instance, depth);
    std::optional<Range> right = Of(compute.args[1], instance, depth);
    if (compute.opcode != rir::Opcode::Add && compute.opcode != rir::Opcode::Sub && compute.opcode != rir::Opcode::Mul)
      return left && right && IsNumber(*left) && IsNumber(*right) ? OfNumbers(compute.opcode, left->low, right->low)
                                                                  : std::nullopt;
    if (left && right && compute.opcode != rir::Opcode::Sub && IsNumber(*left))
      std::swap(left, right);
    if (left && right && compute.opcode == rir::Opcode::Sub && IsNumber(*left) && right->symbol == kNone &&
        right->end > right->low)
      return Mirrored(left->low, *right);
    if (!left || !right || !IsNumber(*right))
      return std::nullopt;
    const std::int64_t by = right->low;
    if (compute.opcode == rir::Opcode::Mul)
      return IsNumber(*left) ? Number(left->low * by) : std::nullopt;
    const std::int64_t distance = compute.opcode == rir::Opcode::Add ? by : -by;
    left->low += distance;
    left->end += distance;
    return left;
  }

  // A constant that the one call of the function passes.
  std::optional<Range> OfParameter(NodeId id, unsigned depth) {
    const Node& node = flow_.nodes[id];
    const Instance& instance = flow_.instances[node.instance];
    if (instance.is_shared || instance.op == nullptr)
      return std::nullopt;
    const auto* call = std::get_if<rir::CallOp>(&instance.op->data);
    const auto& params = flow_.module->functions[instance.function].params;
    const auto place = static_cast<std::size_t>(std::ranges::find(params, node.object) - params.begin());
    if (call == nullptr || place >= call->args.size())
      return std::nullopt;
    return Of(call->args[place], instance.caller, depth);
  }

  [[nodiscard]] NodeId OnlyBefore(NodeId id) const {
    NodeId only = kNone;
    unsigned count = 0;
    flow_.ForBefore(id, [&](NodeId from, EdgeKind kind) {
      only = kind == EdgeKind::Copy ? from : only;
      count += kind == EdgeKind::Copy ? 1 : 0;
    });
    return count == 1 ? only : kNone;
  }

  // Through the merge of one way, to what is held there.
  [[nodiscard]] NodeId Behind(NodeId id) const {
    while (id != kNone && flow_.nodes[id].kind == NodeKind::Merge)
      id = OnlyBefore(id);
    return id;
  }

  // for (i = low; i < end; i += stride), with no other way out that counts: what leaves the loop early stays below.
  std::optional<Range> OfRound(NodeId round, unsigned depth) {
    const Node& node = flow_.nodes[round];
    const auto* loop = std::get_if<rir::LoopOp>(&node.op->data);
    if (loop == nullptr || loop->kind != rir::LoopKind::TestFirst || loop->condition.kind != rir::OperandKind::Value)
      return std::nullopt;
    const std::optional<Range> counted = StartOf(round, depth);
    if (!counted)
      return std::nullopt;
    std::optional<Range> range = EndOf(*loop, round, depth);
    if (range) {
      range->low = counted->low;
      range->stride = counted->stride;
    }
    return range;
  }

  // Where a counter begins, and what each round adds to it; its end is not known.
  std::optional<Range> StartOf(NodeId round, unsigned depth) {
    const Node& node = flow_.nodes[round];
    NodeId before = kNone, after = kNone;
    bool is_simple = true;
    flow_.ForBefore(round, [&](NodeId from, EdgeKind kind) {
      if (kind != EdgeKind::Copy)
        return;
      const ScopeId scope = flow_.nodes[from].scope;
      NodeId& side = scope != kNone && flow_.IsInside(scope, node.scope) ? after : before;
      is_simple = is_simple && side == kNone;
      side = from;
    });
    const std::optional<Range> low = is_simple ? Of(before, depth) : std::nullopt;
    const std::optional<std::int64_t> stride = is_simple ? StepOf(Behind(after), round) : std::nullopt;
    return low && IsNumber(*low) && stride ? std::optional(Range{low->low, *stride, low->low, kNone}) : std::nullopt;
  }

  // What a round adds to the counter.
  [[nodiscard]] std::optional<std::int64_t> StepOf(NodeId store, NodeId round) const {
    const Node* node = store == kNone ? nullptr : &flow_.nodes[store];
    const auto* data = node == nullptr || node->op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&node->op->data);
    if (data == nullptr || data->value.kind != rir::OperandKind::Value)
      return std::nullopt;
    const NodeId sum = flow_.values[node->instance][data->value.id];
    const rir::Op* op = sum == kNone ? nullptr : flow_.nodes[sum].op;
    const auto* add = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    if (add == nullptr || add->opcode != rir::Opcode::Add || add->args[1].kind != rir::OperandKind::Int ||
        add->args[1].integer <= 0 || !IsCounter(add->args[0], node->instance, round))
      return std::nullopt;
    return add->args[1].integer;
  }

  [[nodiscard]] bool IsCounter(const rir::Operand& operand, InstanceId instance, NodeId round) const {
    if (operand.kind != rir::OperandKind::Value)
      return false;
    NodeId at = flow_.values[instance][operand.id];
    for (unsigned depth = 0; depth < kDeepest && at != kNone && at != round; ++depth) {
      const rir::Op* op = flow_.nodes[at].op;
      const auto* cast = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
      if (cast != nullptr && cast->opcode != rir::Opcode::Cast)
        return false;
      at = OnlyBefore(at);
    }
    return at == round;
  }

  std::optional<Range> EndOf(const rir::LoopOp& loop, NodeId round, unsigned depth) {
    const InstanceId instance = flow_.nodes[round].instance;
    const NodeId condition = flow_.values[instance][loop.condition.id];
    const rir::Op* op = condition == kNone ? nullptr : flow_.nodes[condition].op;
    const auto* compare = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    const bool is_le = compare != nullptr && compare->opcode == rir::Opcode::Le;
    if (compare == nullptr || (compare->opcode != rir::Opcode::Lt && !is_le) ||
        !IsCounter(compare->args[0], instance, round))
      return std::nullopt;
    Range range;
    range.end = is_le ? 1 : 0;
    const std::optional<Range> end = Of(compare->args[1], instance, depth);
    if (end && IsNumber(*end)) {
      range.end += end->low;
      return range;
    }
    const NodeId symbol = SymbolOf(compare->args[1], instance);
    range.symbol = symbol;
    return symbol == kNone ? std::nullopt : std::optional(range);
  }

  // What a variable holds, given or chosen: one node for equal numbers.
  [[nodiscard]] NodeId SymbolOf(const rir::Operand& operand, InstanceId instance) const {
    if (operand.kind != rir::OperandKind::Value)
      return kNone;
    NodeId at = flow_.values[instance][operand.id];
    for (unsigned depth = 0; depth < kDeepest && at != kNone; ++depth) {
      if (flow_.nodes[at].kind == NodeKind::Parameter)
        return at;
      const rir::Op* op = flow_.nodes[at].op;
      const auto* cast = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
      if (cast != nullptr && cast->opcode == rir::Opcode::Select)
        return at;
      if (flow_.nodes[at].kind == NodeKind::Cell || (cast != nullptr && cast->opcode != rir::Opcode::Cast))
        return kNone;
      at = OnlyBefore(at);
    }
    return kNone;
  }

  const Flow& flow_;
};

}  // namespace

std::optional<Range> RangeOf(const Flow& flow, const rir::Operand& operand, InstanceId instance) {
  return Ranges(flow).Of(operand, instance, 0);
}

std::optional<Range> RangeOf(const Flow& flow, NodeId value) {
  return Ranges(flow).Of(value, 0);
}

std::optional<std::int64_t> LeastOf(const Flow& flow, const rir::Operand& operand, InstanceId instance) {
  return Ranges(flow).LeastOf(operand, instance);
}

NodeId BeginOf(const Flow& flow, NodeId round) {
  NodeId begin = kNone;
  bool moves = flow.nodes[round].kind == NodeKind::Round;
  flow.ForBefore(round, [&](NodeId from, EdgeKind kind) {
    if (kind != EdgeKind::Copy)
      return;
    const NodeId next = from < round ? from : OnlyCopied(flow, from);
    const rir::ComputeOp* step = next == kNone ? nullptr : ComputeOf(flow, next);
    if (from < round)
      begin = from;
    else
      moves = moves && step != nullptr && step->opcode == rir::Opcode::Index;
  });
  return moves ? begin : kNone;
}

namespace {

std::optional<Range> ChosenBy(const Flow& flow, NodeId index) {
  return RangeOf(flow, ComputeOf(flow, index)->args[1], flow.nodes[index].instance);
}

// The elements that lie around an address, the innermost first: of `p[i].w[j]` j and i. `moves_pointers`: of an element
// that a pointer comes to which a loop moves, those around its array.
std::vector<NodeId> IndicesOf(const Flow& flow, NodeId address, bool moves_pointers = false) {
  std::vector<NodeId> indices;
  bool is_moved = false;  // along the array that the address is in
  for (unsigned depth = 0; depth < kMostAround && address != kNone; ++depth) {
    const rir::ComputeOp* at = ComputeOf(flow, address);
    const bool is_place = at != nullptr && (at->opcode == rir::Opcode::Index || at->opcode == rir::Opcode::Field);
    if (is_place && at->opcode == rir::Opcode::Index && !is_moved)
      indices.push_back(address);
    is_moved = is_moved && (!is_place || at->opcode != rir::Opcode::Field);
    const NodeId begin = is_place || !moves_pointers ? kNone : BeginOf(flow, address);
    is_moved = is_moved || begin != kNone;
    address = is_place         ? flow.NodeOf(at->args[0], flow.nodes[address].instance)
              : begin != kNone ? begin
                               : OnlyCopied(flow, address);
  }
  return indices;
}

bool Overlap(const Range& left, const Range& right) {
  return left.low < right.end && right.low < left.end &&
         (left.low - right.low) % std::gcd(left.stride, right.stride) == 0;
}

}  // namespace

std::optional<Range> ElementsOf(const Flow& flow, NodeId address) {
  const rir::ComputeOp* index = ComputeOf(flow, address);
  if (index == nullptr || index->opcode != rir::Opcode::Index)
    return Range{0, 1, 1, kNone};
  return ChosenBy(flow, address);
}

namespace {

std::int64_t CountOf(const Range& range) {
  return range.end <= range.low ? 0 : (range.end - range.low + range.stride - 1) / range.stride;
}

// Each number of one with each of the other: of the one that has fewer numbers a range per number.
std::vector<Range> SumOf(const std::vector<Range>& left, const std::vector<Range>& right) {
  std::int64_t rows = 0, others = 0;
  for (const Range& range : left)
    rows += CountOf(range);
  for (const Range& range : right)
    others += CountOf(range);
  if (rows > others)
    return SumOf(right, left);
  std::vector<Range> sum;
  if (rows * static_cast<std::int64_t>(right.size()) > kMostRows)
    return {};
  for (const Range& row : left)
    for (std::int64_t by = row.low; by < row.end; by += row.stride)
      for (const Range& range : right)
        sum.push_back({range.low + by, range.stride, range.end + by, kNone});
  return sum;
}

// Each number times a constant that is not negative.
std::vector<Range> ProductOf(std::vector<Range> ranges, std::int64_t by) {
  if (by == 0)
    return {{0, 1, 1, kNone}};
  for (Range& range : ranges)
    range = {range.low * by, range.stride * by, (range.low + (CountOf(range) - 1) * range.stride) * by + 1, kNone};
  return ranges;
}

bool AreCountable(const std::vector<Range>& ranges) {
  return !ranges.empty() && std::ranges::all_of(ranges, [](const Range& range) {
    return range.symbol == kNone && range.low >= 0 && range.stride > 0 && range.end > range.low &&
           range.end <= kMostElements;
  });
}

std::vector<Range> RowsOf(const Flow& flow, const rir::Operand& operand, InstanceId instance, unsigned depth) {
  if (const std::optional<Range> range = RangeOf(flow, operand, instance))
    return {*range};
  NodeId at = operand.kind == rir::OperandKind::Value && instance != kNone ? flow.NodeOf(operand, instance) : kNone;
  const rir::ComputeOp* compute = at == kNone ? nullptr : ComputeOf(flow, at);
  if (compute == nullptr || depth > kDeepest)
    return {};
  if (compute->opcode == rir::Opcode::Cast)
    return RowsOf(flow, compute->args[0], instance, depth + 1);
  if (compute->opcode != rir::Opcode::Add && compute->opcode != rir::Opcode::Mul)
    return {};
  std::vector<Range> left = RowsOf(flow, compute->args[0], instance, depth + 1);
  std::vector<Range> right = RowsOf(flow, compute->args[1], instance, depth + 1);
  if (!AreCountable(left) || !AreCountable(right))
    return {};
  if (compute->opcode == rir::Opcode::Add)
    return SumOf(left, right);
  if (left.size() == 1 && CountOf(left.front()) == 1)
    std::swap(left, right);
  const bool is_scaled = right.size() == 1 && CountOf(right.front()) == 1;
  return is_scaled ? ProductOf(std::move(left), right.front().low) : std::vector<Range>();
}

}  // namespace

std::vector<Range> RowsOf(const Flow& flow, NodeId address) {
  const rir::ComputeOp* index = ComputeOf(flow, address);
  if (index == nullptr || index->opcode != rir::Opcode::Index)
    return {{0, 1, 1, kNone}};
  return RowsOf(flow, index->args[1], flow.nodes[address].instance, 0);
}

Elements ElementsFromStart(const Flow& flow, NodeId address) {
  Elements found;
  for (unsigned depth = 0; depth < kMostAround && address != kNone && ComputeOf(flow, address) == nullptr; ++depth)
    address = OnlyCopied(flow, address);  // a function returns it: `operator[]`
  const rir::ComputeOp* index = address == kNone ? nullptr : ComputeOf(flow, address);
  const rir::TypeId element = index == nullptr ? rir::kNone : index->pointee;
  for (unsigned depth = 0; depth < kMostAround && address != kNone; ++depth) {
    index = ComputeOf(flow, address);
    const bool is_element = index != nullptr && index->opcode == rir::Opcode::Index;
    if (is_element && index->pointee == element) {
      const std::vector<Range> more = RowsOf(flow, address);
      found.indices.push_back(address);
      if (found.indices.size() == 1)
        found.ranges = more;
      else
        found.ranges =
            AreCountable(more) && AreCountable(found.ranges) ? SumOf(found.ranges, more) : std::vector<Range>();
      found.base = address = flow.NodeOf(index->args[0], flow.nodes[address].instance);
    } else {
      address = index == nullptr ? OnlyCopied(flow, address) : kNone;
    }
  }
  return found;
}

std::vector<Range> RunsOf(const std::vector<Range>& begins, std::int64_t count) {
  const std::vector<Range> run = {{0, 1, count, kNone}};
  return AreCountable(begins) && AreCountable(run) ? SumOf(begins, run) : std::vector<Range>();
}

std::optional<bool> CoverEach(const std::vector<Range>& ranges, const std::vector<Range>& what) {
  if (!AreCountable(ranges) || !AreCountable(what))
    return std::nullopt;
  std::int64_t size = 0;
  for (const Range& range : ranges)
    size = std::max(size, range.end);
  std::vector<bool> is_in(static_cast<std::size_t>(size), false);
  for (const Range& range : ranges)
    for (std::int64_t i = range.low; i < range.end; i += range.stride)
      is_in[static_cast<std::size_t>(i)] = true;
  for (const Range& range : what)
    for (std::int64_t i = range.low; i < range.end; i += range.stride)
      if (i >= size || !is_in[static_cast<std::size_t>(i)])
        return false;
  return true;
}

bool MayMeet(const Flow& flow, NodeId a, NodeId b) {
  const std::optional<Range> left = ElementsOf(flow, a), right = ElementsOf(flow, b);
  return left && right && left->symbol == right->symbol && Overlap(*left, *right);
}

bool NeverMeet(const Flow& flow, NodeId a, NodeId b) {
  const std::vector<NodeId> left = IndicesOf(flow, a, true), right = IndicesOf(flow, b, true);
  for (std::size_t i = 0; i < left.size() && left.size() == right.size(); ++i) {
    const std::optional<Range> one = ChosenBy(flow, left[i]), other = ChosenBy(flow, right[i]);
    if (one && other && one->symbol == kNone && other->symbol == kNone && !Overlap(*one, *other))
      return true;
  }
  return false;
}

bool Cover(const std::vector<Range>& ranges, const Range& what) {
  std::int64_t reached = what.low;
  const auto is_step = [&](std::int64_t low, std::int64_t stride) {  // each residue from `low` on is in one of them
    std::set<std::int64_t> residues;
    for (const Range& range : ranges)
      if (range.stride == stride && range.low <= low + stride - 1 && range.symbol == what.symbol &&
          range.end >= what.end)
        residues.insert(((range.low - low) % stride + stride) % stride);
    return static_cast<std::int64_t>(residues.size()) == stride;
  };
  for (bool grows = true; grows && (what.symbol != kNone || reached < what.end);) {
    grows = false;
    for (const Range& range : ranges) {
      if (range.stride <= kMostStrides && is_step(reached, range.stride))
        return true;
      if (range.stride != 1 || range.low > reached || range.symbol != kNone || range.end <= reached)
        continue;
      reached = range.end;
      grows = true;
    }
  }
  return what.symbol == kNone && reached >= what.end;
}

}  // namespace detrain::flow
