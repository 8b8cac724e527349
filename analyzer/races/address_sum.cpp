// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/address_sum.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>
#include <variant>

#include "analyzer/flow/behind.h"

namespace detrain::races {

namespace {

constexpr unsigned kDeepest = 24;
constexpr std::size_t kMostTerms = 32;
constexpr std::int64_t kLargest = 1 << 30;  // of what a factor is multiplied by: products stay far from overflow

std::optional<Sum> Checked(std::optional<Sum> sum) {
  const bool fits = sum && sum->size() <= kMostTerms && std::ranges::all_of(*sum, [](const auto& term) {
                      return term.second >= -kLargest && term.second <= kLargest;
                    });
  return fits ? std::move(sum) : std::nullopt;
}

Sum Number(std::int64_t number) {
  return number == 0 ? Sum() : Sum{{{}, number}};
}

// Equal for equal sums.
std::string TextOf(const Sum& sum) {
  std::string text = "(";
  for (const auto& [factors, times] : sum) {
    text += "+" + std::to_string(times);
    for (const std::string& factor : factors)
      text += "." + factor;
  }
  return text + ")";
}

}  // namespace

Sum Plus(Sum a, const Sum& b, std::int64_t times) {
  for (const auto& [factors, each] : b) {
    std::int64_t& held = a[factors];
    held += times * each;
    if (held == 0)
      a.erase(factors);
  }
  return a;
}

std::optional<Sum> Product(const Sum& a, const Sum& b) {
  Sum product;
  for (const auto& [left, times] : a)
    for (const auto& [right, each] : b) {
      Factors both;
      std::ranges::merge(left, right, std::back_inserter(both));
      product = Plus(std::move(product), {{both, times * each}});
    }
  return Checked(std::move(product));
}

std::string FactorOf(std::size_t number) {
  return "#" + std::to_string(number);
}

const std::optional<AddressSum>& AddressSums::Of(flow::NodeId address) {
  const auto known = known_.find(address);
  return known != known_.end() ? known->second : known_.emplace(address, Find(address)).first->second;
}

Numbers AddressSums::NumbersIn(const Factors& factors) const {
  Numbers numbers;
  for (const std::string& factor : factors)
    numbers |= Known(factor).numbers;
  return numbers;
}

Numbers AddressSums::NumbersIn(const Sum& sum) const {
  Numbers numbers;
  for (const auto& [factors, times] : sum)
    numbers |= NumbersIn(factors);
  return numbers;
}

std::optional<AddressSum> AddressSums::Find(flow::NodeId address) {
  AddressSum all;
  address = numbers_.Made(address);
  for (const rir::ComputeOp* index = flow::ComputeAt(flow_, address, rir::Opcode::Index); index != nullptr;
       index = flow::ComputeAt(flow_, address, rir::Opcode::Index)) {
    const auto size = static_cast<std::int64_t>(flow_.module->types[index->pointee].size);
    const auto elements = Expand(address, index->args[1], 0);
    const auto bytes = elements ? Product(*elements, Number(size)) : std::nullopt;
    if (!bytes || size == 0)
      return std::nullopt;
    all.bytes = Plus(std::move(all.bytes), *bytes);
    all.rows.push_back(size);
    all.size = all.size == 0 ? static_cast<std::uint64_t>(size) : all.size;
    if (index->args[0].kind == rir::OperandKind::Region) {
      all.base = "@" + std::to_string(index->args[0].id);
      return all;
    }
    address = numbers_.Made(search_.OperandOf(address, index->args[0]));
  }
  auto base = search_.NameOfSame(address, where_);
  if (!base || all.size == 0)
    return std::nullopt;
  all.base = std::move(*base);
  return all;
}

std::optional<Sum> AddressSums::Expand(flow::NodeId user, const rir::Operand& operand, unsigned depth) {
  if (operand.kind == rir::OperandKind::Int)
    return Checked(Number(operand.integer));
  return depth > kDeepest ? std::nullopt : OfNode(numbers_.Made(search_.OperandOf(user, operand)), depth + 1);
}

std::optional<Sum> AddressSums::OfNode(flow::NodeId node, unsigned depth) {
  if (node == flow::kNone)
    return std::nullopt;
  if (const std::size_t number = numbers_.NumberOf(node); number < kThreadNumbers) {
    Factor factor;
    factor.numbers.set(number);
    return Alone(FactorOf(number), std::move(factor));
  }
  const rir::Op* op = flow_.nodes[node].op;
  if (const auto* store = op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&op->data);
      store != nullptr && store->value.kind == rir::OperandKind::Int)
    return Expand(node, store->value, depth);
  if (flow_.nodes[node].kind == flow::NodeKind::Round && where_.inside[flow_.nodes[node].scope])
    return OfRound(node, depth);
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, node);
  auto sum = compute == nullptr ? std::nullopt : OfCompute(node, *compute, depth);
  return sum ? std::move(sum) : Symbol(node);
}

std::optional<Sum> AddressSums::OfCompute(flow::NodeId node, const rir::ComputeOp& compute, unsigned depth) {
  const auto part = [&](std::size_t i) { return Expand(node, compute.args[i], depth); };
  switch (compute.opcode) {
    case rir::Opcode::Add:
    case rir::Opcode::Sub: {
      const auto a = part(0), b = part(1);
      return a && b ? Checked(Plus(*a, *b, compute.opcode == rir::Opcode::Add ? 1 : -1)) : std::nullopt;
    }
    case rir::Opcode::Mul: {
      const auto a = part(0), b = part(1);
      return a && b ? Product(*a, *b) : std::nullopt;
    }
    case rir::Opcode::Shl: {
      const auto a = compute.args[1].kind == rir::OperandKind::Int ? part(0) : std::nullopt;
      const bool fits = a && compute.args[1].integer >= 0 && compute.args[1].integer < 30;
      return fits ? Product(*a, Number(std::int64_t{1} << compute.args[1].integer)) : std::nullopt;
    }
    case rir::Opcode::Div:
    case rir::Opcode::Rem:
    case rir::Opcode::Shr:
    case rir::Opcode::And:
      return Divided(node, compute, depth);
    default:
      return std::nullopt;
  }
}

