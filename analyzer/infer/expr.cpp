// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/expr.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace detrain::infer {

namespace {

// Larger polynomials are not worth their cost: they become unknowns.
constexpr std::size_t kMaxTerms = 96;
constexpr std::size_t kMaxDegree = 10;
constexpr std::size_t kMaxAtoms = 128;

std::optional<std::int64_t> MulChecked(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out))
    return std::nullopt;
  return out;
}

void SortOnce(std::vector<AtomId>& atoms) {
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
}

std::uint64_t HashOf(AtomList atoms) {
  std::uint64_t hash = atoms.size();
  for (AtomId a : atoms)
    hash = Combine(hash, a);
  return hash;
}

// Of all terms but the constant, which comes first.
std::uint64_t HashOfShape(std::span<const Term> terms) {
  std::uint64_t hash = 1;
  for (const Term& t : terms)
    if (t.monomial != 0)
      hash = Combine(Combine(hash, t.monomial), static_cast<std::uint64_t>(t.coefficient));
  return hash;
}

std::int64_t ConstantOf(std::span<const Term> terms) {
  return terms.empty() || terms[0].monomial != 0 ? 0 : terms[0].coefficient;
}

}  // namespace

ExprPool::ExprPool() {
  small_constants_.fill(kNoExpr);
  InternMonomial({});
  InternList({});
  zero_ = Intern({});
  one_ = Constant(1);
}

std::uint32_t ExprPool::InternMonomial(AtomList atoms) {
  const std::uint64_t hash = HashOf(atoms);
  auto id = monomial_ids_.Find(hash, [&](std::uint32_t other) {
    const AtomList known = monomials_[other].atoms;
    return std::equal(known.begin(), known.end(), atoms.begin(), atoms.end());
  });
  if (id != IdTable::kNone)
    return id;
  id = static_cast<std::uint32_t>(monomials_.size());
  monomials_.push_back({arena_.Copy(atoms)});
  monomial_ids_.Add(hash, id);
  return id;
}

ExprPool::ListId ExprPool::InternList(AtomList atoms) {
  const std::uint64_t hash = HashOf(atoms);
  auto id = list_ids_.Find(hash, [&](std::uint32_t other) { return std::ranges::equal(lists_[other], atoms); });
  if (id != IdTable::kNone)
    return id;
  id = static_cast<ListId>(lists_.size());
  lists_.push_back(arena_.Copy(atoms));
  list_ids_.Add(hash, id);
  return id;
}

ExprId ExprPool::Intern(std::span<const Term> terms) {
  const std::uint64_t shape = HashOfShape(terms);
  const std::int64_t constant = ConstantOf(terms);
  const std::uint64_t hash = Combine(shape, static_cast<std::uint64_t>(constant));
  auto id = expr_ids_.Find(hash, [&](std::uint32_t other) { return std::ranges::equal(Terms(other), terms); });
  if (id != IdTable::kNone)
    return id;
  id = static_cast<ExprId>(exprs_.size());
  Expr e;
  e.terms = arena_.Copy(terms).data();
  e.term_count = static_cast<std::uint32_t>(terms.size());
  e.shape = shape;
  e.constant = constant;
  CollectAtoms(e);
  if (terms.size() == 1 && terms[0].coefficient == 1 && MonomialOf(terms[0]).atoms.size() == 1)
    e.atom = MonomialOf(terms[0]).atoms[0];
  exprs_.push_back(e);
  expr_ids_.Add(hash, id);
  return id;
}

void ExprPool::CollectAtoms(Expr& e) {
  std::vector<AtomId>&top = atom_list_, &all = all_list_;
  top.clear();
  all.clear();
  for (const Term& t : std::span(e.terms, e.term_count))
    top.insert(top.end(), MonomialOf(t).atoms.begin(), MonomialOf(t).atoms.end());
  SortOnce(top);
  for (AtomId a : top)
    for (ExprId arg : atoms_[a].args)
      all.insert(all.end(), AllAtoms(arg).begin(), AllAtoms(arg).end());
  e.top_atoms = e.all_atoms = InternList(top);
  if (all.empty())
    return;
  all.insert(all.end(), top.begin(), top.end());
  SortOnce(all);
  e.all_atoms = InternList(all);
}

ExprId ExprPool::FromTerms(std::vector<Term>& terms) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.monomial < b.monomial; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    Term sum = terms[i++];
    for (; i < terms.size() && terms[i].monomial == sum.monomial; ++i)
      if (__builtin_add_overflow(sum.coefficient, terms[i].coefficient, &sum.coefficient))
        return Overflow();
    if (sum.coefficient != 0)
      terms[kept++] = sum;
  }
  terms.resize(kept);
  return terms.size() > kMaxTerms ? Overflow() : Intern(terms);
}

