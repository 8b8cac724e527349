// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the iterations of a loop write together: a piece that holds of one of them, generalised over its number.
#include <algorithm>
#include <unordered_map>

#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

// `e`, with each choice in it made that the facts decide.
ExprId Decided(ExprPool& pool, const Facts& facts, ExprId e) {
  Prover prover(pool, facts);
  for (AtomId a : pool.TopAtoms(e)) {
    const Atom atom = pool.At(a);
    if (atom.op != AtomOp::Select)
      continue;
    if (prover.Holds(atom.args[0]))
      e = pool.Replace(e, a, atom.args[1]);
    else if (prover.Holds(pool.Not(atom.args[0])))
      e = pool.Replace(e, a, atom.args[2]);
  }
  return e;
}

void AddGuard(Piece& piece, ExprId truth) {
  const auto at = std::lower_bound(piece.guards.begin(), piece.guards.end(), truth);
  if (at == piece.guards.end() || *at != truth)
    piece.guards.insert(at, truth);
}

void Guard(ExprPool& pool, const Facts& facts, Piece& piece, ExprId truth) {
  if (!Prover(pool, facts).Holds(truth))
    AddGuard(piece, truth);
}

// Those of the piece, each by itself where several are joined by `and`.
std::vector<ExprId> GuardsOf(const ExprPool& pool, const Piece& piece) {
  std::vector<ExprId> guards = piece.guards;
  for (std::size_t i = 0; i < guards.size(); ++i)
    if (const auto atom = pool.AsAtom(guards[i]); atom && pool.At(*atom).op == AtomOp::And) {
      guards.push_back(pool.At(*atom).args[1]);
      guards[i--] = pool.At(*atom).args[0];
    }
  return guards;
}

// The union of runs of any length, where each begins no later than the one before it ends: tiles, the last one cut off.
std::optional<Piece> Chain(ExprPool& pool, const Facts& facts, const Piece& piece, AtomId iteration, ExprId count) {
  const ExprId i = pool.Fresh("i");
  const AtomId index = *pool.AsAtom(i);
  pool.SetLower(index, pool.Zero());
  const ExprId begin = pool.Replace(piece.offset, iteration, i);
  const ExprId end = pool.Replace(pool.Add(piece.offset, piece.length), iteration, i);
  Facts followed = facts;
  followed.at_least_zero.push_back(pool.Sub(count, pool.Add(i, pool.Constant(2))));
  const ExprId next = pool.Replace(begin, index, pool.Add(i, pool.One()));
  if (!Prover(pool, followed).AtLeastZero(Decided(pool, followed, pool.Sub(end, next))))
    return std::nullopt;
  Facts ran = facts;
  const ExprId last = pool.Sub(count, pool.One());
  ran.at_least_zero.push_back(last);
  Piece out = piece;
  out.offset = pool.Replace(begin, index, pool.Zero());
  out.length = pool.Sub(Decided(pool, ran, pool.Replace(end, index, last)), out.offset);
  Guard(pool, facts, out, pool.Ge0(last));
  return out;
}

// Runs at k, k + S, k + 2 S, ... that end at C, for k = 0 .. S - 1, are all that lies in between: a loop of which each
// of S threads takes every S-th part.
std::optional<Piece> Residues(ExprPool& pool, const Piece& piece, const ExprPool::Linear& offset, AtomId iteration,
                              ExprId count) {
  if (piece.dimensions.size() != 1 || pool.Mentions(piece.length, iteration) || offset.slope != piece.length)
    return std::nullopt;
  const Piece::Dimension& d = piece.dimensions[0];
  const auto atom = pool.AsAtom(d.count);
  if (d.index != kNoAtom || !atom || pool.At(*atom).op != AtomOp::CeilDiv || pool.At(*atom).args[1] != count ||
      d.stride != pool.Mul(piece.length, count))
    return std::nullopt;
  const auto end = pool.LinearIn(pool.At(*atom).args[0], iteration);
  const bool guards_vary =
      std::ranges::any_of(piece.guards, [&](ExprId guard) { return pool.Mentions(guard, iteration); });
  if (!end || end->slope != pool.Constant(-1) || guards_vary)
    return std::nullopt;
  Piece out = piece;
  out.offset = offset.rest;
  out.length = pool.Mul(piece.length, end->rest);
  out.dimensions.clear();
  return out;
}

