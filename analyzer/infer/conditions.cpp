// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/conditions.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "analyzer/infer/pieces.h"
#include "analyzer/infer/witness.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxConditions = 4, kMaxTerms = 4;
constexpr int kMaxDepth = 10, kBudget = 60;

// Eliminates what is not fixed from a goal, and finds what is left to be said.
class Abduction {
 public:
  Abduction(ExprPool& pool, const Facts& facts, const IsFixed& is_fixed)
      : pool_(pool), prover_(pool, facts), path_(pool.KnownPremises().Of(facts)), is_fixed_(is_fixed) {}

  // Whether the goal holds, if need be under one more condition.
  bool Reach(ExprId goal) {
    if (prover_.AtLeastZero(goal))
      return true;
    grounds_ = pool_.KnownPremises().For(pool_, *path_, goal);
    budget_ = kBudget;
    return Search(goal, kMaxDepth) && found_.size() <= kMaxConditions;
  }
  // The same for a truth value.
  bool ReachTruth(ExprId truth) {
    if (prover_.Holds(truth))
      return true;
    const auto atom = pool_.AsAtom(truth);
    return atom && pool_.At(*atom).op == AtomOp::Ge0 && Reach(pool_.At(*atom).args[0]);
  }
  Conditions Take() {
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  bool Search(ExprId goal, int depth) {
    if (const auto c = pool_.AsConstant(goal))
      return *c >= 0;
    if (depth == 0 || --budget_ < 0)
      return false;
    const auto atoms = pool_.TopAtoms(goal);
    const auto newest = std::find_if_not(atoms.rbegin(), atoms.rend(), is_fixed_);
    return newest == atoms.rend() ? Accept(goal) : Eliminate(goal, *newest, depth);
  }

  bool Eliminate(ExprId goal, AtomId atom, int depth) {
    const auto linear = pool_.OpenlyLinearIn(goal, atom);
    if (!linear)
      return false;
    const auto mark = found_.size();
    const auto& bounds = grounds_->BoundsOf(atom);
    const auto replaced = [&](const Bound& b) {
      return b.symbolic_multiple == kNoExpr && b.multiple == 1 &&
             Search(pool_.Add(pool_.Mul(linear->slope, b.expr), linear->rest), depth - 1);
    };
    if (IsPositive(linear->slope) && std::any_of(bounds.lower.begin(), bounds.lower.end(), replaced))
      return true;
    found_.resize(mark);
    if (IsPositive(pool_.Scale(linear->slope, -1)) && std::any_of(bounds.upper.begin(), bounds.upper.end(), replaced))
      return true;
    found_.resize(mark);
    return false;
  }

  // Whether a slope is at least zero, if need be because the sizes in it are.
  bool IsPositive(ExprId slope) {
    const auto atoms = pool_.TopAtoms(slope);
    return prover_.AtLeastZero(slope) ||
           (std::all_of(atoms.begin(), atoms.end(), is_fixed_) && IsSum(slope) && Accept(slope));
  }

  // Of products of sizes, without a difference in it.
  bool IsSum(ExprId e) const {
    const auto terms = pool_.Terms(e);
    return std::all_of(terms.begin(), terms.end(), [](const Term& t) { return t.coefficient >= 0; });
  }

  // Without factors that are known to be no less than zero.
  ExprId Reduced(ExprId e) {
    for (const AtomId a : pool_.TopAtoms(e))
      for (auto divided = pool_.DivideExactly(e, pool_.OfAtom(a)); divided && prover_.AtLeastZero(pool_.OfAtom(a));
           divided = pool_.DivideExactly(e, pool_.OfAtom(a)))
        e = *divided;
    std::int64_t common = 0;
    for (const Term& t : pool_.Terms(e))
      common = std::gcd(common, t.coefficient);
    if (common > 1)
      e = pool_.DivideExactly(e, pool_.Constant(common)).value_or(e);
    return e;
  }

  bool Accept(ExprId goal) {
    const ExprId condition = Reduced(goal);
    if (const auto c = pool_.AsConstant(condition))
      return *c >= 0;
    if (IsSum(condition)) {
      for (const AtomId a : pool_.TopAtoms(condition))
        Demand(pool_.OfAtom(a));
      return true;
    }
    if (pool_.Terms(condition).size() > kMaxTerms || !IsOrdinary(condition))
      return false;
    Demand(condition);
    return true;
  }

  void Demand(ExprId condition) {
    if (!prover_.AtLeastZero(condition) && std::find(found_.begin(), found_.end(), condition) == found_.end())
      found_.push_back(condition);
  }

  // Whether sizes of 2 and more can meet it: "n / 2 >= n" is no condition, but a write that does not reach.
  bool IsOrdinary(ExprId condition) {
    Conditions wanted = {condition};
    for (const AtomId a : pool_.AllAtoms(condition))
      if (pool_.At(a).op == AtomOp::Symbol || pool_.At(a).op == AtomOp::Memory)
        wanted.push_back(pool_.Sub(pool_.OfAtom(a), pool_.Constant(2)));
    for (int start = 0; start < Witness::kStarts; ++start)
      if (Witness(pool_, start).Satisfy(wanted, {}))
        return true;
    return false;
  }

  ExprPool& pool_;
  Prover prover_;
  std::shared_ptr<PathFacts> path_;
  const IsFixed& is_fixed_;
  std::shared_ptr<Premises> grounds_;
  int budget_ = 0;
  Conditions found_;
};

}  // namespace

bool IsWeaker(const ExprPool& pool, ExprId weak, ExprId strong) {
  return pool.HaveSameShape(weak, strong) && pool.ConstantIn(strong) < pool.ConstantIn(weak);
}

std::optional<Conditions> WhatCovers(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces,
                                     ExprId offset, ExprId length, const IsFixed& is_fixed) {
  std::optional<Conditions> best;
  for (const Piece& p : pieces) {
    Abduction abduction(pool, facts, is_fixed);
    const auto reach = [&](ExprId goal) { return abduction.Reach(goal); };
    if (!Inside(pool, p, offset, length, reach) ||
        !std::all_of(p.guards.begin(), p.guards.end(), [&](ExprId g) { return abduction.ReachTruth(g); }))
      continue;
    Conditions found = abduction.Take();
    if (!best || found.size() < best->size())
      best = std::move(found);
  }
  return best;
}

}  // namespace detrain::infer