// Quotients of what a thread's numbers make, and remainders; by powers of two they are shifts and masks.
std::optional<Sum> AddressSums::Divided(flow::NodeId node, const rir::ComputeOp& compute, unsigned depth) {
  auto whole = Expand(node, compute.args[0], depth), by = Expand(node, compute.args[1], depth);
  const bool is_bits = compute.opcode == rir::Opcode::Shr || compute.opcode == rir::Opcode::And;
  if (is_bits && by) {
    const rir::Operand& bits = compute.args[1];
    const bool fits = bits.kind == rir::OperandKind::Int && bits.integer >= 0 && bits.integer < kLargest;
    const bool is_shift = compute.opcode == rir::Opcode::Shr;
    if (!fits || (is_shift ? bits.integer >= 30 : !std::has_single_bit(static_cast<std::uint64_t>(bits.integer) + 1)))
      return std::nullopt;
    by = Number(is_shift ? std::int64_t{1} << bits.integer : bits.integer + 1);
  }
  if (!whole || !by || by->empty() || NumbersIn(*whole).none())
    return std::nullopt;
  Factor factor{NumbersIn(*whole) | NumbersIn(*by), false, false, true, *whole, *by};
  const Sum quotient = Alone(TextOf(*whole) + "/" + TextOf(*by), std::move(factor));
  if (compute.opcode == rir::Opcode::Div || compute.opcode == rir::Opcode::Shr)
    return quotient;
  const auto multiple = Product(*by, quotient);
  return multiple ? Checked(Plus(std::move(*whole), *multiple, -1)) : std::nullopt;
}

// What it begins with, and by how much it is further.
std::optional<Sum> AddressSums::OfRound(flow::NodeId round, unsigned depth) {
  flow::NodeId first = flow::kNone, next = flow::kNone;
  unsigned ways = 0;
  flow_.ForBefore(round, [&](flow::NodeId from, flow::EdgeKind kind) {
    if (kind != flow::EdgeKind::Copy || from == round)
      return;
    ++ways;
    const flow::ScopeId scope = flow_.nodes[from].scope;
    (scope != flow::kNone && flow_.IsInside(scope, flow_.nodes[round].scope) ? next : first) = from;
  });
  if (ways == 1 && first != flow::kNone)
    return OfNode(numbers_.Made(first), depth + 1);
  const rir::ComputeOp* step = ways == 2 ? flow::ComputeAt(flow_, numbers_.Made(next), rir::Opcode::Add) : nullptr;
  if (first == flow::kNone || depth > kDeepest)
    return std::nullopt;
  if (step == nullptr)  // doubled, halved: a number of its own, where it is one for all threads
    return numbers_.From(round, false).any() ? std::nullopt
                                             : std::optional(Alone("r" + std::to_string(round), OfLoop(round)));
  const auto is = [&](std::size_t i, const rir::Operand& operand) { return step->args[i] == operand; };
  const bool is_by_one = is(0, rir::Operand::Int(1)) || is(1, rir::Operand::Int(1));
  const auto begin = OfNode(numbers_.Made(first), depth + 1);
  if (!begin)
    return std::nullopt;
  Factor offset = OfLoop(round);
  offset.is_counter = is_by_one && NumbersIn(*begin).none();
  offset.is_offset = true;
  offset.round = round;
  return Checked(Plus(*begin, Alone("r" + std::to_string(round), std::move(offset))));
}

std::optional<Sum> AddressSums::Symbol(flow::NodeId node) {
  if (numbers_.From(node, false).any())
    return std::nullopt;
  if (const auto name = search_.NameOfSame(node, where_))
    return Alone(*name, {});
  // Made from what a loop counts, in ways that are not followed: one number for all threads in each round.
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, node);
  const flow::NodeId part = compute == nullptr ? flow::kNone : numbers_.Made(search_.OperandOf(node, compute->args[0]));
  const bool is_of_round = part != flow::kNone && flow_.nodes[part].kind == flow::NodeKind::Round &&
                           compute->args.size() == 2 && compute->args[1].kind == rir::OperandKind::Int;
  return is_of_round ? std::optional(Alone("v" + std::to_string(node), OfLoop(part))) : std::nullopt;
}

Factor AddressSums::OfLoop(flow::NodeId round) const {
  Factor factor;
  factor.is_counted = true;
  factor.loop = flow_.nodes[round].scope;
  return factor;
}

bool AddressSums::IsBlockSize(const std::string& factor, std::size_t dimension) {
  if (!block_sizes_) {
    block_sizes_.emplace();
    for (flow::NodeId id = 0; id < flow_.nodes.size(); ++id) {
      const flow::ScopeId scope = flow_.nodes[id].scope;
      const bool is_inside = scope != flow::kNone && where_.inside[scope];
      const std::size_t size = is_inside ? numbers_.BlockSizeOf(id) : kDimensions;
      const auto name = size < kDimensions ? search_.NameOfSame(numbers_.Made(id), where_) : std::nullopt;
      if (name)
        block_sizes_->emplace(*name, size);
    }
  }
  const auto known = block_sizes_->find(factor);
  return known != block_sizes_->end() && known->second == dimension;
}

Sum AddressSums::Alone(const std::string& name, Factor factor) {
  factors_.emplace(name, std::move(factor));
  return {{{name}, 1}};
}

}  // namespace detrain::races
