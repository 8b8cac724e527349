// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model.h"

#include <algorithm>

namespace detrain::infer {

namespace {

std::optional<std::int64_t> Divide(std::int64_t a, std::int64_t b, AtomOp op) {
  if (b <= 0 || a < 0)
    return std::nullopt;
  if (op == AtomOp::Rem)
    return a % b;
  return op == AtomOp::CeilDiv ? (a + b - 1) / b : a / b;
}

std::optional<std::int64_t> Apply(const Atom& atom, const std::vector<std::int64_t>& x) {
  switch (atom.op) {
    case AtomOp::Div:
    case AtomOp::CeilDiv:
    case AtomOp::Rem:
      return Divide(x[0], x[1], atom.op);
    case AtomOp::Max:
      return std::max(x[0], x[1]);
    case AtomOp::Ge0:
      return x[0] >= 0;
    case AtomOp::Eq0:
      return x[0] == 0;
    case AtomOp::Not:
      return 1 - x[0];
    case AtomOp::And:
      return x[0] != 0 && x[1] != 0;
    case AtomOp::Or:
      return x[0] != 0 || x[1] != 0;
    case AtomOp::Select:
      return x[0] != 0 ? x[1] : x[2];
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> EvaluateAtom(const ExprPool& pool, AtomId id, const Model& model) {
  if (auto it = model.find(id); it != model.end())
    return it->second;
  std::vector<std::int64_t> args;
  for (ExprId arg : pool.At(id).args) {
    auto value = Evaluate(pool, arg, model);
    if (!value)
      return std::nullopt;
    args.push_back(*value);
  }
  return args.empty() ? std::nullopt : Apply(pool.At(id), args);
}

}  // namespace

std::optional<std::int64_t> Evaluate(const ExprPool& pool, ExprId e, const Model& model) {
  std::int64_t sum = 0;
  for (const Term& t : pool.Terms(e)) {
    std::int64_t product = t.coefficient;
    for (AtomId a : pool.MonomialOf(t).atoms) {
      auto value = EvaluateAtom(pool, a, model);
      if (!value)
        return std::nullopt;
      product *= *value;
    }
    sum += product;
  }
  return sum;
}

bool BoundsHold(const ExprPool& pool, AtomList atoms, const Model& model) {
  return std::all_of(atoms.begin(), atoms.end(), [&](AtomId a) {
    const auto value = EvaluateAtom(pool, a, model);
    const auto holds = [&](const Bound& b, std::int64_t sign) {
      const auto bound = Evaluate(pool, b.expr, model);
      const auto multiple =
          b.symbolic_multiple == kNoExpr ? std::optional(b.multiple) : Evaluate(pool, b.symbolic_multiple, model);
      return !bound || !multiple || sign * (*multiple * *value - *bound) >= 0;
    };
    const Atom& atom = pool.At(a);
    return !value || (std::all_of(atom.lower.begin(), atom.lower.end(), [&](const Bound& b) { return holds(b, 1); }) &&
                      std::all_of(atom.upper.begin(), atom.upper.end(), [&](const Bound& b) { return holds(b, -1); }));
  });
}

bool FactsHold(const ExprPool& pool, const Facts& facts, const Model& model) {
  const auto all = [&](const IdList& list, const auto& holds) {
    return std::all_of(list.begin(), list.end(), [&](ExprId e) {
      const auto value = Evaluate(pool, e, model);
      return value && holds(*value);
    });
  };
  return all(facts.at_least_zero, [](std::int64_t v) { return v >= 0; }) &&
         all(facts.zero, [](std::int64_t v) { return v == 0; }) &&
         all(facts.truths, [](std::int64_t v) { return v != 0; });
}

void ForEachModel(const std::vector<AtomId>& symbols, std::int64_t low, std::int64_t high,
                  const std::function<void(const Model&)>& visit) {
  Model model;
  for (AtomId a : symbols)
    model[a] = low;
  for (;;) {
    visit(model);
    auto it = std::find_if(model.begin(), model.end(), [&](const auto& e) { return e.second < high; });
    if (it == model.end())
      return;
    ++it->second;
    for (auto reset = model.begin(); reset != it; ++reset)
      reset->second = low;
  }
}

ExprId RandomExpr::Polynomial(int terms, int degree) {
  ExprId sum = pool_.Constant(Number(-3, 3));
  for (int i = 0; i < terms; ++i) {
    ExprId product = pool_.Constant(Number(-3, 3));
    for (std::int64_t d = Number(1, degree); d > 0; --d)
      product = pool_.Mul(product, Symbol());
    sum = pool_.Add(sum, product);
  }
  return sum;
}

ExprId RandomExpr::Any(int depth, bool is_truth) {
  if (depth == 0)
    return is_truth ? pool_.Ge0(Polynomial(2, 1)) : Polynomial(2, 2);
  if (is_truth) {
    switch (Number(0, 4)) {
      case 0:
        return pool_.Ge0(Any(depth - 1));
      case 1:
        return pool_.Eq0(Any(depth - 1));
      case 2:
        return pool_.Not(Any(depth - 1, true));
      case 3:
        return pool_.And(Any(depth - 1, true), Any(depth - 1, true));
      default:
        return pool_.Or(Any(depth - 1, true), Any(depth - 1, true));
    }
  }
  switch (Number(0, 7)) {
    case 0:
      return pool_.Add(Any(depth - 1), Any(depth - 1));
    case 1:
      return pool_.Sub(Any(depth - 1), Any(depth - 1));
    case 2:
      return pool_.Mul(Any(depth - 1), Polynomial(1, 1));
    case 3:
      return pool_.Div(Any(depth - 1), pool_.Constant(Number(1, 4)));
    case 4:
      return pool_.CeilDiv(Any(depth - 1), Symbol());
    case 5:
      return pool_.Rem(Any(depth - 1), pool_.Constant(Number(1, 4)), true);
    case 6:
      return pool_.Max(Any(depth - 1), Any(depth - 1));
    default:
      return pool_.Select(Any(depth - 1, true), Any(depth - 1), Any(depth - 1));
  }
}

}  // namespace detrain::infer