// Whether `e` may be another number in each iteration, beside the iteration number itself: symbols that were made
// inside the loop are, and content of a version that was.
bool Varies(const ExprPool& pool, ExprId e, AtomId iteration) {
  const auto& versions = pool.At(iteration).detail;  // the first version of the loop's own
  const AtomList atoms = pool.AllAtoms(e);
  return std::any_of(std::upper_bound(atoms.begin(), atoms.end(), iteration), atoms.end(), [&](AtomId a) {
    const Atom& atom = pool.At(a);
    if (atom.op == AtomOp::Memory)
      return versions.empty() || atom.detail[1] >= versions[0];
    return atom.op == AtomOp::Symbol;
  });
}

bool Varies(ExprPool& pool, Piece piece, AtomId iteration) {
  for (const Piece::Dimension& d : std::vector(piece.dimensions))
    if (d.index != kNoAtom)
      Rename(pool, piece, d.index, pool.Zero());  // bound in the piece itself
  const auto varies = [&](ExprId e) { return Varies(pool, e, iteration); };
  return varies(piece.offset) || varies(piece.length) ||
         std::any_of(piece.guards.begin(), piece.guards.end(), varies) ||
         std::any_of(piece.dimensions.begin(), piece.dimensions.end(),
                     [&](const auto& d) { return varies(d.stride) || varies(d.count); });
}

// The iterations of which a piece holds: from `first` up to, and not with, `end`.
struct Range {
  ExprId first, end;
};

// `iteration == one`: where it does not lie in the range, nothing was written.
void NarrowTo(ExprPool& pool, const Facts& facts, ExprId one, Range& range, Piece& piece) {
  Guard(pool, facts, piece, pool.Ge0(pool.Sub(one, range.first)));
  Guard(pool, facts, piece, pool.Ge0(pool.Sub(pool.Sub(range.end, pool.One()), one)));
  range = {one, pool.Add(one, pool.One())};
}

// `iteration < end`
bool NarrowBelow(ExprPool& pool, const Facts& facts, ExprId end, Range& range, Piece& piece) {
  Prover prover(pool, facts);
  if (prover.AtLeastZero(pool.Sub(range.end, end))) {
    range.end = end;
    return true;
  }
  if (prover.AtLeastZero(pool.Sub(end, range.end)))
    return true;
  if (!pool.IsZero(range.first))
    return false;
  // The lesser of the two: tiles, the last one cut off.
  Guard(pool, facts, piece, pool.Ge0(pool.Sub(end, pool.One())));
  const ExprId is_whole = pool.Ge0(pool.Sub(end, pool.Add(range.end, pool.One())));
  range.end = pool.Select(is_whole, range.end, end);
  return true;
}

// Narrows the range by a guard that is linear in the iteration number; false where it is none.
bool NarrowBy(ExprPool& pool, const Facts& facts, ExprId guard, AtomId iteration, Range& range, Piece& piece) {
  const auto atom = pool.AsAtom(guard);
  const AtomOp op = atom ? pool.At(*atom).op : AtomOp::Symbol;
  if (op != AtomOp::Ge0 && op != AtomOp::Eq0)
    return false;
  const auto bound = pool.LinearIn(pool.At(*atom).args[0], iteration);
  const auto slope = bound ? pool.AsConstant(bound->slope) : std::nullopt;
  if (!slope || *slope == 0 || *slope > 1)
    return false;
  Prover prover(pool, facts);
  const ExprId begin = pool.Scale(bound->rest, -*slope);
  if (op == AtomOp::Eq0) {
    if (*slope == 1 || *slope == -1)
      NarrowTo(pool, facts, begin, range, piece);
    return *slope == 1 || *slope == -1;
  }
  if (*slope == 1) {
    if (prover.AtLeastZero(pool.Sub(begin, range.first)))
      range.first = begin;
    else if (!prover.AtLeastZero(pool.Sub(range.first, begin)))
      return false;
    return true;
  }
  if (*slope != -1)
    Guard(pool, facts, piece, pool.Ge0(bound->rest));  // what follows is so of numbers that are not negative
  return NarrowBelow(pool, facts, pool.Add(pool.Div(bound->rest, pool.Constant(-*slope)), pool.One()), range, piece);
}

