// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/parted_places.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/flow/behind.h"

namespace detrain::races {

namespace {

Sum Times(const Sum& sum, std::int64_t times) {
  return Plus({}, sum, times);
}

// 0 or a number above.
bool IsNoLess(const Sum& sum) {
  return sum.empty() || (sum.size() == 1 && sum.begin()->first.empty() && sum.begin()->second > 0);
}

bool Names(const Sum& sum, const Factors& factors) {
  return std::ranges::any_of(sum, [&](const auto& term) {
    return std::ranges::any_of(
        factors, [&](const std::string& factor) { return std::ranges::find(term.first, factor) != term.first.end(); });
  });
}

}  // namespace

std::optional<bool> PartedPlaces::AreParted(const flow::Access& write, const flow::Access& other) {
  const auto &left = sums_.Of(write.address), &right = sums_.Of(other.address);
  if (!left || !right || left->base != right->base || left->size != right->size)
    return std::nullopt;
  const Pair pair{left->bytes, Plus(right->bytes, left->bytes, -1), static_cast<std::int64_t>(left->size)};
  if (pair.apart.size() != 1 || sums_.NumbersIn(pair.apart).any())
    return std::nullopt;
  if (AreSteps(pair.written, Times(pair.apart, 2)))
    return true;
  const std::vector<ThreadTest> tests = SharedTests(write, other);
  if (std::ranges::any_of(tests, [&](const ThreadTest& test) { return IsBelow(test, pair) || IsMultiple(test, pair); }))
    return true;
  const bool meet = !tests.empty() && !pair.apart.begin()->first.empty() &&
                    std::ranges::all_of(tests, [&](const ThreadTest& test) { return IsRangeOnly(test, pair); });
  return meet ? std::optional(false) : std::nullopt;
}

// A number that no factor goes with.
std::optional<std::int64_t> PartedPlaces::NumberAlone(const Sum& sum) {
  if (sum.empty())
    return 0;
  return sum.size() == 1 && sum.begin()->first.empty() ? std::optional(sum.begin()->second) : std::nullopt;
}

// Of threads' numbers that are multiplied by constants alone, the smallest step first.
std::optional<std::vector<PartedPlaces::Step>> PartedPlaces::StepsOf(const Sum& written) {
  std::vector<Step> steps;
  for (const auto& [factors, times] : written) {
    if (sums_.NumbersIn(factors).none())
      continue;
    std::size_t number = 0;
    while (number < kThreadNumbers && factors.front() != FactorOf(number))
      ++number;
    if (factors.size() != 1 || number == kThreadNumbers || times <= 0)
      return std::nullopt;
    steps.push_back({times, number});
  }
  std::ranges::sort(steps, {}, &Step::bytes);
  return steps;
}

// As digits of a number: each step is larger than all that the smaller ones, and the element, take up. They take up no
// more than a row of the array where the next step is made of such rows.
bool PartedPlaces::AreOwn(const flow::Access& write, const flow::Access& other, const Numbers& needed) {
  const auto &left = sums_.Of(write.address), &right = sums_.Of(other.address);
  if (!left || !right || left->base != right->base)
    return false;
  const auto apart = NumberAlone(Plus(right->bytes, left->bytes, -1));
  const auto steps = apart ? StepsOf(left->bytes) : std::nullopt;
  if (!steps)
    return false;
  Numbers told;
  std::int64_t taken =
      std::max(static_cast<std::int64_t>(left->size), *apart + static_cast<std::int64_t>(right->size)) -
      std::min<std::int64_t>(0, *apart);
  for (std::size_t i = 0; i < steps->size(); ++i) {
    const Step& step = (*steps)[i];
    if (step.bytes < taken)
      return false;
    told.set(step.number);
    if (i + 1 == steps->size())
      break;
    const std::int64_t next = (*steps)[i + 1].bytes;
    const auto row =
        std::ranges::find_if(left->rows, [&](std::int64_t bytes) { return bytes > step.bytes && next % bytes == 0; });
    const auto count = numbers_.CountOf(step.number);
    if (row == left->rows.end() && !count)
      return false;
    taken = row != left->rows.end() ? *row : step.bytes * (*count - 1) + taken;
  }
  return (needed & ~told).none();
}

bool PartedPlaces::ShareTest(const flow::Access& a, const flow::Access& b) {
  return !SharedTests(a, b).empty();
}

std::vector<ThreadTest> PartedPlaces::TestsAround(const flow::Access& access) const {
  std::vector<ThreadTest> tests;
  for (flow::ScopeId at = flow_.nodes[access.node].scope; at != flow::kNone;) {
    std::ranges::move(numbers_.TestsOfBranch(at), std::back_inserter(tests));
    const auto& parents = flow_.scopes[at].parents;
    at = parents.size() == 1 ? parents.front() : flow::kNone;
  }
  AddTestsBefore(access.node, tests);
  return tests;
}

// What is read for the second part of `a && b` alone is read where `a` holds.
void PartedPlaces::AddTestsBefore(flow::NodeId read, std::vector<ThreadTest>& tests) const {
  constexpr unsigned kDeepest = 12;  // operations of a condition
  for (unsigned depth = 0; depth < kDeepest; ++depth) {
    flow::NodeId user = flow::kNone;
    unsigned users = 0;
    flow_.ForEdges(read, [&](const flow::Edge& edge) {
      user = edge.to;
      ++users;
    });
    const rir::ComputeOp* compute = users == 1 ? flow::ComputeOf(flow_, user) : nullptr;
    if (compute == nullptr)
      return;
    const bool is_and = compute->opcode == rir::Opcode::LAnd;
    if ((is_and || compute->opcode == rir::Opcode::LOr) && search_.OperandOf(user, compute->args[1]) == read)
      std::ranges::move(numbers_.TestsIn(search_.OperandOf(user, compute->args[0]), is_and), std::back_inserter(tests));
    read = user;
  }
}

std::vector<ThreadTest> PartedPlaces::SharedTests(const flow::Access& a, const flow::Access& b) {
  const std::vector<ThreadTest> others = TestsAround(b);
  std::vector<ThreadTest> shared = TestsAround(a);
  std::erase_if(shared, [&](const ThreadTest& test) {
    return std::ranges::find(others, test) == others.end() || numbers_.From(test.condition, false).none();
  });
  return shared;
}

std::optional<Sum> PartedPlaces::OperandOf(flow::NodeId test, std::size_t operand) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, test);
  return sums_.OfValue(test, compute->args[operand]);
}