ExprId ExprPool::Constant(std::int64_t value) {
  if (value == 0)
    return zero_;
  const Term term{0, value};
  if (value < 0 || value >= static_cast<std::int64_t>(small_constants_.size()))
    return Intern({&term, 1});
  ExprId& known = small_constants_[static_cast<std::size_t>(value)];
  return known != kNoExpr ? known : known = Intern({&term, 1});
}

ExprId ExprPool::OfAtom(AtomId atom) const {
  return atom_exprs_[atom];
}

ExprId ExprPool::NewAtom(Atom atom) {
  const auto id = static_cast<AtomId>(atoms_.size());
  atoms_.push_back(std::move(atom));
  const Term term{InternMonomial({&id, 1}), 1};
  return atom_exprs_.emplace_back(Intern({&term, 1}));
}

ExprId ExprPool::Fresh(std::string name) {
  return NewAtom({AtomOp::Symbol, {}, {}, std::move(name), {}, {}, false});
}

// One that several of them name counts once: what is made of the two arms of a choice mostly names the same.
bool ExprPool::NamesTooMany(std::span<const ExprId> exprs) {
  std::size_t most = 0;
  for (const ExprId e : exprs)
    most += AllAtoms(e).size();
  if (most <= kMaxAtoms || exprs.size() == 1)
    return most > kMaxAtoms;
  all_list_.clear();
  for (const ExprId e : exprs)
    all_list_.insert(all_list_.end(), AllAtoms(e).begin(), AllAtoms(e).end());
  SortOnce(all_list_);
  return all_list_.size() > kMaxAtoms;
}

ExprId ExprPool::Apply(AtomOp op, std::span<const ExprId> args, std::span<const std::uint64_t> detail,
                       std::string_view name) {
  std::uint64_t hash = Combine(static_cast<std::uint64_t>(op), args.size());
  for (ExprId a : args)
    hash = Combine(hash, a);
  for (std::uint64_t d : detail)
    hash = Combine(hash, d);
  auto id = application_ids_.Find(hash, [&](std::uint32_t other) {
    const Atom& atom = atoms_[other];
    return atom.op == op && std::equal(atom.args.begin(), atom.args.end(), args.begin(), args.end()) &&
           std::equal(atom.detail.begin(), atom.detail.end(), detail.begin(), detail.end());
  });
  if (id != IdTable::kNone)
    return atom_exprs_[id];
  if (NamesTooMany(args))
    return Fresh("deep");
  id = static_cast<AtomId>(atoms_.size());
  const ExprId e = NewAtom({op, arena_.Copy(args), {detail.begin(), detail.end()}, std::string(name), {}, {}, false});
  application_ids_.Add(hash, id);
  AddAxioms(id);
  return e;
}

// What division and remainder promise; the prover uses it as it uses the range of a loop.
void ExprPool::AddAxioms(AtomId atom) {
  const AtomOp op = atoms_[atom].op;
  const std::span<const ExprId> args = atoms_[atom].args;
  auto bound = [&](std::vector<Bound>& list, ExprId divisor, ExprId e) {
    if (auto c = AsConstant(divisor)) {
      if (*c > 0)
        list.push_back({*c, e, kNoExpr});
    } else {
      list.push_back({1, e, divisor});
    }
  };
  if (op == AtomOp::Div || op == AtomOp::CeilDiv) {
    ExprId slack = Sub(args[1], one_);
    ExprId low = op == AtomOp::Div ? Sub(args[0], slack) : args[0];
    ExprId high = op == AtomOp::Div ? args[0] : Add(args[0], slack);
    std::vector<Bound> lower, upper;
    bound(lower, args[1], low);
    bound(upper, args[1], high);
    // Digits: (a % (m * n)) / n is less than m.
    if (const auto inner = AsAtom(args[0]); op == AtomOp::Div && inner && atoms_[*inner].op == AtomOp::Rem)
      if (const auto digits = DivideExactly(atoms_[*inner].args[1], args[1]))
        upper.push_back({1, Sub(*digits, one_), kNoExpr});
    atoms_[atom].lower = lower;
    atoms_[atom].upper = upper;
  } else if (op == AtomOp::Ge0 || op == AtomOp::Eq0 || op == AtomOp::Not || op == AtomOp::And || op == AtomOp::Or) {
    SetLower(atom, zero_);
    SetUpper(atom, one_);
  } else if (op == AtomOp::Max) {
    SetLower(atom, args[0]);
    SetLower(atom, args[1]);
  }
}

