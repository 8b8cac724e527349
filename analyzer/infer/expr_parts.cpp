// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions taken apart: linear forms, quotients, substitution.
#include <algorithm>
#include <iterator>

#include "analyzer/infer/expr.h"

namespace detrain::infer {

std::optional<ExprPool::Linear> ExprPool::LinearIn(ExprId e, AtomId atom) {
  return Remembered(linear_, e, atom, false);
}

std::optional<ExprPool::Linear> ExprPool::OpenlyLinearIn(ExprId e, AtomId atom) {
  return Remembered(openly_linear_, e, atom, true);
}

std::optional<ExprPool::Linear> ExprPool::Remembered(Memo<Linear>& memo, ExprId e, AtomId atom, bool openly) {
  const std::uint64_t key = PairKey(e, atom);
  if (const Linear* known = memo.Find(key))
    return known->slope == kNoExpr ? std::nullopt : std::optional(*known);
  const auto linear = ComputeLinear(e, atom, openly);
  memo.Set(key, linear.value_or(Linear{kNoExpr, kNoExpr}));
  return linear;
}

std::optional<ExprPool::Linear> ExprPool::ComputeLinear(ExprId e, AtomId atom, bool openly) {
  if (!Mentions(e, atom))
    return Linear{zero_, e};
  std::vector<Term>&slope = terms_, &rest = more_terms_;
  slope.clear();
  rest.clear();
  for (const Term& t : Terms(e)) {
    const AtomList atoms = MonomialOf(t).atoms;
    const auto first = std::lower_bound(atoms.begin(), atoms.end(), atom);
    const bool is_factor = first != atoms.end() && *first == atom;
    if (is_factor && first + 1 != atoms.end() && first[1] == atom)
      return std::nullopt;
    for (AtomId a : atoms)  // hidden inside an application: not linear
      for (ExprId arg : atoms_[a].args)
        if (!openly && a != atom && Mentions(arg, atom))
          return std::nullopt;
    if (!is_factor) {
      rest.push_back(t);
      continue;
    }
    atom_list_.assign(atoms.begin(), first);
    atom_list_.insert(atom_list_.end(), first + 1, atoms.end());
    slope.push_back({InternMonomial(atom_list_), t.coefficient});
  }
  const ExprId s = FromTerms(slope);
  return Linear{s, FromTerms(rest)};
}

std::optional<ExprPool::Quotient> ExprPool::DivideTerms(ExprId a, ExprId b) {
  if (Terms(b).size() != 1)
    return std::nullopt;
  const Term divisor = Terms(b)[0];
  const AtomList by = MonomialOf(divisor).atoms;
  std::vector<Term>&quotient = terms_, &remainder = more_terms_;
  quotient.clear();
  remainder.clear();
  for (const Term& t : Terms(a)) {
    const AtomList atoms = MonomialOf(t).atoms;
    if (t.coefficient % divisor.coefficient != 0 || !std::includes(atoms.begin(), atoms.end(), by.begin(), by.end())) {
      remainder.push_back(t);
      continue;
    }
    atom_list_.clear();
    std::set_difference(atoms.begin(), atoms.end(), by.begin(), by.end(), std::back_inserter(atom_list_));
    quotient.push_back({InternMonomial(atom_list_), t.coefficient / divisor.coefficient});
  }
  const ExprId q = FromTerms(quotient);
  return Quotient{q, FromTerms(remainder)};
}

std::optional<ExprId> ExprPool::DivideExactly(ExprId a, ExprId b) {
  if (a == b)
    return one_;
  auto q = DivideTerms(a, b);
  if (!q || q->remainder != zero_)
    return std::nullopt;
  return q->quotient;
}

ExprId ExprPool::Recombined(ExprId e) {
  const AtomList atoms = TopAtoms(e);
  for (const AtomId rem : atoms) {
    if (atoms_[rem].op != AtomOp::Rem)
      continue;
    const ExprId a = atoms_[rem].args[0], b = atoms_[rem].args[1];
    const auto div = std::ranges::find_if(atoms, [&](AtomId d) {
      return atoms_[d].op == AtomOp::Div && atoms_[d].args[0] == a && atoms_[d].args[1] == b;
    });
    const auto low = LinearIn(e, rem);
    const auto high = div == atoms.end() ? std::nullopt : OpenlyLinearIn(e, *div);
    if (!low || !high)
      continue;
    // Of a sum as long as the one that is taken from it nothing else was there.
    const ExprId whole = Mul(low->slope, b), left = Sub(high->slope, whole);
    if (Terms(left).size() + Terms(whole).size() != Terms(high->slope).size())
      continue;
    const ExprId parts = Mul(low->slope, Add(atom_exprs_[rem], Mul(b, atom_exprs_[*div])));
    return Recombined(Add(Sub(e, parts), Mul(low->slope, a)));
  }
  return e;
}

bool ExprPool::IsNeverNegative(ExprId e) const {
  return std::ranges::all_of(Terms(e), [&](const Term& t) {
    return t.coefficient > 0 && std::ranges::all_of(MonomialOf(t).atoms, [&](AtomId a) {
             const Atom& atom = atoms_[a];
             if (atom.op == AtomOp::Div)
               return IsNeverNegative(atom.args[0]) && IsNeverNegative(atom.args[1]);
             return std::ranges::any_of(atom.lower, [&](const Bound& b) {
               const auto least = AsConstant(b.expr);
               return b.symbolic_multiple == kNoExpr && least && *least >= 0;
             });
           });
  });
}

bool ExprPool::Mentions(ExprId e, AtomId atom) const {
  const AtomList all = AllAtoms(e);
  return std::binary_search(all.begin(), all.end(), atom);
}

ExprId ExprPool::Replace(ExprId e, AtomId atom, ExprId by) {
  return Replace(e, {{atom, by}});
}

ExprId ExprPool::Replace(ExprId e, const std::unordered_map<AtomId, ExprId>& by) {
  if (std::none_of(AllAtoms(e).begin(), AllAtoms(e).end(), [&](AtomId a) { return by.contains(a); }))
    return e;
  ExprId sum = zero_;
  for (const Term& t : Terms(e)) {
    ExprId product = Constant(t.coefficient);
    for (AtomId a : MonomialOf(t).atoms)
      product = Mul(product, ReplaceIn(a, by));
    sum = Add(sum, product);
  }
  return sum;
}

ExprId ExprPool::ReplaceIn(AtomId atom, const std::unordered_map<AtomId, ExprId>& by) {
  if (auto it = by.find(atom); it != by.end())
    return it->second;
  const Atom& info = atoms_[atom];
  std::vector<ExprId> args;
  args.reserve(info.args.size());
  for (ExprId arg : info.args)
    args.push_back(Replace(arg, by));
  if (std::equal(args.begin(), args.end(), info.args.begin()))
    return atom_exprs_[atom];
  switch (info.op) {
    case AtomOp::Div:
      return Div(args[0], args[1]);
    case AtomOp::CeilDiv:
      return CeilDiv(args[0], args[1]);
    case AtomOp::Max:
      return Max(args[0], args[1]);
    case AtomOp::Ge0:
      return Ge0(args[0]);
    case AtomOp::Eq0:
      return Eq0(args[0]);
    case AtomOp::Not:
      return Not(args[0]);
    case AtomOp::And:
      return And(args[0], args[1]);
    case AtomOp::Or:
      return Or(args[0], args[1]);
    case AtomOp::Select:
      return Select(args[0], args[1], args[2]);
    default:
      break;
  }
  const ExprId out = Apply(info.op, args, info.detail, info.name);
  if (auto fresh = AsAtom(out); fresh && atoms_[*fresh].lower.empty() && atoms_[*fresh].upper.empty()) {
    for (const Bound& b : info.lower)
      AddBound(*fresh, atoms_[*fresh].lower, {b.multiple, Replace(b.expr, by), kNoExpr});
    for (const Bound& b : info.upper)
      AddBound(*fresh, atoms_[*fresh].upper, {b.multiple, Replace(b.expr, by), kNoExpr});
  }
  return out;
}

}  // namespace detrain::infer
