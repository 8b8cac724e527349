// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/prove.h"

#include <algorithm>
#include <utility>

namespace detrain::infer {

namespace {

constexpr int kMaxDepth = 14;
constexpr int kBudget = 150;
constexpr int kWhole = kMaxDepth + 1;
constexpr int kOutOfBudget = -1;

bool Insert(IdList& list, ExprId e) {
  const auto* const at = std::lower_bound(list.begin(), list.end(), e);
  if (at != list.end() && *at == e)
    return false;
  list.insert(at, e);
  return true;
}

}  // namespace

bool Facts::Knows(ExprId truth) const {
  return std::binary_search(truths.begin(), truths.end(), truth);
}

void Facts::Substitute(ExprPool& pool, AtomId atom, ExprId by) {
  for (auto* list : {&at_least_zero, &zero, &truths})
    list->Edit([&](std::vector<ExprId>& all) {
      std::erase_if(all, [&](ExprId& e) {
        if (!pool.Mentions(e, atom))
          return false;
        e = pool.Replace(e, atom, by);
        return pool.AsConstant(e).has_value();
      });
    });
  truths.Edit([](std::vector<ExprId>& all) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  });
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
  const Atom& info = pool.At(*atom);
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
  const Atom& info = pool_.At(*atom);
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

std::shared_ptr<Premises> Prover::GroundsFor(ExprId goal) {
  PremisesTable& table = pool_.KnownPremises();
  if (path_ == nullptr)
    path_ = table.Of(facts_);
  return table.For(pool_, *path_, goal);
}

bool Prover::Zero(ExprId e) {
  if (pool_.IsZero(e))
    return true;
  e = GroundsFor(e)->Reduce(e);
  if (pool_.IsZero(e))
    return true;
  return AtLeastZero(e) && AtLeastZero(pool_.Scale(e, -1));
}

bool Prover::AtLeastZero(ExprId e) {
  if (auto c = pool_.AsConstant(e))
    return *c >= 0;
  premises_ = GroundsFor(e);
  Premises& grounds = *premises_;
  if (const bool* known = grounds.Known(e))
    return *known;
  const bool proven = grounds.Say(e) || (!grounds.Refute(e) && Prove(e));
  grounds.Remember(e, proven);  // a search from elsewhere that comes by has no more to spend
  return proven;
}

bool Prover::Prove(ExprId e) {
  budget_ = kBudget;
  failed_.clear();
  if (Search(e, kMaxDepth))
    return true;
  const ExprId reduced = premises_->Reduce(e);
  budget_ = kBudget;
  return reduced != e && Search(reduced, kMaxDepth);
}

// Goals that fail for good are remembered. One that failed because it came back to a goal around it, which is still
// open, fails for good when that one does.
bool Prover::Search(ExprId e, int depth) {
  if (auto c = pool_.AsConstant(e))
    return *c >= 0;
  Premises& grounds = *premises_;
  if (const bool* known = grounds.Known(e))
    return *known;
  if (auto around = std::find(open_.begin(), open_.end(), e); around != open_.end()) {
    cut_ = std::min(cut_, static_cast<int>(around - open_.begin()));
    return false;
  }
  if (depth == 0 || --budget_ < 0) {
    cut_ = kOutOfBudget;
    return false;
  }
  if (grounds.Refute(e)) {
    grounds.Remember(e, false);
    return false;
  }
  const int cut = std::exchange(cut_, kWhole), level = static_cast<int>(open_.size());
  const auto mark = failed_.size();
  open_.push_back(e);
  const bool proven = grounds.Say(e) || TryAtoms(e, depth);
  open_.pop_back();
  if (proven) {
    grounds.Remember(e, true);
    failed_.resize(mark);
    cut_ = cut;
    return true;
  }
  failed_.push_back(e);
  if (cut_ < level) {
    cut_ = std::min(cut, cut_);
    return false;
  }
  for (auto f = failed_.begin() + static_cast<std::ptrdiff_t>(mark); f != failed_.end(); ++f)
    grounds.Remember(*f, false);
  failed_.resize(mark);
  cut_ = cut;
  return false;
}

bool Prover::TryAtoms(ExprId e, int depth) {
  const AtomList atoms = pool_.TopAtoms(e);
  for (auto it = atoms.rbegin(); it != atoms.rend() && budget_ > 0; ++it)
    if (Eliminate(e, *it, depth))
      return true;
  if (budget_ <= 0)
    cut_ = kOutOfBudget;
  return false;
}

bool Prover::Eliminate(ExprId e, AtomId atom, int depth) {
  const Premises::Bounds& bounds = premises_->BoundsOf(atom);
  if (bounds.lower.empty() && bounds.upper.empty())
    return false;
  auto linear = pool_.OpenlyLinearIn(e, atom);
  if (!linear)
    return false;
  if (!bounds.lower.empty() && Search(linear->slope, depth - 1))
    return TryBounds(*linear, bounds.lower, depth);
  if (!bounds.upper.empty() && Search(pool_.Scale(linear->slope, -1), depth - 1))
    return TryBounds(*linear, bounds.upper, depth);
  return false;
}

// slope * atom + rest, with multiple * atom >= bound and slope >= 0 (or <= and <=): at least slope / multiple * bound +
// rest. Where that is not whole: an integer is >= 0 if m times it is > -m.
bool Prover::TryBounds(const ExprPool::Linear& linear, const std::vector<Bound>& bounds, int depth) {
  return std::any_of(bounds.begin(), bounds.end(), [&](const Bound& b) {
    const ExprId multiple = b.symbolic_multiple != kNoExpr ? b.symbolic_multiple : pool_.Constant(b.multiple);
    auto factor = pool_.DivideExactly(linear.slope, multiple);
    if (factor)
      return Search(pool_.Add(pool_.Mul(*factor, b.expr), linear.rest), depth - 1);
    if (b.symbolic_multiple != kNoExpr || !pool_.AsConstant(linear.slope))
      return false;
    const ExprId scaled = pool_.Add(pool_.Mul(linear.slope, b.expr), pool_.Scale(linear.rest, b.multiple));
    return Search(pool_.Add(scaled, pool_.Constant(b.multiple - 1)), depth - 1);
  });
}

}  // namespace detrain::infer
