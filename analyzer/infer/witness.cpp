// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/witness.h"

#include <algorithm>
#include <array>
#include <limits>

namespace detrain::infer {

namespace {

constexpr int kMaxRounds = 10;
constexpr int kMaxDepth = 4;  // of operations that a change is looked for behind

using MaybeNumber = std::optional<std::int64_t>;

// The least number has no opposite.
MaybeNumber Limited(std::int64_t value) {
  return value == std::numeric_limits<std::int64_t>::min() ? std::nullopt : MaybeNumber(value);
}

MaybeNumber Times(MaybeNumber a, MaybeNumber b) {
  std::int64_t out = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &out))
    return std::nullopt;
  return Limited(out);
}

MaybeNumber Plus(MaybeNumber a, MaybeNumber b) {
  std::int64_t out = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &out))
    return std::nullopt;
  return Limited(out);
}

MaybeNumber Quotient(AtomOp op, std::int64_t a, std::int64_t b) {
  if (b <= 0 || a < 0)
    return std::nullopt;
  return op == AtomOp::Rem ? a % b : op == AtomOp::CeilDiv ? (a + b - 1) / b : a / b;
}

MaybeNumber Computed(AtomOp op, const std::array<std::int64_t, 3>& x) {
  switch (op) {
    case AtomOp::Div:
    case AtomOp::CeilDiv:
    case AtomOp::Rem:
      return Quotient(op, x[0], x[1]);
    case AtomOp::Max:
      return std::max(x[0], x[1]);
    case AtomOp::Ge0:
      return x[0] >= 0;
    case AtomOp::Eq0:
      return x[0] == 0;
    case AtomOp::Not:
      return x[0] == 0;
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

std::int64_t DivideUp(std::int64_t a, std::int64_t b) {  // both positive
  return (a / b) + (a % b != 0 ? 1 : 0);
}

}  // namespace

bool Witness::IsFree(AtomId atom) const {
  const AtomOp op = pool_.At(atom).op;
  return op == AtomOp::Symbol || op == AtomOp::Shift || op == AtomOp::Bits || op == AtomOp::Memory;
}

std::int64_t Witness::Start(AtomId atom) const {
  const bool high = start_ % 2 == 1, alike = start_ < 2;
  const Atom& info = pool_.At(atom);
  std::int64_t value = start_ == 4 ? -3 : alike ? 16 : 5 + static_cast<std::int64_t>(Mix(atom) % 13);
  if (info.is_iteration)
    value = high ? 1000 : 0;
  for (const Bound& b : info.lower)
    if (auto bound = pool_.AsConstant(b.expr); bound && b.multiple == 1 && b.symbolic_multiple == kNoExpr)
      value = std::max(value, *bound);
  for (const Bound& b : info.upper)
    if (auto bound = pool_.AsConstant(b.expr); bound && b.multiple == 1 && b.symbolic_multiple == kNoExpr)
      value = std::min(value, *bound);
  return value;
}

void Witness::Choose(AtomId atom, std::int64_t value) {
  chosen_.Set(atom, value);
  computed_.Clear();
}

MaybeNumber Witness::ValueOfAtom(AtomId atom) {
  if (IsFree(atom)) {
    if (const std::int64_t* known = chosen_.Find(atom))
      return *known;
    const std::int64_t start = Start(atom);
    chosen_.Set(atom, start);
    return start;
  }
  if (const MaybeNumber* known = computed_.Find(atom))
    return *known;
  const Atom& info = pool_.At(atom);
  std::array<std::int64_t, 3> args{};  // no operation has more
  MaybeNumber value = 0;
  for (std::size_t i = 0; i < info.args.size() && value; ++i) {
    value = ValueOf(info.args[i]);
    args[i] = value.value_or(0);
  }
  if (value)
    value = Computed(info.op, args);
  computed_.Set(atom, value);
  return value;
}

MaybeNumber Witness::ValueOf(ExprId e) {
  MaybeNumber sum = 0;
  for (const Term& t : pool_.Terms(e)) {
    MaybeNumber product = t.coefficient;
    for (AtomId a : pool_.MonomialOf(t).atoms)
      product = Times(product, ValueOfAtom(a));
    sum = Plus(sum, product);
  }
  return sum;
}

bool Witness::AxiomsHold(AtomId atom) {
  if (const bool* known = axioms_hold_.Find(atom))
    return *known;
  axioms_hold_.Set(atom, true);  // where the axioms of others lead back to it
  const MaybeNumber value = ValueOfAtom(atom);
  const auto holds = [&](const Bound& b, std::int64_t sign) {
    const MaybeNumber multiple =
        b.symbolic_multiple == kNoExpr ? MaybeNumber(b.multiple) : ValueOf(b.symbolic_multiple);
    const MaybeNumber bound = ValueOf(b.expr), left = Times(multiple, value);
    const AtomList atoms = pool_.AllAtoms(b.expr);
    return bound && left && *multiple > 0 && (sign > 0 ? *left >= *bound : *left <= *bound) &&
           std::all_of(atoms.begin(), atoms.end(), [&](AtomId a) { return AxiomsHold(a); });
  };
  const Atom& info = pool_.At(atom);
  const bool all = std::all_of(info.lower.begin(), info.lower.end(), [&](const Bound& b) { return holds(b, 1); }) &&
                   std::all_of(info.upper.begin(), info.upper.end(), [&](const Bound& b) { return holds(b, -1); });
  axioms_hold_.Set(atom, all);
  return all;
}

// How much `e` grows with a free atom; nullopt where it is not linear in it.
MaybeNumber Witness::SlopeOf(ExprId e, AtomId atom) {
  MaybeNumber slope = 0;
  for (const Term& t : pool_.Terms(e)) {
    MaybeNumber product = t.coefficient;
    int count = 0;
    for (AtomId a : pool_.MonomialOf(t).atoms) {
      if (a == atom) {
        ++count;
        continue;
      }
      for (ExprId arg : pool_.At(a).args)
        if (pool_.Mentions(arg, atom))
          return std::nullopt;
      product = Times(product, ValueOfAtom(a));
    }
    if (count > 1)
      return std::nullopt;
    if (count == 1)
      slope = Plus(slope, product);
  }
  return slope;
}

// Changes a free atom, or what is behind one that is computed, so that the value of `e` changes.
bool Witness::Move(ExprId e, const Change& change) {
  std::vector<AtomId> atoms(pool_.TopAtoms(e).begin(), pool_.TopAtoms(e).end());
  if (!change.oldest_first)
    std::reverse(atoms.begin(), atoms.end());
  std::ranges::stable_partition(atoms, [&](AtomId atom) { return IsFree(atom); });
  return std::ranges::any_of(atoms, [&](AtomId atom) {
    const MaybeNumber slope = SlopeOf(e, atom);
    if (!slope || *slope == 0 || (change.exactly && change.by % *slope != 0))
      return false;
    const std::int64_t size = *slope < 0 ? -*slope : *slope;
    Change inner = change;
    inner.by = change.exactly  ? change.by / *slope
               : change.by > 0 ? DivideUp(change.by, size) * (*slope < 0 ? -1 : 1)
                               : DivideUp(-change.by, size) * (*slope < 0 ? 1 : -1);
    return MoveAtom(atom, inner);
  });
}

bool Witness::MoveAtom(AtomId atom, const Change& change) {
  const MaybeNumber wanted = Plus(ValueOfAtom(atom), change.by);
  if (!wanted)
    return false;
  if (IsFree(atom)) {
    Choose(atom, *wanted);
    return true;
  }
  if (change.depth == 0)
    return false;
  const Atom& info = pool_.At(atom);
  Change inner = change;
  --inner.depth;
  switch (info.op) {
    case AtomOp::Select:
      return MoveChoice(info, inner);
    case AtomOp::Div:
    case AtomOp::CeilDiv:
      return MoveQuotient(info, inner);
    case AtomOp::Rem:
      return MoveRemainder(info, inner);
    case AtomOp::Ge0:
    case AtomOp::Eq0:
    case AtomOp::Not:
    case AtomOp::And:
    case AtomOp::Or:
      return Force(pool_.OfAtom(atom), change.by > 0, inner);
    default:
      return false;
  }
}

// What is chosen, or else which of the two.
bool Witness::MoveChoice(const Atom& choice, const Change& change) {
  const MaybeNumber condition = ValueOf(choice.args[0]);
  if (!condition)
    return false;
  const bool is_first = *condition != 0;
  const ExprId chosen = choice.args[is_first ? 1 : 2];
  if (Move(chosen, change))
    return true;
  const MaybeNumber wanted = Plus(ValueOf(chosen), change.by), other = ValueOf(choice.args[is_first ? 2 : 1]);
  const bool would_do =
      wanted && other && (*other == *wanted || (!change.exactly && (change.by > 0) == (*other > *wanted)));
  return would_do && Force(choice.args[0], !is_first, change);
}

bool Witness::MoveQuotient(const Atom& quotient, const Change& change) {
  const MaybeNumber by = Times(ValueOf(quotient.args[1]), change.by);
  Change dividend = change;
  dividend.by = by.value_or(0);
  return by && Move(quotient.args[0], dividend);
}

// Up to the next dividend with that remainder: sizes are rather larger than none.
bool Witness::MoveRemainder(const Atom& remainder, const Change& change) {
  const MaybeNumber divisor = ValueOf(remainder.args[1]);
  Change dividend = change;
  dividend.exactly = true;
  if (divisor && change.by < 0)
    if (const MaybeNumber up = Plus(divisor, change.by); up && *up > 0) {
      dividend.by = *up;
      if (Move(remainder.args[0], dividend))
        return true;
    }
  dividend.by = change.by;
  return Move(remainder.args[0], dividend);
}

bool Witness::Force(ExprId truth, bool holds, const Change& change) {
  const auto atom = pool_.AsAtom(truth);
  if (!atom || change.depth == 0)
    return false;
  const Atom& info = pool_.At(*atom);
  Change inner = change;
  --inner.depth;
  if (info.op == AtomOp::Not)
    return Force(info.args[0], !holds, inner);
  if (info.op == AtomOp::And || info.op == AtomOp::Or) {
    const bool needs_both = (info.op == AtomOp::And) == holds;
    const bool first = Force(info.args[0], holds, inner);
    return needs_both ? Force(info.args[1], holds, inner) && first : first || Force(info.args[1], holds, inner);
  }
  const MaybeNumber value = info.op == AtomOp::Ge0 || info.op == AtomOp::Eq0 ? ValueOf(info.args[0]) : std::nullopt;
  if (!value)
    return false;
  const bool is_equality = info.op == AtomOp::Eq0;
  const bool is_so = is_equality ? *value == 0 : *value >= 0;
  if (is_so == holds)
    return true;
  inner.exactly = is_equality && holds;
  inner.by = holds ? -*value : is_equality ? 1 : -1 - *value;
  return Move(info.args[0], inner);
}

// Moves a free atom into its own bounds; false where nothing was to be done.
bool Witness::RepairAxioms(AtomId atom) {
  if (!IsFree(atom))
    return false;
  const MaybeNumber value = ValueOfAtom(atom);
  const Atom& info = pool_.At(atom);
  for (const auto* bounds : {&info.lower, &info.upper})
    for (const Bound& b : *bounds) {
      const bool is_lower = bounds == &info.lower;
      const MaybeNumber bound = ValueOf(b.expr), left = Times(b.multiple, value);
      if (!bound || !left || b.symbolic_multiple != kNoExpr || (is_lower ? *left >= *bound : *left <= *bound))
        continue;
      const bool away = is_lower ? *bound > 0 : *bound < 0;  // from zero: C++ divides toward it
      const std::int64_t size = *bound < 0 ? -*bound : *bound, sign = *bound < 0 ? -1 : 1;
      Choose(atom, sign * (away ? DivideUp(size, b.multiple) : size / b.multiple));
      return true;
    }
  return false;
}

bool Witness::Satisfy(std::span<const ExprId> at_least_zero, std::span<const ExprId> zero) {
  std::vector<AtomId> atoms;
  for (const auto* list : {&at_least_zero, &zero})
    for (ExprId e : *list)
      atoms.insert(atoms.end(), pool_.AllAtoms(e).begin(), pool_.AllAtoms(e).end());
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  for (int round = 0; round < kMaxRounds; ++round) {
    const bool oldest_first = round >= kMaxRounds / 2 && round % 2 == 1;  // changing the newest has not helped
    bool changed = false;
    for (const auto* list : {&zero, &at_least_zero})
      for (ExprId e : *list) {
        const bool exactly = list == &zero;
        const MaybeNumber value = ValueOf(e);
        if (!value)
          return false;
        if (exactly ? *value == 0 : *value >= 0)
          continue;
        if (!Move(e, {-*value, exactly, oldest_first, kMaxDepth}))
          return false;
        changed = true;
      }
    for (AtomId a : atoms)
      changed = RepairAxioms(a) || changed;
    if (!changed)
      return std::all_of(atoms.begin(), atoms.end(), [&](AtomId a) { return AxiomsHold(a); });
  }
  return false;
}

bool Witness::MakesNegative(ExprId e) {
  const MaybeNumber value = ValueOf(e);
  const AtomList atoms = pool_.AllAtoms(e);
  return value && *value < 0 && std::all_of(atoms.begin(), atoms.end(), [&](AtomId a) { return AxiomsHold(a); });
}

}  // namespace detrain::infer
