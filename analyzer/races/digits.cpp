// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/digits.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/flow/behind.h"
#include "analyzer/flow/ranges.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostTerms = 32;
constexpr unsigned kDeepest = 32;
constexpr std::int64_t kLargest = 1 << 20;  // of a constant factor: products stay far from overflow

// A product of a constant and of numbers that are the same in all rounds, by their formulas.
struct Product {
  std::int64_t factor = 1;
  std::multiset<std::string> symbols = {};
  auto operator<=>(const Product&) const = default;
};

// A summand of a place: `scale` times a counter, or alone.
struct Term {
  Product scale;
  flow::NodeId counter = flow::kNone;
};
using Terms = std::optional<std::vector<Term>>;

// What a place has at one scale: a counter, or a number.
struct Digit {
  flow::NodeId counter = flow::kNone;
  std::int64_t number = 0;
};
using Places = std::map<Product, Digit>;

struct Place {
  std::string base;
  rir::TypeId element = rir::kNone;
  Places digits;
};

std::optional<Product> Times(const Product& a, const Product& b) {
  if (a.factor > kLargest || b.factor > kLargest)
    return std::nullopt;
  Product product{a.factor * b.factor, a.symbols};
  product.symbols.insert(b.symbols.begin(), b.symbols.end());
  return product;
}

class Digits {
 public:
  Digits(const flow::Flow& flow, OriginSearch& search, const Together& where)
      : flow_(flow), search_(search), where_(where) {}

  bool AreOther(flow::NodeId a, flow::NodeId b) {
    const auto left = PlaceOf(a), right = PlaceOf(b);
    return left && right && left->base == right->base && left->element == right->element &&
           ShareCounters(left->digits, right->digits) && AreDigits(left->digits, right->digits);
  }

 private:
  std::optional<Place> PlaceOf(flow::NodeId address) {
    Place place;
    std::vector<Term> sum;
    for (const rir::ComputeOp* index = flow::ComputeAt(flow_, address, rir::Opcode::Index); index != nullptr;
         index = flow::ComputeAt(flow_, address, rir::Opcode::Index)) {
      const Terms terms = Expand(address, index->args[1], 0);
      if (!terms || (place.element != rir::kNone && place.element != index->pointee))
        return std::nullopt;
      sum.insert(sum.end(), terms->begin(), terms->end());
      place.element = index->pointee;
      address = flow::Behind(flow_, search_.OperandOf(address, index->args[0]));
    }
    const auto base = search_.NameOfSame(address, where_);
    if (!base || place.element == rir::kNone || !Sort(sum, place.digits))
      return std::nullopt;
    place.base = *base;
    return place;
  }

  // Numbers that stand alone are summed up by what they are multiples of; else a scale has one summand.
  static bool Sort(const std::vector<Term>& sum, Places& digits) {
    std::set<Product> counted;
    for (const Term& term : sum) {
      Product scale = term.scale;
      const std::int64_t number = term.counter == flow::kNone ? std::exchange(scale.factor, 1) : 0;
      Digit& digit = digits[scale];
      if (term.counter != flow::kNone && !counted.insert(scale).second)
        return false;
      digit.counter = term.counter != flow::kNone ? term.counter : digit.counter;
      digit.number += number;
    }
    return std::ranges::all_of(digits, [](const auto& at) {
      return at.second.number >= 0 && (at.second.counter == flow::kNone || at.second.number == 0);
    });
  }

  Terms Expand(flow::NodeId user, const rir::Operand& operand, unsigned depth) {
    if (operand.kind == rir::OperandKind::Int)
      return operand.integer == 0 ? std::vector<Term>() : std::vector<Term>{{{operand.integer, {}}, flow::kNone}};
    return depth > kDeepest ? std::nullopt : OfNode(flow::Behind(flow_, search_.OperandOf(user, operand)), depth + 1);
  }

  Terms OfNode(flow::NodeId node, unsigned depth) {
    if (node == flow::kNone)
      return std::nullopt;
    const bool is_sum = flow::ComputeAt(flow_, node, rir::Opcode::Add) != nullptr;
    if (is_sum || flow::ComputeAt(flow_, node, rir::Opcode::Mul) != nullptr) {
      const rir::ComputeOp& compute = *flow::ComputeOf(flow_, node);
      const Terms left = Expand(node, compute.args[0], depth), right = Expand(node, compute.args[1], depth);
      return !left || !right ? std::nullopt : is_sum ? Sum(*left, *right) : Multiplied(*left, *right);
    }
    if (flow_.nodes[node].kind == flow::NodeKind::Round && !IsSame(node))
      return std::vector<Term>{{{}, node}};
    return Symbol(node);
  }

