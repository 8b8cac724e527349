// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/prove.h"

#include <algorithm>

namespace detrain::infer {

namespace {

constexpr int kMaxDepth = 14;
constexpr int kBudget = 150;

bool Insert(std::vector<ExprId>& list, ExprId e) {
  auto at = std::lower_bound(list.begin(), list.end(), e);
  if (at != list.end() && *at == e)
    return false;
  list.insert(at, e);
  return true;
}

}  // namespace

bool Facts::Knows(ExprId truth) const {
  return std::binary_search(truths.begin(), truths.end(), truth);
}

bool Facts::Assume(ExprPool& pool, ExprId condition) {
  if (auto c = pool.AsConstant(condition))
    return *c != 0;
  if (Knows(pool.Not(condition)))
    return false;
  if (!Insert(truths, condition))
    return true;
  auto atom = pool.AsAtom(condition);
  if (!atom)
    return true;
  const Atom info = pool.At(*atom);
  if (info.op == AtomOp::Ge0)
    at_least_zero.push_back(info.args[0]);
  if (info.op == AtomOp::Eq0)
    zero.push_back(info.args[0]);
  if (info.op == AtomOp::And)
    return Assume(pool, info.args[0]) && Assume(pool, info.args[1]);
  if (info.op == AtomOp::Or) {  // one side known to be false leaves the other
    if (Knows(pool.Not(info.args[0])))
      return Assume(pool, info.args[1]);
    if (Knows(pool.Not(info.args[1])))
      return Assume(pool, info.args[0]);
  }
  if (info.op == AtomOp::Not) {  // x != 0 next to x >= 0 means x >= 1
    if (auto inner = pool.AsAtom(info.args[0]); inner && pool.At(*inner).op == AtomOp::Eq0) {
      const ExprId x = pool.At(*inner).args[0];
      Facts copy = *this;
      if (Prover(pool, copy).AtLeastZero(x))
        at_least_zero.push_back(pool.Sub(x, pool.One()));
      else if (Prover(pool, copy).AtLeastZero(pool.Scale(x, -1)))
        at_least_zero.push_back(pool.Sub(pool.Scale(x, -1), pool.One()));
    }
  }
  return true;
}

bool Prover::Holds(ExprId truth) {
  if (auto c = pool_.AsConstant(truth))
    return *c != 0;
  if (facts_.Knows(truth))
    return true;
  auto atom = pool_.AsAtom(truth);
  if (!atom)
    return false;
  const Atom info = pool_.At(*atom);
  if (info.op == AtomOp::Ge0)
    return AtLeastZero(info.args[0]);
  if (info.op == AtomOp::Eq0)
    return Zero(info.args[0]);
  if (info.op == AtomOp::And)
    return Holds(info.args[0]) && Holds(info.args[1]);
  if (info.op == AtomOp::Or)
    return Holds(info.args[0]) || Holds(info.args[1]);
  if (info.op == AtomOp::Not) {
    if (auto inner = pool_.AsAtom(info.args[0]); inner && pool_.At(*inner).op == AtomOp::Eq0) {
      const ExprId x = pool_.At(*inner).args[0];
      return AtLeastZero(pool_.Sub(x, pool_.One())) || AtLeastZero(pool_.Sub(pool_.Scale(x, -1), pool_.One()));
    }
  }
  return false;
}

// Equalities of the path replace an atom that stands alone in one of them (`result == nmemb` after the check of a
// read).
ExprId Prover::ByEqualities(ExprId e) {
  for (ExprId z : facts_.zero) {
    const auto& atoms = pool_.TopAtoms(z);
    if (atoms.empty())
      continue;
    const AtomId newest = atoms.back();
    if (!pool_.Mentions(e, newest))
      continue;
    auto linear = pool_.LinearIn(z, newest);
    if (!linear)
      continue;
    auto slope = pool_.AsConstant(linear->slope);
    if (!slope || (*slope != 1 && *slope != -1))
      continue;
    e = pool_.Replace(e, newest, pool_.Scale(linear->rest, -*slope));
  }
  return e;
}

bool Prover::Zero(ExprId e) {
  if (pool_.IsZero(e))
    return true;
  e = ByEqualities(e);
  if (pool_.IsZero(e))
    return true;
  return AtLeastZero(e) && AtLeastZero(pool_.Scale(e, -1));
}

// Whether the facts hold in one of the pool's small models.
bool Prover::Satisfies(int model) {
  auto& known = satisfies_[model];
  if (!known) {
    const auto holds = [&](ExprId truth) { return pool_.Sample(truth, model) != 0; };
    known = std::all_of(facts_.truths.begin(), facts_.truths.end(), holds) &&
            std::all_of(facts_.at_least_zero.begin(), facts_.at_least_zero.end(),
                        [&](ExprId f) { return pool_.Sample(f, model) >= 0; });
  }
  return *known;
}

// A model in which the facts hold and `e` is negative: there is no proof to be found.
bool Prover::IsRefuted(ExprId e) {
  for (int model = 0; model < ExprPool::kSamples; ++model)
    if (pool_.Sample(e, model) < 0 && Satisfies(model))
      return true;
  return false;
}

bool Prover::AtLeastZero(ExprId e) {
  if (auto c = pool_.AsConstant(e))
    return *c >= 0;
  if (IsRefuted(e))
    return false;
  budget_ = kBudget;
  if (Search(e, kMaxDepth))
    return true;
  const ExprId reduced = ByEqualities(e);
  budget_ = kBudget;
  return reduced != e && Search(reduced, kMaxDepth);
}

// Whether a fact says as much: equal but for a constant that is at least as large here.
bool Prover::IsFact(ExprId e) const {
  const auto& mine = pool_.Terms(e);
  const bool constant = !mine.empty() && mine[0].monomial == 0;
  const std::size_t skip = constant ? 1 : 0;
  const std::int64_t value = constant ? mine[0].coefficient : 0;
  return std::any_of(facts_.at_least_zero.begin(), facts_.at_least_zero.end(), [&](ExprId f) {
    const auto& theirs = pool_.Terms(f);
    const std::size_t their_skip = !theirs.empty() && theirs[0].monomial == 0 ? 1 : 0;
    if (mine.size() - skip != theirs.size() - their_skip)
      return false;
    const std::int64_t their_value = their_skip == 1 ? theirs[0].coefficient : 0;
    return value >= their_value && std::equal(mine.begin() + static_cast<std::ptrdiff_t>(skip), mine.end(),
                                              theirs.begin() + static_cast<std::ptrdiff_t>(their_skip));
  });
}

bool Prover::Search(ExprId e, int depth) {
  if (auto c = pool_.AsConstant(e))
    return *c >= 0;
  if (depth == 0 || --budget_ < 0)
    return false;
  if (IsFact(e))
    return true;
  const std::vector<AtomId> atoms = pool_.TopAtoms(e);
  for (auto it = atoms.rbegin(); it != atoms.rend() && budget_ > 0; ++it)
    if (Eliminate(e, *it, depth))
      return true;
  return false;
}

bool Prover::Eliminate(ExprId e, AtomId atom, int depth) {
  const Bounds& known = BoundsOf(atom);
  if (known.lower.empty() && known.upper.empty())
    return false;
  auto linear = pool_.LinearIn(e, atom);
  if (!linear)
    return false;
  const Bounds bounds = known;  // the search below may add to the table
  if (!bounds.lower.empty() && Search(linear->slope, depth - 1))
    return TryBounds(*linear, bounds.lower, depth);
  if (!bounds.upper.empty() && Search(pool_.Scale(linear->slope, -1), depth - 1))
    return TryBounds(*linear, bounds.upper, depth);
  return false;
}

// slope * atom + rest, with multiple * atom >= bound and slope >= 0 (or <= and <=): at least slope / multiple * bound +
// rest.
bool Prover::TryBounds(const ExprPool::Linear& linear, const std::vector<Bound>& bounds, int depth) {
  for (const Bound& b : bounds) {
    const ExprId multiple = b.symbolic_multiple != kNoExpr ? b.symbolic_multiple : pool_.Constant(b.multiple);
    auto factor = pool_.DivideExactly(linear.slope, multiple);
    if (factor && Search(pool_.Add(pool_.Mul(*factor, b.expr), linear.rest), depth - 1))
      return true;
  }
  return false;
}

// The atom's own axioms, and what the facts that are linear in it say.
const Prover::Bounds& Prover::BoundsOf(AtomId atom) {
  if (auto it = bounds_.find(atom); it != bounds_.end())
    return it->second;
  Bounds bounds{pool_.At(atom).lower, pool_.At(atom).upper};
  auto consider = [&](ExprId f) {
    if (!pool_.Mentions(f, atom))
      return;
    auto linear = pool_.LinearIn(f, atom);
    auto slope = linear ? pool_.AsConstant(linear->slope) : std::nullopt;
    if (!slope || *slope == 0)
      return;  // slope * atom + rest >= 0  ->  |slope| * atom >= -rest, or <= rest
    if (*slope > 0)
      bounds.lower.push_back({*slope, pool_.Scale(linear->rest, -1), kNoExpr});
    else
      bounds.upper.push_back({-*slope, linear->rest, kNoExpr});
  };
  for (ExprId f : facts_.at_least_zero)
    consider(f);
  for (ExprId z : facts_.zero) {
    consider(z);
    consider(pool_.Scale(z, -1));
  }
  return bounds_.emplace(atom, std::move(bounds)).first->second;
}

}  // namespace detrain::infer