// The largest number that the piece divides the iteration number by, as in `row = i / columns, column = i % columns`;
// kNoExpr: none.
ExprId RadixOf(const ExprPool& pool, const Piece& piece, AtomId iteration) {
  ExprId largest = kNoExpr;
  std::pair<std::size_t, std::int64_t> size;
  const auto look = [&](ExprId e) {
    for (const AtomId a : pool.AllAtoms(e)) {
      const Atom& atom = pool.At(a);
      if ((atom.op != AtomOp::Div && atom.op != AtomOp::Rem) || pool.AsAtom(atom.args[0]) != iteration ||
          pool.Mentions(atom.args[1], iteration))
        continue;
      const Term& leading = pool.Terms(atom.args[1]).back();
      const std::pair found{pool.MonomialOf(leading).atoms.size(), leading.coefficient};
      if (largest == kNoExpr || found > size) {
        largest = atom.args[1];
        size = found;
      }
    }
  };
  look(piece.offset);
  look(piece.length);
  std::ranges::for_each(piece.guards, look);
  for (const Piece::Dimension& d : piece.dimensions) {
    look(d.stride);
    look(d.count);
  }
  return largest;
}

ExprId Digit(ExprPool& pool, const char* name, ExprId count) {
  const ExprId digit = pool.Fresh(name);
  const AtomId atom = *pool.AsAtom(digit);
  pool.SetLower(atom, pool.Zero());
  pool.SetUpper(atom, pool.Sub(count, pool.One()));
  pool.Mutable(atom).is_iteration = true;
  return digit;
}

// The iteration number is radix * high + low: the union over both digits, the low one first. Iterations beyond the
// last whole run of the low digit are left out, since what is written may be said to be less. The radix is taken to be
// above zero, as it is wherever a quotient is used as an index.
std::optional<Piece> ByDigits(ExprPool& pool, const Facts& facts, const Piece& piece, AtomId iteration, ExprId count,
                              ExprId radix) {
  Range range{pool.Zero(), count};
  Piece out = piece;
  out.guards.clear();
  std::vector<ExprId> others;
  for (const ExprId guard : GuardsOf(pool, piece))
    if (!pool.Mentions(guard, iteration) || !NarrowBy(pool, facts, guard, iteration, range, out))
      others.push_back(guard);
  if (!pool.IsZero(range.first))
    return std::nullopt;
  const ExprId runs = pool.Div(range.end, radix);
  const ExprId high = Digit(pool, "high", runs), low = Digit(pool, "low", radix);
  const ExprId number = pool.OfAtom(iteration);
  std::unordered_map<AtomId, ExprId> digits{{iteration, pool.Add(pool.Mul(radix, high), low)}};
  for (const auto& [whole, digit] : {std::pair{pool.Div(number, radix), high},
                                     {pool.Rem(number, radix, true), low},
                                     {pool.Rem(number, radix, false), low}})
    if (const auto atom = pool.AsAtom(whole))
      digits[*atom] = digit;
  out.offset = pool.Replace(out.offset, digits);
  out.length = pool.Replace(out.length, digits);
  for (Piece::Dimension& d : out.dimensions)
    d = {pool.Replace(d.stride, digits), pool.Replace(d.count, digits), d.index};
  for (const ExprId guard : others)
    Guard(pool, facts, out, pool.Replace(guard, digits));
  const auto row = Generalize(pool, facts, out, *pool.AsAtom(low), radix);
  return row ? Generalize(pool, facts, *row, *pool.AsAtom(high), runs) : std::nullopt;
}