  [[nodiscard]] bool IsSame(flow::NodeId round) const {
    return flow_.nodes[round].scope != where_.work && !where_.inside[flow_.nodes[round].scope];
  }

  static Terms Sum(std::vector<Term> left, const std::vector<Term>& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left.size() > kMostTerms ? std::nullopt : Terms(std::move(left));
  }

  static Terms Multiplied(const std::vector<Term>& left, const std::vector<Term>& right) {
    std::vector<Term> all;
    for (const Term& a : left)
      for (const Term& b : right) {
        const auto scale = Times(a.scale, b.scale);
        if (!scale || (a.counter != flow::kNone && b.counter != flow::kNone) || all.size() == kMostTerms)
          return std::nullopt;
        all.push_back({*scale, a.counter != flow::kNone ? a.counter : b.counter});
      }
    return all;
  }

  Terms Symbol(flow::NodeId node) {
    const auto symbol = search_.NameOfSame(node, where_);
    if (!symbol)
      return std::nullopt;
    const flow::NodeId made = MadeOnce(node);
    if (const rir::ComputeOp* quotient = flow::ComputeAt(flow_, made, rir::Opcode::Div))
      quotients_.emplace(*symbol, std::pair(FormulaOf(made, quotient->args[0]), FormulaOf(made, quotient->args[1])));
    return std::vector<Term>{{{1, {*symbol}}, flow::kNone}};
  }

  // What is stored in the variable that it is read from, where that is one thing: threads share variables through
  // memory.
  [[nodiscard]] flow::NodeId MadeOnce(flow::NodeId load) const {
    const auto only = flow::OnlyStoreTo(flow_, load);
    return only ? flow::Behind(flow_, search_.OperandOf(only->store, only->op->value)) : load;
  }

  std::string FormulaOf(flow::NodeId user, const rir::Operand& operand) {
    return operand.kind == rir::OperandKind::Int ? std::to_string(operand.integer)
                                                 : search_.Formula(search_.OperandOf(user, operand), where_);
  }

  // How far into the loops that threads share as one a counter is; nullopt: it is of no such loop.
  [[nodiscard]] std::optional<unsigned> LevelOf(flow::NodeId counter) const {
    const auto& shared = std::get<rir::LoopOp>(flow_.scopes[where_.work].op->data);
    flow::ScopeId at = flow_.nodes[counter].scope;
    for (unsigned level = 0; level < shared.collapse; ++level) {
      if (at == where_.work)
        return level;
      const flow::Scope& scope = flow_.scopes[at];
      if (scope.kind != flow::ScopeKind::Loop || scope.parents.size() != 1)
        return std::nullopt;
      at = scope.parents.front();
    }
    return std::nullopt;
  }

  // Whether both have each shared loop's counter, at one scale.
  [[nodiscard]] bool ShareCounters(const Places& left, const Places& right) const {
    std::set<unsigned> levels;
    for (const auto& [scale, digit] : left) {
      const auto level = digit.counter == flow::kNone ? std::nullopt : LevelOf(digit.counter);
      const auto other = right.find(scale);
      if (level && (other == right.end() || other->second.counter != digit.counter || !levels.insert(*level).second))
        return false;
    }
    return levels.size() == std::get<rir::LoopOp>(flow_.scopes[where_.work].op->data).collapse;
  }

  // Whether at each scale what lies below is less than one there, of both.
  bool AreDigits(const Places& left, const Places& right) {
    std::set<Product> scales;
    for (const Places* places : {&left, &right})
      for (const auto& [scale, digit] : *places)
        scales.insert(scale);
    Product below;  // more than all that the lower digits make
    while (!scales.empty()) {
      const auto next = std::ranges::find_if(scales, [&](const Product& scale) {
        return std::ranges::all_of(scales, [&](const Product& other) { return IsAtMost(scale, other); });
      });
      if (next == scales.end() || !IsAtMost(below, *next))
        return false;
      const auto count = CountAt(*next, left, right);
      const auto reached = count ? Times(*next, *count) : std::nullopt;
      if (!reached)
        return false;
      below = Reduced(*reached);
      scales.erase(next);
    }
    return true;
  }

