// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// States where paths meet.
#include <algorithm>
#include <iterator>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

std::vector<ExprId> Sorted(const IdList& list) {
  std::vector<ExprId> out(list.begin(), list.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

IdList Common(const IdList& a, const IdList& b) {
  const std::vector<ExprId> in_a = Sorted(a);
  if (a.IsShared(b))
    return std::ranges::equal(a, in_a) ? a : IdList(in_a);
  const std::vector<ExprId> in_b = Sorted(b);
  std::vector<ExprId> out;
  std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(), std::back_inserter(out));
  return out;
}

bool Contains(const IdList& list, ExprId e) {
  return std::ranges::find(list, e) != list.end();
}

// What one side says of a number that is 0 on the other one.
void KeepOfZeros(ExprPool& pool, const Facts& from, const Facts& other, Facts& out) {
  for (const ExprId e : from.at_least_zero)
    if ((Contains(other.zero, e) || Contains(other.zero, pool.Scale(e, -1))) && !Contains(out.at_least_zero, e))
      out.at_least_zero.push_back(e);
}

}  // namespace

// A truth that holds in `a` and fails in `b`; kNoExpr where none tells them apart.
ExprId Engine::Distinction(const Facts& a, const Facts& b) {
  for (ExprId t : a.truths)
    if (b.Knows(pool.Not(t)))
      return t;
  return kNoExpr;
}

State Engine::Join(const State& a, const State& b, ExprId condition) {
  if (condition == kNoExpr)
    condition = Distinction(a.facts, b.facts);
  State out;
  out.facts.truths = Common(a.facts.truths, b.facts.truths);
  out.facts.at_least_zero = Common(a.facts.at_least_zero, b.facts.at_least_zero);
  out.facts.zero = Common(a.facts.zero, b.facts.zero);
  KeepOfZeros(pool, a.facts, b.facts, out.facts);
  KeepOfZeros(pool, b.facts, a.facts, out.facts);
  out.control = a.control;
  Merge(out.control, b.control);
  out.since_boundary = a.since_boundary || b.since_boundary;
  out.memory = a.memory;
  Memory::ForEachDifference(a.memory, b.memory,
                            [&](ObjectId id, const SharedContents* in_a, const SharedContents* in_b) {
                              ++work;
                              out.memory[id] = JoinContents(id, in_a, in_b, a, b, condition);
                            });
  return out;
}

std::optional<State> Engine::JoinAll(std::vector<State> states) {
  if (states.empty())
    return std::nullopt;
  // A state that has passed the boundary makes those that have not irrelevant for what follows it.
  if (std::any_of(states.begin(), states.end(), [](const State& s) { return s.since_boundary; }))
    std::erase_if(states, [](const State& s) { return !s.since_boundary; });
  State out = std::move(states[0]);
  for (std::size_t i = 1; i < states.size(); ++i)
    out = Join(out, states[i], kNoExpr);
  return out;
}

}  // namespace detrain::infer
