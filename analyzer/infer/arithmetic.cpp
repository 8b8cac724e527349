// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/arithmetic.h"

#include <bit>

#include "analyzer/infer/bits.h"

namespace detrain::infer {

using rir::Opcode;

namespace {

constexpr std::int64_t kMaxShift = 40;  // shifts by less are products and quotients

// Says 0 <= e <= limit of an expression that nothing was said of.
void Limit(ExprPool& pool, ExprId e, std::int64_t limit) {
  const auto atom = pool.AsAtom(e);
  if (!atom || !pool.At(*atom).upper.empty())
    return;
  pool.SetLower(*atom, pool.Zero());
  pool.SetUpper(*atom, pool.Constant(limit));
}

bool IsNotNegative(ExprPool& pool, ExprId x, const rir::Type& type, const Facts& facts) {
  return !type.is_signed || Prover(pool, facts).AtLeastZero(x);
}

// Of x < n * y the quotient is less than n: what its own bounds, which are in rational numbers, do not tell.
void LimitQuotient(ExprPool& pool, ExprId quotient, ExprId x, ExprId y, Facts& facts) {
  std::vector<ExprId> limits;
  for (const ExprId fact : facts.at_least_zero)  // n * y - 1 - x >= 0
    if (const auto n = pool.DivideExactly(pool.Add(pool.Add(fact, x), pool.One()), y))
      limits.push_back(*n);
  for (const ExprId n : limits)
    facts.Assume(pool, pool.Ge0(pool.Sub(pool.Sub(n, pool.One()), quotient)));
}

ExprId Quotient(ExprPool& pool, ExprId x, ExprId y, const rir::Type& type, Facts& facts) {
  const auto divisor = pool.AsConstant(y);
  if (divisor && *divisor == 0)
    return pool.Fresh("div0");
  const bool is_natural = IsNotNegative(pool, x, type, facts);
  const ExprId quotient = pool.Div(x, y, is_natural);
  if (!divisor)  // what the quotient's own bounds do not tell: how large the dividend must be
    facts.Assume(pool, pool.Ge0(pool.Sub(x, pool.Mul(quotient, y))));
  if (!divisor && is_natural && !pool.IsNeverNegative(quotient))  // divisors are positive (A1)
    facts.Assume(pool, pool.Ge0(quotient));
  if (!pool.AsConstant(x))
    LimitQuotient(pool, quotient, x, y, facts);
  return quotient;
}

ExprId Remainder(ExprPool& pool, ExprId x, ExprId y, const rir::Type& type, const Facts& facts) {
  const auto divisor = pool.AsConstant(y);
  if (divisor && *divisor == 0)
    return pool.Fresh("rem0");
  return pool.Rem(x, y, IsNotNegative(pool, x, type, facts));
}

ExprId BitOperation(ExprPool& pool, Opcode opcode, ExprId x, ExprId y, const rir::Type& type) {
  return pool.Apply(AtomOp::Bits, {x, y},
                    {DetailOf(BitsKind::Operation), static_cast<std::uint64_t>(opcode), type.size});
}

ExprId ShiftRight(ExprPool& pool, ExprId x, std::int64_t by) {
  if (const auto constant = pool.AsConstant(x))
    return pool.Constant(*constant >> by);
  return pool.Div(x, pool.Constant(std::int64_t{1} << by));
}

// x & y is no more than a mask that is known and not negative.
ExprId Masked(ExprPool& pool, ExprId x, ExprId y, const rir::Type& type, const Facts& facts) {
  const auto first = pool.AsConstant(x), second = pool.AsConstant(y);
  if (first && second)
    return pool.Constant(*first & *second);
  const auto mask = second ? second : first;
  const ExprId whole = second ? x : y;
  if (mask && std::has_single_bit(static_cast<std::uint64_t>(*mask) + 1) && *mask > 0 &&
      IsNotNegative(pool, whole, type, facts))
    return pool.Rem(whole, pool.Constant(*mask + 1), true);
  const ExprId out = BitOperation(pool, Opcode::And, x, y, type);
  if (mask && *mask >= 0)
    Limit(pool, out, *mask);
  return out;
}

// The truth of `difference` compared with 0.
ExprId CompareWithZero(ExprPool& pool, Opcode opcode, ExprId difference) {
  switch (opcode) {
    case Opcode::Eq:  // a truth value is 0 where its negation holds
      return IsTruth(pool, difference) ? pool.Not(difference) : pool.Eq0(difference);
    case Opcode::Ne:
      return IsTruth(pool, difference) ? difference : pool.Not(pool.Eq0(difference));
    case Opcode::Lt:
      return pool.Ge0(pool.Sub(pool.Scale(difference, -1), pool.One()));
    case Opcode::Le:
      return pool.Ge0(pool.Scale(difference, -1));
    case Opcode::Gt:
      return pool.Ge0(pool.Sub(difference, pool.One()));
    default:
      return pool.Ge0(difference);
  }
}

}  // namespace

bool IsTruth(AtomOp op) {
  return op >= AtomOp::Ge0 && op <= AtomOp::Or;
}

bool IsTruth(const ExprPool& pool, ExprId e) {
  const auto atom = pool.AsAtom(e);
  return atom && IsTruth(pool.At(*atom).op);
}

ExprId ComputeNumbers(ExprPool& pool, Opcode opcode, ExprId x, ExprId y, const rir::Type& type, Facts& facts) {
  const auto by = pool.AsConstant(y);
  const bool is_short_shift = by && *by >= 0 && *by < kMaxShift;
  switch (opcode) {
    case Opcode::Add:
      return pool.Add(x, y);
    case Opcode::Sub:
      return pool.Sub(x, y);
    case Opcode::Mul:
      return pool.Mul(x, y);
    case Opcode::Div:
      return Quotient(pool, x, y, type, facts);
    case Opcode::Rem:
      return Remainder(pool, x, y, type, facts);
    case Opcode::Shl:
      return is_short_shift ? pool.Scale(x, std::int64_t{1} << *by) : BitOperation(pool, opcode, x, y, type);
    case Opcode::Shr:
      return is_short_shift ? ShiftRight(pool, x, *by) : BitOperation(pool, opcode, x, y, type);
    case Opcode::And:
      return Masked(pool, x, y, type, facts);
    default:
      return BitOperation(pool, opcode, x, y, type);
  }
}

ExprId Narrowed(ExprPool& pool, ExprId number, const rir::Type& type) {
  const std::uint64_t size = type.size;
  const bool is_signed = type.is_signed;
  const auto constant = pool.AsConstant(number);
  if (constant && size < 8) {
    const int shift = 64 - 8 * static_cast<int>(size);
    const auto wide = static_cast<std::uint64_t>(*constant) << shift;
    return pool.Constant(is_signed ? static_cast<std::int64_t>(wide) >> shift
                                   : static_cast<std::int64_t>(wide >> shift));
  }
  if (constant || size >= 4)
    return number;
  const ExprId cut = pool.Apply(AtomOp::Bits, {number}, {DetailOf(BitsKind::Narrowing), size, is_signed ? 1U : 0U});
  if (!is_signed)
    Limit(pool, cut, (std::int64_t{1} << (8 * size)) - 1);
  return cut;
}

namespace {

// x > 0 of a number that is never negative says x != 0, and is said so: then both are one condition to all that
// follows. What counts a loop's iterations is left as it is, because its test tells their number.
ExprId AsEquality(ExprPool& pool, ExprId truth, Prover& prover) {
  const auto atom = pool.AsAtom(truth);
  if (!atom || pool.At(*atom).op != AtomOp::Ge0)
    return truth;
  const ExprId y = pool.At(*atom).args[0];
  const auto is_count = [&](AtomId a) { return pool.At(a).is_iteration; };
  if (pool.Terms(y).size() > 2 || std::ranges::any_of(pool.AllAtoms(y), is_count))
    return truth;
  const ExprId above = pool.Add(y, pool.One()), below = pool.Scale(y, -1);
  if (prover.AtLeastZero(above))
    return pool.Not(pool.Eq0(above));
  return prover.AtLeastZero(below) ? pool.Eq0(y) : truth;
}

}  // namespace

ExprId CompareNumbers(ExprPool& pool, Opcode opcode, ExprId a, ExprId b, const Facts& facts) {
  const ExprId truth = CompareWithZero(pool, opcode, pool.Sub(a, b));
  Prover prover(pool, facts);
  if (prover.Holds(truth))
    return pool.One();
  if (prover.Holds(pool.Not(truth)))
    return pool.Zero();
  return AsEquality(pool, truth, prover);
}

}  // namespace detrain::infer