ExprId ExprPool::AddScaled(ExprId a, ExprId b, std::int64_t factor) {
  if (b == zero_ || factor == 0)
    return a;
  std::vector<Term>& sum = terms_;
  sum.clear();
  const auto x = Terms(a), y = Terms(b);
  auto i = x.begin();
  for (const Term& t : y) {
    for (; i != x.end() && i->monomial < t.monomial; ++i)
      sum.push_back(*i);
    auto scaled = MulChecked(t.coefficient, factor);
    if (!scaled)
      return Overflow();
    if (i != x.end() && i->monomial == t.monomial) {
      if (__builtin_add_overflow(*scaled, i->coefficient, &*scaled))
        return Overflow();
      ++i;
    }
    if (*scaled != 0)
      sum.push_back({t.monomial, *scaled});
  }
  sum.insert(sum.end(), i, x.end());
  return sum.size() > kMaxTerms ? Overflow() : Intern(sum);
}

ExprId ExprPool::Scale(ExprId a, std::int64_t factor) {
  return AddScaled(zero_, a, factor);
}

std::uint32_t ExprPool::MonomialProduct(std::uint32_t a, std::uint32_t b) {
  if (a == 0 || b == 0)
    return a + b;
  const std::uint64_t key = PairKey(std::min(a, b), std::max(a, b));
  if (const auto* known = monomial_products_.Find(key))
    return *known;
  const AtomList x = monomials_[a].atoms, y = monomials_[b].atoms;
  atom_list_.clear();
  std::merge(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(atom_list_));
  const auto id = InternMonomial(atom_list_);
  monomial_products_.Set(key, id);
  return id;
}

ExprId ExprPool::Mul(ExprId a, ExprId b) {
  if (a == zero_ || b == zero_)
    return zero_;
  if (a == one_)
    return b;
  if (b == one_)
    return a;
  if (a > b)
    std::swap(a, b);
  const std::uint64_t key = PairKey(a, b);
  if (const ExprId* known = products_.Find(key))
    return *known;
  const auto x = Terms(a), y = Terms(b);
  std::vector<Term>& terms = terms_;
  terms.clear();
  bool overflow = x.size() * y.size() > 4 * kMaxTerms;
  for (std::size_t i = 0; i < x.size() && !overflow; ++i)
    for (const Term& t : y) {
      auto c = MulChecked(x[i].coefficient, t.coefficient);
      overflow = !c || MonomialOf(x[i]).atoms.size() + MonomialOf(t).atoms.size() > kMaxDegree;
      if (overflow)
        break;
      terms.push_back({MonomialProduct(x[i].monomial, t.monomial), *c});
    }
  const ExprId product = overflow ? Overflow() : FromTerms(terms);
  products_.Set(key, product);
  return product;
}

ExprId ExprPool::Div(ExprId a, ExprId b, bool is_unsigned) {
  auto ca = AsConstant(a), cb = AsConstant(b);
  if (cb && *cb == 1)
    return a;
  if (ca && cb && *cb != 0)
    return Constant(*ca / *cb);
  if (cb && *cb == 0)
    return Fresh("div0");
  if (IsZero(a))
    return a;
  if (auto parts = DivideTerms(a, b)) {
    if (parts->remainder == zero_)
      return parts->quotient;
    // (32 * w + l) / 32 is w + l / 32
    if (parts->quotient != zero_ && IsNeverNegative(b) && IsNeverNegative(parts->remainder) &&
        (is_unsigned || IsNeverNegative(parts->quotient)))
      return Add(parts->quotient, Div(parts->remainder, b));
  }
  return a == b ? one_ : Apply(AtomOp::Div, {a, b});
}

ExprId ExprPool::CeilDiv(ExprId a, ExprId b) {
  auto ca = AsConstant(a), cb = AsConstant(b);
  if (cb && *cb == 1)
    return a;
  if (ca && cb && *cb > 0)
    return Constant(*ca > 0 ? (*ca + *cb - 1) / *cb : *ca / *cb);
  if (auto exact = DivideExactly(a, b))
    return *exact;
  return Apply(AtomOp::CeilDiv, {a, b});
}

