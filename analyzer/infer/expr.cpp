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
constexpr std::size_t kMaxAtoms = 64;

std::optional<std::int64_t> MulChecked(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out))
    return std::nullopt;
  return out;
}

}  // namespace

ExprPool::ExprPool() {
  InternMonomial({});
  zero_ = Intern({});
  one_ = Constant(1);
}

std::uint32_t ExprPool::InternMonomial(Monomial m) {
  auto [it, fresh] = monomial_ids_.try_emplace(m, static_cast<std::uint32_t>(monomials_.size()));
  if (fresh)
    monomials_.push_back(std::move(m));
  return it->second;
}

ExprId ExprPool::Intern(std::vector<Term> terms) {
  auto [it, fresh] = expr_ids_.try_emplace(terms, static_cast<ExprId>(exprs_.size()));
  if (!fresh)
    return it->second;
  exprs_.push_back(std::move(terms));
  CollectAtoms(it->second);
  return it->second;
}

void ExprPool::CollectAtoms(ExprId e) {
  std::vector<AtomId> top, all;
  for (const Term& t : exprs_[e])
    for (AtomId a : MonomialOf(t).atoms)
      top.push_back(a);
  std::sort(top.begin(), top.end());
  top.erase(std::unique(top.begin(), top.end()), top.end());
  all = top;
  for (AtomId a : top)
    for (ExprId arg : atoms_[a].args)
      all.insert(all.end(), all_atoms_[arg].begin(), all_atoms_[arg].end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  top_atoms_.push_back(std::move(top));
  all_atoms_.push_back(std::move(all));
}

ExprId ExprPool::FromMap(const std::map<std::uint32_t, std::int64_t>& sums) {
  std::vector<Term> terms;
  for (auto [monomial, coefficient] : sums)
    if (coefficient != 0)
      terms.push_back({monomial, coefficient});
  if (terms.size() > kMaxTerms)
    return Overflow();
  return Intern(std::move(terms));
}

ExprId ExprPool::Constant(std::int64_t value) {
  if (value == 0)
    return zero_;
  return Intern({{0, value}});
}

ExprId ExprPool::OfAtom(AtomId atom) {
  return atom_exprs_[atom];
}

ExprId ExprPool::Fresh(std::string name) {
  auto id = static_cast<AtomId>(atoms_.size());
  atoms_.push_back({AtomOp::Symbol, {}, {}, std::move(name), {}, {}, false});
  ExprId e = Intern({{InternMonomial({{id}}), 1}});
  atom_exprs_.push_back(e);
  return e;
}

ExprId ExprPool::Apply(AtomOp op, std::vector<ExprId> args, std::vector<std::uint64_t> detail, std::string name) {
  AppKey key{op, args, detail};
  if (auto it = apps_.find(key); it != apps_.end())
    return it->second;
  std::size_t atoms = 0;
  for (ExprId a : args)
    atoms += all_atoms_[a].size();
  if (atoms > kMaxAtoms)
    return Fresh("deep");
  auto id = static_cast<AtomId>(atoms_.size());
  atoms_.push_back({op, std::move(args), std::move(detail), std::move(name), {}, {}, false});
  ExprId e = Intern({{InternMonomial({{id}}), 1}});
  atom_exprs_.push_back(e);
  apps_.emplace(std::move(key), e);
  AddAxioms(id);
  return e;
}

// What division and remainder promise; the prover uses it as it uses the range of a loop.
void ExprPool::AddAxioms(AtomId atom) {
  const AtomOp op = atoms_[atom].op;
  const std::vector<ExprId> args = atoms_[atom].args;
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
  std::map<std::uint32_t, std::int64_t> sums;
  for (const Term& t : exprs_[a])
    sums[t.monomial] += t.coefficient;
  for (const Term& t : exprs_[b]) {
    auto scaled = MulChecked(t.coefficient, factor);
    if (!scaled || __builtin_add_overflow(sums[t.monomial], *scaled, &sums[t.monomial]))
      return Overflow();
  }
  return FromMap(sums);
}

ExprId ExprPool::Scale(ExprId a, std::int64_t factor) {
  return AddScaled(zero_, a, factor);
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
  if (auto it = products_.find({a, b}); it != products_.end())
    return it->second;
  std::map<std::uint32_t, std::int64_t> sums;
  bool overflow = exprs_[a].size() * exprs_[b].size() > 4 * kMaxTerms;
  for (std::size_t i = 0; i < exprs_[a].size() && !overflow; ++i)
    for (std::size_t j = 0; j < exprs_[b].size() && !overflow; ++j) {
      const Term x = exprs_[a][i], y = exprs_[b][j];
      Monomial m = monomials_[x.monomial];
      const auto& other = monomials_[y.monomial].atoms;
      m.atoms.insert(m.atoms.end(), other.begin(), other.end());
      std::sort(m.atoms.begin(), m.atoms.end());
      auto c = MulChecked(x.coefficient, y.coefficient);
      if (!c || m.atoms.size() > kMaxDegree) {
        overflow = true;
        break;
      }
      auto& sum = sums[InternMonomial(std::move(m))];
      overflow = __builtin_add_overflow(sum, *c, &sum);
    }
  ExprId product = overflow ? Overflow() : FromMap(sums);
  products_[{a, b}] = product;
  return product;
}

ExprId ExprPool::Div(ExprId a, ExprId b) {
  auto ca = AsConstant(a), cb = AsConstant(b);
  if (cb && *cb == 1)
    return a;
  if (ca && cb && *cb != 0)
    return Constant(*ca / *cb);
  if (cb && *cb == 0)
    return Fresh("div0");
  if (IsZero(a))
    return a;
  if (auto exact = DivideExactly(a, b))
    return *exact;
  return Apply(AtomOp::Div, {a, b});
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

ExprId ExprPool::Ge0(ExprId a) {
  if (auto c = AsConstant(a))
    return *c >= 0 ? one_ : zero_;
  return Apply(AtomOp::Ge0, {a});
}

ExprId ExprPool::Eq0(ExprId a) {
  if (auto c = AsConstant(a))
    return *c == 0 ? one_ : zero_;
  if (exprs_[a].back().coefficient < 0)
    a = Scale(a, -1);
  return Apply(AtomOp::Eq0, {a});
}

ExprId ExprPool::Not(ExprId a) {
  if (auto c = AsConstant(a))
    return *c == 0 ? one_ : zero_;
  if (auto atom = AsAtom(a)) {
    const Atom info = atoms_[*atom];
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

std::optional<std::int64_t> ExprPool::AsConstant(ExprId e) const {
  const auto& terms = exprs_[e];
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms[0].monomial == 0)
    return terms[0].coefficient;
  return std::nullopt;
}

std::optional<AtomId> ExprPool::AsAtom(ExprId e) const {
  const auto& terms = exprs_[e];
  if (terms.size() != 1 || terms[0].coefficient != 1)
    return std::nullopt;
  const auto& atoms = monomials_[terms[0].monomial].atoms;
  if (atoms.size() != 1)
    return std::nullopt;
  return atoms[0];
}

std::optional<ExprPool::Linear> ExprPool::LinearIn(ExprId e, AtomId atom) {
  std::map<std::uint32_t, std::int64_t> slope, rest;
  const std::vector<Term> terms = exprs_[e];
  for (const Term& t : terms) {
    Monomial m = monomials_[t.monomial];
    auto count = std::count(m.atoms.begin(), m.atoms.end(), atom);
    if (count > 1)
      return std::nullopt;
    if (count == 1)
      m.atoms.erase(std::find(m.atoms.begin(), m.atoms.end(), atom));
    for (AtomId a : m.atoms)  // hidden inside an application: not linear
      for (ExprId arg : atoms_[a].args)
        if (Mentions(arg, atom))
          return std::nullopt;
    (count == 1 ? slope : rest)[InternMonomial(std::move(m))] += t.coefficient;
  }
  return Linear{FromMap(slope), FromMap(rest)};
}

std::optional<ExprPool::Quotient> ExprPool::DivideTerms(ExprId a, ExprId b) {
  if (exprs_[b].size() != 1)
    return std::nullopt;
  const Term divisor = exprs_[b][0];
  const Monomial by = monomials_[divisor.monomial];
  std::map<std::uint32_t, std::int64_t> quotient, remainder;
  const std::vector<Term> terms = exprs_[a];
  for (const Term& t : terms) {
    const Monomial m = monomials_[t.monomial];
    if (std::includes(m.atoms.begin(), m.atoms.end(), by.atoms.begin(), by.atoms.end()) &&
        t.coefficient % divisor.coefficient == 0) {
      Monomial rest;
      std::set_difference(m.atoms.begin(), m.atoms.end(), by.atoms.begin(), by.atoms.end(),
                          std::back_inserter(rest.atoms));
      quotient[InternMonomial(std::move(rest))] += t.coefficient / divisor.coefficient;
    } else {
      remainder[t.monomial] += t.coefficient;
    }
  }
  return Quotient{FromMap(quotient), FromMap(remainder)};
}

std::optional<ExprId> ExprPool::DivideExactly(ExprId a, ExprId b) {
  if (a == b)
    return one_;
  auto q = DivideTerms(a, b);
  if (!q || q->remainder != zero_)
    return std::nullopt;
  return q->quotient;
}

bool ExprPool::Mentions(ExprId e, AtomId atom) const {
  const auto& all = all_atoms_[e];
  return std::binary_search(all.begin(), all.end(), atom);
}

ExprId ExprPool::Replace(ExprId e, AtomId atom, ExprId by) {
  return Replace(e, {{atom, by}});
}

ExprId ExprPool::Replace(ExprId e, const std::unordered_map<AtomId, ExprId>& by) {
  auto touched = [&](ExprId x) {
    return std::any_of(all_atoms_[x].begin(), all_atoms_[x].end(), [&](AtomId a) { return by.contains(a); });
  };
  if (!touched(e))
    return e;
  ExprId sum = zero_;
  const std::vector<Term> terms = exprs_[e];
  for (const Term& t : terms) {
    ExprId product = Constant(t.coefficient);
    const Monomial m = monomials_[t.monomial];
    for (AtomId a : m.atoms) {
      ExprId factor = atom_exprs_[a];
      if (auto it = by.find(a); it != by.end()) {
        factor = it->second;
      } else if (touched(factor)) {
        const Atom info = atoms_[a];
        std::vector<ExprId> args;
        for (ExprId arg : info.args)
          args.push_back(Replace(arg, by));
        switch (info.op) {
          case AtomOp::Div:
            factor = Div(args[0], args[1]);
            break;
          case AtomOp::CeilDiv:
            factor = CeilDiv(args[0], args[1]);
            break;
          case AtomOp::Max:
            factor = Max(args[0], args[1]);
            break;
          case AtomOp::Ge0:
            factor = Ge0(args[0]);
            break;
          case AtomOp::Eq0:
            factor = Eq0(args[0]);
            break;
          case AtomOp::Not:
            factor = Not(args[0]);
            break;
          case AtomOp::And:
            factor = And(args[0], args[1]);
            break;
          case AtomOp::Or:
            factor = Or(args[0], args[1]);
            break;
          case AtomOp::Select:
            factor = Select(args[0], args[1], args[2]);
            break;
          default: {
            factor = Apply(info.op, args, info.detail, info.name);
            if (auto fresh = AsAtom(factor); fresh && atoms_[*fresh].lower.empty() && atoms_[*fresh].upper.empty()) {
              for (Bound b : info.lower)
                atoms_[*fresh].lower.push_back({b.multiple, Replace(b.expr, by), kNoExpr});
              for (Bound b : info.upper)
                atoms_[*fresh].upper.push_back({b.multiple, Replace(b.expr, by), kNoExpr});
            }
          }
        }
      }
      product = Mul(product, factor);
    }
    sum = Add(sum, product);
  }
  return sum;
}

std::string ExprPool::TextOfAtom(AtomId a) const {
  const Atom& atom = atoms_[a];
  if (!atom.name.empty())
    return atom.name;
  static const char* const kNames[] = {"s",   "div", "ceildiv", "rem",    "max",   "ge0",  "eq0",
                                       "not", "and", "or",      "select", "shift", "bits", "mem"};
  std::string out = kNames[static_cast<int>(atom.op)];
  if (atom.op == AtomOp::Symbol)
    return out + std::to_string(a);
  out += '(';
  for (std::uint64_t d : atom.detail)
    out += "#" + std::to_string(d) + " ";
  for (std::size_t i = 0; i < atom.args.size(); ++i)
    out += (i ? ", " : "") + Text(atom.args[i]);
  return out + ")";
}

std::string ExprPool::Text(ExprId e) const {
  if (e == kNoExpr)
    return "?";
  if (exprs_[e].empty())
    return "0";
  std::string out;
  for (const Term& t : exprs_[e]) {
    const Monomial& m = MonomialOf(t);
    std::int64_t c = t.coefficient;
    if (!out.empty())
      out += c < 0 ? " - " : " + ";
    else if (c < 0)
      out += "-";
    std::int64_t size = c < 0 ? -c : c;
    if (m.atoms.empty() || size != 1)
      out += std::to_string(size) + (m.atoms.empty() ? "" : "*");
    for (std::size_t i = 0; i < m.atoms.size(); ++i)
      out += (i ? "*" : "") + TextOfAtom(m.atoms[i]);
  }
  return out;
}

double ExprPool::SampleAtom(AtomId atom, int model) {
  const Atom& info = atoms_[atom];
  std::vector<double> args;
  args.reserve(info.args.size());
  for (ExprId a : std::vector<ExprId>(info.args))
    args.push_back(Sample(a, model));
  switch (atoms_[atom].op) {
    case AtomOp::Symbol:
      if (!atoms_[atom].is_iteration)
        return model < 3 ? 64 : model == 3 ? 4096 : 33 + static_cast<double>(atom * 2654435761U % 64);
      return model == 2 ? std::max(0.0, 9.0 - static_cast<double>(atom % 9)) : model % 2;
    case AtomOp::Div:
      return args[1] == 0 ? 0 : std::floor(args[0] / args[1]);
    case AtomOp::CeilDiv:
      return args[1] == 0 ? 0 : std::ceil(args[0] / args[1]);
    case AtomOp::Rem:
      return args[1] == 0 ? 0 : std::fmod(args[0], args[1]);
    case AtomOp::Max:
      return std::max(args[0], args[1]);
    case AtomOp::Ge0:
      return args[0] >= 0 ? 1 : 0;
    case AtomOp::Eq0:
      return args[0] == 0 ? 1 : 0;
    case AtomOp::Not:
      return 1 - args[0];
    case AtomOp::And:
      return args[0] * args[1];
    case AtomOp::Or:
      return std::max(args[0], args[1]);
    case AtomOp::Select:
      return args[0] != 0 ? args[1] : args[2];
    case AtomOp::Memory:
      return 64;
    default:
      return 3;
  }
}

double ExprPool::Sample(ExprId e, int model) {
  auto& known = samples_[model];
  if (known.size() <= e)
    known.resize(exprs_.size(), std::nan(""));
  if (!std::isnan(known[e]))
    return known[e];
  double sum = 0;
  for (const Term& t : std::vector<Term>(exprs_[e])) {
    auto product = static_cast<double>(t.coefficient);
    for (AtomId a : monomials_[t.monomial].atoms)
      product *= SampleAtom(a, model);
    sum += product;
  }
  return samples_[model][e] = sum;
}

}  // namespace detrain::infer
