// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/thread_places.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/flow/behind.h"

namespace detrain::races {

namespace {

constexpr unsigned kDeepest = 24;
constexpr std::int64_t kLargest = 1 << 20;  // of factors and numbers: products stay far from overflow

// What differs between threads: below `count`, which is 0 where nobody knows.
using Counts = std::multimap<std::int64_t, std::int64_t, std::greater<>>;  // by factor, largest first

struct Index {
  std::int64_t number = 0;
  Counts counts;
  std::map<std::string, std::int64_t> symbols;  // what is one for all threads, by its formula: times what
};

struct Place {
  std::string base;
  std::vector<std::pair<rir::TypeId, std::optional<Index>>> dimensions;  // the innermost first; nothing: not known
};

// Numbers from `low` to `high` times `factor`; unbounded where `is_any`.
struct Part {
  std::int64_t factor = 1;
  std::int64_t low = 0, high = 0;
  bool is_any = false;
};

// Whether one number of each part, times its factor, can add up to `sum`. The parts' factors fall.
bool CanAddUp(const Part* part, const Part* end, std::int64_t sum) {
  if (part == end)
    return sum == 0;
  std::int64_t low = 0, high = 0;  // of what the smaller ones make
  for (const Part* rest = part + 1; rest != end; ++rest) {
    low += rest->factor * rest->low;
    high += rest->factor * rest->high;
    if (rest->is_any)
      return true;  // as far as is looked at here
  }
  // sum - factor * x lies in [low, high]
  const auto floor = [](std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); };
  std::int64_t from = -floor(high - sum, part->factor), to = floor(sum - low, part->factor);
  if (!part->is_any) {
    from = std::max(from, part->low);
    to = std::min(to, part->high);
  }
  for (std::int64_t x = from; x <= to; ++x)
    if (CanAddUp(part + 1, end, sum - part->factor * x))
      return true;
  return false;
}

class ThreadPlaces {
 public:
  ThreadPlaces(const flow::Flow& flow, OriginSearch& search, const ThreadNumbers& numbers, const Together& where,
               const std::set<flow::ScopeId>& loops)
      : flow_(flow), search_(search), numbers_(numbers), where_(where), loops_(loops) {}

  bool AreOther(flow::NodeId a, flow::NodeId b) {
    const auto left = PlaceOf(a), right = PlaceOf(b);
    if (!left || !right || left->base != right->base || left->dimensions.size() != right->dimensions.size())
      return false;
    bool differs = false;
    for (std::size_t i = 0; i < left->dimensions.size(); ++i) {
      const auto& [type, index] = left->dimensions[i];
      const auto& [other_type, other] = right->dimensions[i];
      if (type != other_type)
        return false;
      // Only the outermost one of a pointer may leave its array (A2).
      differs = differs || (index && other && NeverMeet(*index, *other));
    }
    return differs;
  }

 private:
  std::optional<Place> PlaceOf(flow::NodeId address) {
    Place place;
    for (const rir::ComputeOp* index = flow::ComputeAt(flow_, address, rir::Opcode::Index); index != nullptr;
         index = flow::ComputeAt(flow_, address, rir::Opcode::Index)) {
      auto sum = Expand(address, index->args[1], 0);
      const bool is_again = !place.dimensions.empty() && place.dimensions.back().first == index->pointee;
      if (!is_again)
        place.dimensions.emplace_back(index->pointee, std::move(sum));
      else if (auto& moved = place.dimensions.back().second; !moved || !sum || !Add(*moved, *sum, 1))
        moved.reset();  // a pointer that was moved on
      if (index->args[0].kind == rir::OperandKind::Region) {
        place.base = "@" + std::to_string(index->args[0].id);
        return place;
      }
      address = numbers_.Made(search_.OperandOf(address, index->args[0]));
    }
    const auto base = search_.NameOfSame(address, where_);
    if (!base || place.dimensions.empty())
      return std::nullopt;
    place.base = *base;
    return place;
  }

  static bool NeverMeet(const Index& a, const Index& b) {
    std::map<std::int64_t, Part, std::greater<>> parts;
    const auto add = [&](const Counts& counts, bool is_left) {
      for (const auto& [factor, count] : counts) {
        Part& part = parts[factor];
        part.factor = factor;
        part.is_any = part.is_any || count == 0;
        (is_left ? part.high : part.low) += (is_left ? 1 : -1) * (std::max<std::int64_t>(count, 1) - 1);
      }
    };
    add(a.counts, true);
    add(b.counts, false);
    std::vector<Part> falling;
    std::int64_t divisor = 0;
    for (const auto& [factor, part] : parts) {
      falling.push_back(part);
      divisor = std::gcd(divisor, factor);
    }
    std::map<std::string, std::int64_t> symbols = a.symbols;
    for (const auto& [symbol, times] : b.symbols)
      symbols[symbol] -= times;
    for (const auto& [symbol, times] : symbols)
      divisor = std::gcd(divisor, times);
    const std::int64_t apart = b.number - a.number;
    if (divisor != 0 && apart % divisor != 0)
      return true;
    return a.symbols == b.symbols && !CanAddUp(falling.data(), falling.data() + falling.size(), apart);
  }

  // Adds `factor` times `b`; false: it is too large, or counts down.
  static bool Add(Index& to, const Index& b, std::int64_t factor) {
    const auto is_small = [](std::int64_t n) { return n >= -kLargest && n <= kLargest; };
    to.number += factor * b.number;
    for (const auto& [each, count] : b.counts) {
      if (each * factor <= 0 || !is_small(each * factor))
        return false;
      to.counts.emplace(each * factor, count);
    }
    for (const auto& [symbol, each] : b.symbols)
      to.symbols[symbol] += each * factor;
    std::erase_if(to.symbols, [](const auto& symbol) { return symbol.second == 0; });
    return is_small(to.number);
  }