  // How many numbers a digit may be.
  std::optional<Product> CountAt(const Product& scale, const Places& left, const Places& right) {
    std::optional<Product> most;
    for (const Places* places : {&left, &right}) {
      const auto at = places->find(scale);
      if (at == places->end())
        continue;
      const auto count =
          at->second.counter == flow::kNone ? Product{at->second.number + 1, {}} : EndOf(at->second.counter, 0);
      if (!count || (most && !IsAtMost(*most, *count) && !IsAtMost(*count, *most)))
        return std::nullopt;
      most = !most || IsAtMost(*most, *count) ? count : most;
    }
    return most;
  }

  // Of a counter that begins at 0 or behind it what it stays below.
  std::optional<Product> EndOf(flow::NodeId counter, unsigned depth) {
    const auto& loop = std::get<rir::LoopOp>(flow_.nodes[counter].op->data);
    const flow::InstanceId instance = flow_.nodes[counter].instance;
    return depth > 4 || loop.condition.kind != rir::OperandKind::Value
               ? std::nullopt
               : EndBy(flow_.NodeOf(loop.condition, instance), counter, depth);
  }

  // Where a condition holds that is a comparison, or is made of several by `&&`.
  std::optional<Product> EndBy(flow::NodeId test, flow::NodeId counter, unsigned depth) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, test);
    if (compute == nullptr || compute->args.size() != 2)
      return std::nullopt;
    if (compute->opcode == rir::Opcode::LAnd) {
      const auto end = EndBy(search_.OperandOf(test, compute->args[0]), counter, depth);
      return end ? end : EndBy(search_.OperandOf(test, compute->args[1]), counter, depth);
    }
    const bool is_less = compute->opcode == rir::Opcode::Lt;
    if ((!is_less && compute->opcode != rir::Opcode::Le) ||
        flow::Behind(flow_, search_.OperandOf(test, compute->args[0])) != counter ||
        LeastOf(flow_, compute->args[0], flow_.nodes[counter].instance).value_or(-1) < 0)
      return std::nullopt;
    const Terms end = Expand(test, compute->args[1], 0);
    if (!end || end->size() != 1)
      return std::nullopt;
    if (end->front().counter == flow::kNone)
      return is_less ? std::optional(end->front().scale) : std::nullopt;
    return end->front().scale == Product() ? EndOf(end->front().counter, depth + 1) : std::nullopt;
  }

  // n times a quotient of something by n is no more than that.
  [[nodiscard]] Product Reduced(Product product) const {
    for (const auto& [quotient, of] : quotients_) {
      const auto number = product.symbols.find(quotient), by = product.symbols.find(of.second);
      if (number == product.symbols.end() || by == product.symbols.end() || number == by)
        continue;
      product.symbols.erase(number);
      product.symbols.erase(product.symbols.find(of.second));
      product.symbols.insert(of.first);
    }
    return product;
  }

  // A quotient is no more than what it is one of.
  [[nodiscard]] bool IsAtMost(Product a, const Product& b) const {
    for (const auto& [quotient, of] : quotients_) {
      const auto number = a.symbols.find(quotient);
      if (number == a.symbols.end() || b.symbols.contains(quotient))
        continue;
      a.symbols.erase(number);
      a.symbols.insert(of.first);
    }
    return a.factor <= b.factor && std::ranges::includes(b.symbols, a.symbols);
  }

  const flow::Flow& flow_;
  OriginSearch& search_;
  const Together& where_;
  std::map<std::string, std::pair<std::string, std::string>> quotients_;  // by their formulas: of what, by what
};

}  // namespace

bool HaveOtherDigits(const flow::Flow& flow, OriginSearch& search, flow::NodeId a, flow::NodeId b,
                     const Together& where) {
  const rir::Op* op =
      where.work == flow::kNone || where.work >= flow.scopes.size() ? nullptr : flow.scopes[where.work].op;
  return op != nullptr && std::holds_alternative<rir::LoopOp>(op->data) && Digits(flow, search, where).AreOther(a, b);
}

}  // namespace detrain::races