// Runs that overlap, or adjoin each other, are one run.
void Flatten(ExprPool& pool, const Facts& facts, Piece& piece) {
  if (piece.dimensions.size() != 1 || piece.dimensions[0].index != kNoAtom)
    return;
  const Piece::Dimension d = piece.dimensions[0];
  if (!Prover(pool, facts).AtLeastZero(pool.Sub(piece.length, d.stride)))
    return;
  const ExprId last = pool.Sub(d.count, pool.One());
  piece.length = pool.Add(pool.Mul(d.stride, last), piece.length);
  piece.dimensions.clear();
  Guard(pool, facts, piece, pool.Ge0(last));
}

}  // namespace

std::optional<Piece> Generalize(ExprPool& pool, const Facts& facts, const Piece& piece, AtomId iteration,
                                ExprId count) {
  if (Varies(pool, piece, iteration))
    return std::nullopt;
  if (const ExprId radix = RadixOf(pool, piece, iteration); radix != kNoExpr)
    return ByDigits(pool, facts, piece, iteration, count, radix);
  auto linear = pool.LinearIn(piece.offset, iteration);
  if (!linear || pool.Mentions(linear->slope, iteration))
    return std::nullopt;
  if (std::any_of(piece.dimensions.begin(), piece.dimensions.end(),
                  [&](const auto& d) { return pool.Mentions(d.stride, iteration); }))
    return std::nullopt;
  if (auto all = Residues(pool, piece, *linear, iteration, count))
    return all;
  // Later iterations may write more, or less, than earlier ones.
  const bool varies = pool.Mentions(piece.length, iteration) ||
                      std::any_of(piece.dimensions.begin(), piece.dimensions.end(),
                                  [&](const auto& d) { return pool.Mentions(d.count, iteration); });
  Piece out = piece;
  out.guards.clear();
  Range range{pool.Zero(), count};
  for (const ExprId guard : GuardsOf(pool, piece)) {
    if (guard == pool.One())
      continue;
    if (!pool.Mentions(guard, iteration))
      AddGuard(out, guard);
    else if (!NarrowBy(pool, facts, guard, iteration, range, out))
      return std::nullopt;
  }
  const ExprId first = range.first, trips = pool.Sub(range.end, first), last = pool.Sub(trips, pool.One());
  if (varies) {  // count from 0: then `iteration` is the new dimension's index
    Rename(pool, out, iteration, pool.Add(pool.OfAtom(iteration), first));
    if (out.dimensions.empty())
      if (auto chain = Chain(pool, facts, out, iteration, trips))
        return chain;
  }
  const ExprId slope = linear->slope;
  out.offset = pool.Add(linear->rest, pool.Mul(slope, first));
  if (pool.IsZero(slope)) {  // the same bytes in each iteration: written if there is one
    if (varies)
      return std::nullopt;
    Guard(pool, facts, out, pool.Ge0(last));
    return out;
  }
  const auto terms = pool.Terms(slope);
  const bool backwards = std::all_of(terms.begin(), terms.end(), [](const Term& t) { return t.coefficient < 0; });
  Piece::Dimension added{backwards ? pool.Scale(slope, -1) : slope, trips, kNoAtom};
  if (backwards)
    out.offset = pool.Add(out.offset, pool.Mul(slope, last));
  if (varies) {
    const ExprId index = pool.Fresh("i");
    added.index = *pool.AsAtom(index);
    const ExprId offset = out.offset;
    Rename(pool, out, iteration, backwards ? pool.Sub(last, index) : index);
    out.offset = offset;
  }
  out.dimensions.push_back(added);
  Normalize(pool, out);
  Flatten(pool, facts, out);
  return out;
}

}  // namespace detrain::infer