  std::optional<Index> Expand(flow::NodeId user, const rir::Operand& operand, unsigned depth) {
    if (operand.kind == rir::OperandKind::Int)
      return std::abs(operand.integer) <= kLargest ? std::optional(Index{operand.integer, {}, {}}) : std::nullopt;
    return depth > kDeepest ? std::nullopt : OfNode(numbers_.Made(search_.OperandOf(user, operand)), depth + 1);
  }

  std::optional<Index> OfNode(flow::NodeId node, unsigned depth) {
    if (node == flow::kNone)
      return std::nullopt;
    if (const auto count = CountOf(node))
      return Index{0, {{1, *count}}, {}};
    for (const rir::Opcode opcode : {rir::Opcode::Add, rir::Opcode::Sub, rir::Opcode::Mul})
      if (const rir::ComputeOp* compute = flow::ComputeAt(flow_, node, opcode))
        return Combined(opcode, Expand(node, compute->args[0], depth), Expand(node, compute->args[1], depth));
    if (const flow::Node& made = flow_.nodes[node]; made.kind == flow::NodeKind::Round && loops_.contains(made.scope))
      return Symbol("c" + std::to_string(node));
    if (const rir::ComputeOp* compute = flow::ComputeOf(flow_, node))
      if (auto rest = Remainder(node, *compute, depth))
        return rest;
    const auto symbol = search_.NameOfSame(node, where_);
    return symbol ? std::optional(Symbol(*symbol)) : std::nullopt;
  }

  static Index Symbol(const std::string& name) { return {0, {}, {{name, 1}}}; }

  // Of what is one for all threads: itself without a multiple of the constant. `x ^ 1` is `x + 1 - 2 * (x & 1)`.
  std::optional<Index> Remainder(flow::NodeId node, const rir::ComputeOp& compute, unsigned depth) {
    if (compute.args.size() != 2 || compute.args[1].kind != rir::OperandKind::Int)
      return std::nullopt;
    const std::int64_t number = compute.args[1].integer;
    const bool is_toggle = compute.opcode == rir::Opcode::Xor && number == 1;
    const bool is_mask = compute.opcode == rir::Opcode::And && number > 0 && number < kLargest &&
                         std::has_single_bit(static_cast<std::uint64_t>(number) + 1);
    const bool is_rest = compute.opcode == rir::Opcode::Rem && number > 0 && number <= kLargest;
    auto whole = is_toggle || is_mask || is_rest ? Expand(node, compute.args[0], depth) : std::nullopt;
    if (!whole || !whole->counts.empty())
      return std::nullopt;
    std::string name = std::to_string(whole->number);
    for (const auto& [symbol, times] : whole->symbols)
      name += "+" + std::to_string(times) + symbol;
    const std::int64_t by = is_toggle ? 2 : is_mask ? number + 1 : number;
    const Index parts = Symbol((is_toggle ? "&(" : "/(") + name + ")" + std::to_string(by));
    whole->number += is_toggle ? 1 : 0;
    return Add(*whole, parts, -by) ? std::move(whole) : std::nullopt;
  }

  static std::optional<Index> Combined(rir::Opcode opcode, std::optional<Index> a, std::optional<Index> b) {
    if (!a || !b)
      return std::nullopt;
    if (opcode != rir::Opcode::Mul)
      return Add(*a, *b, opcode == rir::Opcode::Add ? 1 : -1) ? std::move(a) : std::nullopt;
    const auto is_number = [](const Index& index) { return index.counts.empty() && index.symbols.empty(); };
    if (!is_number(*b))
      std::swap(a, b);
    Index out;
    return is_number(*b) && Add(out, *a, b->number) ? std::optional(std::move(out)) : std::nullopt;
  }

  // Of a number of the thread in its block, or its quotient or remainder by a constant: below what it stays, 0 where
  // nobody knows. Nothing: it is none.
  std::optional<std::int64_t> CountOf(flow::NodeId node) {
    const std::size_t number = numbers_.NumberOf(node);
    if (number < kThreadNumbers)
      return kOfBlock.test(number) ? std::optional(numbers_.CountOf(number).value_or(0)) : std::nullopt;
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, node);
    const bool is_part = compute != nullptr &&
                         (compute->opcode == rir::Opcode::Div || compute->opcode == rir::Opcode::Rem) &&
                         compute->args[1].kind == rir::OperandKind::Int && compute->args[1].integer > 0 &&
                         compute->args[1].integer <= kLargest;
    const flow::NodeId of = is_part ? numbers_.Made(search_.OperandOf(node, compute->args[0])) : flow::kNone;
    const auto whole = of == flow::kNone || numbers_.NumberOf(of) == kThreadNumbers ? std::nullopt : CountOf(of);
    if (!whole)
      return std::nullopt;
    const std::int64_t by = compute->args[1].integer;
    if (compute->opcode == rir::Opcode::Div)
      return (*whole + by - 1) / by;
    return *whole == 0 ? by : std::min(by, *whole);
  }

  const flow::Flow& flow_;
  OriginSearch& search_;
  const ThreadNumbers& numbers_;
  const Together& where_;
  const std::set<flow::ScopeId>& loops_;
};

}  // namespace

bool HaveOtherPlaces(const flow::Flow& flow, OriginSearch& search, const ThreadNumbers& numbers, flow::NodeId a,
                     flow::NodeId b, const Together& where, const std::set<flow::ScopeId>& loops) {
  return ThreadPlaces(flow, search, numbers, where, loops).AreOther(a, b);
}

}  // namespace detrain::races