std::optional<PartedPlaces::Bound> PartedPlaces::BoundOf(const ThreadTest& test) {
  const flow::NodeId at = flow::Behind(flow_, test.condition);
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, at);
  if (compute == nullptr || compute->args.size() != 2)
    return std::nullopt;
  const auto first = OperandOf(at, 0), second = OperandOf(at, 1);
  if (!first || !second)
    return std::nullopt;
  const Sum one = {{{}, 1}};
  switch (compute->opcode) {
    case rir::Opcode::Lt:
      return test.is_inside ? Bound{*first, *second} : Bound{*second, Plus(*first, one)};
    case rir::Opcode::Le:
      return test.is_inside ? Bound{*first, Plus(*second, one)} : Bound{*second, *first};
    case rir::Opcode::Gt:
      return test.is_inside ? Bound{*second, *first} : Bound{*first, Plus(*second, one)};
    case rir::Opcode::Ge:
      return test.is_inside ? Bound{*second, Plus(*first, one)} : Bound{*first, *second};
    default:
      return std::nullopt;
  }
}

// The elements are `low` times their size, from one for all threads on: what lies `high` and more away is none of them,
// as no thread has a number below 0.
bool PartedPlaces::IsBelow(const ThreadTest& test, const Pair& pair) {
  const auto bound = BoundOf(test);
  if (!bound || sums_.NumbersIn(Plus(pair.written, bound->low, -pair.size)).any())
    return false;
  return IsNoLess(Plus(pair.apart, bound->high, -pair.size)) ||
         IsNoLess(Plus(Times(pair.apart, -1), bound->high, -pair.size));
}

// What threads' numbers add to the place is a multiple.
bool PartedPlaces::AreSteps(const Sum& written, const Sum& by) const {
  const auto& [scale, each] = *by.begin();
  bool has_numbers = false;
  for (const auto& [factors, times] : written) {
    if (sums_.NumbersIn(factors).none())
      continue;
    has_numbers = true;
    if (times % each != 0 || !std::ranges::includes(factors, scale))
      return false;
  }
  return has_numbers;
}

// Of `divided % divisor == 0`, and of `(divided & (divisor - 1)) == 0`.
std::optional<Sum> PartedPlaces::DivisorOf(const ThreadTest& test, Sum& divided) {
  const flow::NodeId at = flow::Behind(flow_, test.condition);
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, at);
  const bool is_zero = compute != nullptr &&
                       ((test.is_inside && compute->opcode == rir::Opcode::Eq) ||
                        (!test.is_inside && compute->opcode == rir::Opcode::Ne)) &&
                       compute->args[1] == rir::Operand::Int(0);
  const flow::NodeId rest = is_zero ? search_.OperandOf(at, compute->args[0]) : flow::kNone;
  const flow::NodeId part = rest == flow::kNone ? flow::kNone : flow::Behind(flow_, rest);
  const rir::ComputeOp* made = part == flow::kNone ? nullptr : flow::ComputeOf(flow_, part);
  if (made == nullptr || (made->opcode != rir::Opcode::Rem && made->opcode != rir::Opcode::And))
    return std::nullopt;
  const auto whole = OperandOf(part, 0), by = OperandOf(part, 1);
  if (!whole || !by)
    return std::nullopt;
  divided = *whole;
  return made->opcode == rir::Opcode::Rem ? *by : Plus(*by, {{{}, 1}});
}

bool PartedPlaces::IsMultiple(const ThreadTest& test, const Pair& pair) {
  Sum divided;
  const auto divisor = DivisorOf(test, divided);
  if (!divisor || sums_.NumbersIn(Plus(pair.written, divided, -pair.size)).any())
    return false;
  const Sum twice = Times(pair.apart, 2), bytes = Times(*divisor, pair.size);
  return bytes == twice || bytes == Times(twice, -1);
}

// `t + k < n`, `t >= k`: of the other element, and of how far it is, nothing else is asked.
bool PartedPlaces::IsRangeOnly(const ThreadTest& test, const Pair& pair) {
  const auto bound = BoundOf(test);
  const Sum other = Plus(pair.written, pair.apart);
  const Factors& far = pair.apart.begin()->first;
  const auto is_all = [&](const Sum& rest) { return sums_.NumbersIn(rest).none() && !Names(rest, far); };
  return bound && (is_all(Plus(other, Plus(bound->low, bound->high, -1), -pair.size)) ||
                   is_all(Plus(other, Plus(bound->low, bound->high, -1), pair.size)));
}

}  // namespace detrain::races