ExprId ExprPool::Rem(ExprId a, ExprId b, bool is_unsigned) {
  auto ca = AsConstant(a), cb = AsConstant(b);
  if (ca && cb && *cb != 0)
    return Constant(*ca % *cb);
  if (IsZero(a))  // a divisor of zero is the program's error
    return a;
  // (32 * w + l) % 32 is l % 32
  if (const auto parts = DivideTerms(a, b); parts && parts->quotient != zero_ && IsNeverNegative(b) &&
                                            IsNeverNegative(parts->remainder) &&
                                            (is_unsigned || IsNeverNegative(parts->quotient)))
    return Rem(parts->remainder, b, true);
  // Two atoms: what is known of the dividend on one path does not hold on another.
  ExprId e = Apply(AtomOp::Rem, {a, b}, {is_unsigned ? 1U : 0U});
  if (auto atom = AsAtom(e); atom && atoms_[*atom].upper.empty()) {
    ExprId most = Sub(b, one_);
    SetUpper(*atom, most);
    SetLower(*atom, is_unsigned ? zero_ : Scale(most, -1));
  }
  return e;
}

ExprId ExprPool::Max(ExprId a, ExprId b) {
  if (a == b)
    return a;
  auto ca = AsConstant(a), cb = AsConstant(b);
  if (ca && cb)
    return Constant(std::max(*ca, *cb));
  if (a > b)
    std::swap(a, b);
  return Apply(AtomOp::Max, {a, b});
}

// 8 i <= 255 is i <= 31: of integers. (The tightening step of the Omega test, Pugh 1991.)
ExprId ExprPool::Tightened(ExprId a) {
  std::vector<Term>& terms = terms_;
  terms.assign(Terms(a).begin(), Terms(a).end());
  std::int64_t factor = 0;
  for (const Term& t : terms)
    if (t.monomial != 0)
      factor = std::gcd(factor, t.coefficient);
  if (factor <= 1)
    return a;
  for (Term& t : terms) {
    const bool rounds = t.coefficient < 0 && t.coefficient % factor != 0;
    t.coefficient = t.coefficient / factor - (rounds ? 1 : 0);
  }
  std::erase_if(terms, [](const Term& t) { return t.coefficient == 0; });
  return FromTerms(terms);
}

ExprId ExprPool::Ge0(ExprId a) {
  if (auto c = AsConstant(a))
    return *c >= 0 ? one_ : zero_;
  return Apply(AtomOp::Ge0, {Tightened(a)});
}

ExprId ExprPool::Eq0(ExprId a) {
  if (auto c = AsConstant(a))
    return *c == 0 ? one_ : zero_;
  if (Terms(a).back().coefficient < 0)
    a = Scale(a, -1);
  return Apply(AtomOp::Eq0, {a});
}

ExprId ExprPool::Not(ExprId a) {
  if (auto c = AsConstant(a))
    return *c == 0 ? one_ : zero_;
  if (auto atom = AsAtom(a)) {
    const Atom& info = atoms_[*atom];
    if (info.op == AtomOp::Not)
      return info.args[0];
    if (info.op == AtomOp::Ge0)
      return Ge0(Sub(Scale(info.args[0], -1), one_));
    if (info.op == AtomOp::And)
      return Or(Not(info.args[0]), Not(info.args[1]));
    if (info.op == AtomOp::Or)
      return And(Not(info.args[0]), Not(info.args[1]));
  }
  return Apply(AtomOp::Not, {a});
}

ExprId ExprPool::And(ExprId a, ExprId b) {
  if (a == zero_ || b == zero_)
    return zero_;
  if (a == one_ || a == b)
    return b;
  if (b == one_)
    return a;
  if (a > b)
    std::swap(a, b);
  return Apply(AtomOp::And, {a, b});
}

ExprId ExprPool::Or(ExprId a, ExprId b) {
  if (a == one_ || b == one_)
    return one_;
  if (a == zero_ || a == b)
    return b;
  if (b == zero_)
    return a;
  if (a > b)
    std::swap(a, b);
  return Apply(AtomOp::Or, {a, b});
}

ExprId ExprPool::Select(ExprId condition, ExprId then_value, ExprId else_value) {
  if (then_value == else_value)
    return then_value;
  if (auto c = AsConstant(condition))
    return *c != 0 ? then_value : else_value;
  return Apply(AtomOp::Select, {condition, then_value, else_value});
}

bool ExprPool::HaveSameShape(ExprId a, ExprId b) const {
  const auto x = Terms(a), y = Terms(b);
  const auto skip = [](std::span<const Term> terms) {
    return terms.begin() + (!terms.empty() && terms[0].monomial == 0 ? 1 : 0);
  };
  return std::equal(skip(x), x.end(), skip(y), y.end());
}

}  // namespace detrain::infer
