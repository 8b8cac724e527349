// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/pieces.h"

#include <algorithm>
#include <memory>
#include <set>
#include <unordered_map>

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxPieces = 128;
constexpr int kMaxCases = 32;
constexpr std::size_t kMaxCuts = 32;  // of a read, at the bounds of what was written

// Whether on every path one of the pieces, all of which hold the bytes in question, was written: written in both
// branches is written.
bool OneHolds(ExprPool& pool, const Facts& facts, const std::vector<const Piece*>& pieces, int depth) {
  ExprId open = kNoExpr;
  Prover prover(pool, facts);
  for (const Piece* p : pieces) {
    ExprId first_open = kNoExpr;
    bool excluded = false;
    for (ExprId g : p->guards) {
      excluded = excluded || facts.Knows(pool.Not(g));
      if (first_open == kNoExpr && !prover.Holds(g))
        first_open = g;
    }
    if (first_open == kNoExpr)
      return true;
    if (!excluded && open == kNoExpr)
      open = first_open;
  }
  if (depth == 0 || open == kNoExpr)
    return false;
  Facts with = facts, without = facts;
  const bool yes = with.Assume(pool, open), no = without.Assume(pool, pool.Not(open));
  return (!yes || OneHolds(pool, with, pieces, depth - 1)) && (!no || OneHolds(pool, without, pieces, depth - 1));
}

// Whether `e` is 0 whichever way each choice in it is made: a sum of choices, and the choice between sums.
bool IsZeroInAllCases(ExprPool& pool, ExprId e, int& budget) {
  if (pool.IsZero(e))
    return true;
  ExprId condition = kNoExpr;
  std::unordered_map<AtomId, ExprId> chosen, other;
  for (const AtomId a : pool.TopAtoms(e)) {
    const Atom& atom = pool.At(a);
    if (atom.op != AtomOp::Select || (condition != kNoExpr && atom.args[0] != condition))
      continue;
    condition = atom.args[0];
    chosen[a] = atom.args[1];
    other[a] = atom.args[2];
  }
  --budget;
  // One choice alone is 0 where both of its sides are, and then it would not be there.
  return chosen.size() > 1 && budget >= 0 && IsZeroInAllCases(pool, pool.Replace(e, chosen), budget) &&
         IsZeroInAllCases(pool, pool.Replace(e, other), budget);
}

bool IsZeroInAllCases(ExprPool& pool, ExprId e) {
  int budget = kMaxCases;
  return IsZeroInAllCases(pool, e, budget);
}

}  // namespace

void Rename(ExprPool& pool, Piece& piece, AtomId from, ExprId to) {
  piece.offset = pool.Replace(piece.offset, from, to);
  piece.length = pool.Replace(piece.length, from, to);
  for (auto& d : piece.dimensions) {
    d.stride = pool.Replace(d.stride, from, to);
    d.count = pool.Replace(d.count, from, to);
  }
}

bool Inside(ExprPool& pool, const Piece& piece, ExprId offset, ExprId length,
            const std::function<bool(ExprId)>& holds) {
  ExprId rest = pool.Sub(offset, piece.offset);
  std::vector<Piece::Dimension> dims = piece.dimensions;
  // Larger strides first: more factors, then larger coefficients.
  std::stable_sort(dims.begin(), dims.end(), [&](const auto& a, const auto& b) {
    const auto x = pool.Terms(a.stride), y = pool.Terms(b.stride);
    auto degree = [&](const auto& t) { return t.empty() ? 0 : pool.MonomialOf(t.back()).atoms.size(); };
    if (degree(x) != degree(y))
      return degree(x) > degree(y);
    return !x.empty() && !y.empty() && x.back().coefficient > y.back().coefficient;
  });
  std::vector<std::pair<AtomId, ExprId>> found;
  for (const auto& d : dims) {
    auto split = pool.DivideTerms(rest, d.stride);
    if (!split)
      return false;
    ExprId count = d.count;
    for (const auto& [index, value] : found)
      count = pool.Replace(count, index, value);
    if (!holds(split->quotient) || !holds(pool.Sub(pool.Sub(count, pool.One()), split->quotient)))
      return false;
    if (d.index != kNoAtom)
      found.emplace_back(d.index, split->quotient);
    rest = split->remainder;
  }
  ExprId end = piece.length;
  for (const auto& [index, value] : found)
    end = pool.Replace(end, index, value);
  const ExprId left = pool.Sub(end, pool.Add(rest, length));
  const bool is_whole = piece.dimensions.empty() && pool.IsZero(rest);
  return holds(rest) && ((is_whole && IsZeroInAllCases(pool, left)) || holds(left));
}

void Normalize(ExprPool& pool, Piece& piece) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < piece.dimensions.size() && !changed; ++i) {
      const auto d = piece.dimensions[i];
      if (d.index != kNoAtom)
        continue;
      if (d.stride == piece.length) {
        piece.length = pool.Mul(d.stride, d.count);
        piece.dimensions.erase(piece.dimensions.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
        break;
      }
      for (std::size_t j = 0; j < piece.dimensions.size(); ++j)
        if (i != j && piece.dimensions[j].index == kNoAtom &&
            d.stride == pool.Mul(piece.dimensions[j].stride, piece.dimensions[j].count)) {
          piece.dimensions[j].count = pool.Mul(piece.dimensions[j].count, d.count);
          piece.dimensions.erase(piece.dimensions.begin() + static_cast<std::ptrdiff_t>(i));
          changed = true;
          break;
        }
    }
  }
}

namespace {

bool IsRefuted(ExprPool& pool, std::shared_ptr<PathFacts>& path, const Facts& facts, ExprId goal) {
  if (const auto c = pool.AsConstant(goal))
    return *c < 0;
  PremisesTable& table = pool.KnownPremises();
  if (path == nullptr)
    path = table.Of(facts);
  const auto grounds = table.For(pool, *path, goal);
  if (const bool* known = grounds->Known(goal))
    return !*known;
  return !grounds->Say(goal) && grounds->Refute(goal);
}

}  // namespace

bool Covers(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces, ExprId offset, ExprId length) {
  std::vector<const Piece*> around;
  Prover prover(pool, facts);
  std::shared_ptr<PathFacts> path;
  std::vector<ExprId> goals;
  const auto note = [&](ExprId goal) {
    goals.push_back(goal);
    return true;
  };
  for (const Piece& p : pieces) {
    goals.clear();
    // Of a piece elsewhere one goal can be refuted: that is found before the others are searched.
    if (!Inside(pool, p, offset, length, note) ||
        std::any_of(goals.begin(), goals.end(), [&](ExprId goal) { return IsRefuted(pool, path, facts, goal); }) ||
        !std::all_of(goals.begin(), goals.end(), [&](ExprId goal) { return prover.AtLeastZero(goal); }))
      continue;
    if (p.guards.empty())
      return true;
    around.push_back(&p);
  }
  return !around.empty() && OneHolds(pool, facts, around, 4);
}

namespace {

// Says that the bytes were not written: of each piece that holds them where a loop's number meets one condition, that
// it does not. False where that cannot be.
bool AssumeUnwritten(ExprPool& pool, Facts& facts, const std::vector<Piece>& pieces, ExprId offset, ExprId length) {
  const auto counts = [&](AtomId a) { return pool.At(a).is_iteration; };
  for (const Piece& p : pieces) {
    if (p.guards.size() != 1 || !std::ranges::any_of(pool.AllAtoms(p.guards[0]), counts))
      continue;
    Facts written = facts;
    Piece whole = p;
    whole.guards.clear();
    if (written.Assume(pool, p.guards[0]) && Covers(pool, written, {whole}, offset, length) &&
        !facts.Assume(pool, pool.Not(p.guards[0])))
      return false;
  }
  return true;
}

}  // namespace

bool TakeWritten(ExprPool& pool, Read& read, ExprId extent, const std::vector<Piece>& pieces) {
  Facts facts = *read.facts;
  const auto before = facts.truths.size();
  if ((read.length != kNoExpr && !AssumeUnwritten(pool, facts, pieces, read.offset, read.length)) ||
      (extent != kNoExpr && !AssumeUnwritten(pool, facts, pieces, pool.Zero(), extent)))
    return false;
  if (facts.truths.size() != before)
    read.facts = std::make_shared<Facts>(std::move(facts));
  return true;
}

std::vector<Read> Unwritten(ExprPool& pool, Read read, const std::vector<Piece>& pieces) {
  const auto whole = read.length == kNoExpr ? std::nullopt : pool.AsConstant(read.length);
  if (!whole)
    return {std::move(read)};
  std::set<std::int64_t> cuts;  // in bytes from the begin of the read
  for (const Piece& p : pieces) {
    const auto at = pool.AsConstant(pool.Sub(p.offset, read.offset)), length = pool.AsConstant(p.length);
    if (at && length && p.dimensions.empty())
      for (const std::int64_t cut : {*at, *at + *length})
        if (cut > 0 && cut < *whole)
          cuts.insert(cut);
  }
  if (cuts.empty() || cuts.size() > kMaxCuts)
    return {std::move(read)};
  cuts.insert(*whole);
  std::vector<Read> out;
  std::int64_t begin = 0, last = -1;
  for (const std::int64_t end : cuts) {
    const ExprId offset = pool.Add(read.offset, pool.Constant(begin)), length = pool.Constant(end - begin);
    if (!Covers(pool, *read.facts, pieces, offset, length)) {
      if (last != begin)
        out.emplace_back(read).offset = offset;
      out.back().length = last == begin ? pool.Add(out.back().length, length) : length;
      last = end;
    }
    begin = end;
  }
  return out;
}

bool CoversPiece(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces, const Piece& inner) {
  Facts inside = facts;
  for (ExprId g : inner.guards)
    if (!inside.Assume(pool, g))
      return true;
  Piece one = inner;
  ExprId offset = inner.offset;
  std::vector<ExprId> numbers;
  for (const auto& d : inner.dimensions) {
    const ExprId i = numbers.emplace_back(pool.Fresh("i"));
    pool.Mutable(*pool.AsAtom(i)).is_iteration = true;
    offset = pool.Add(offset, pool.Mul(d.stride, i));
    if (d.index != kNoAtom)
      Rename(pool, one, d.index, i);
  }
  for (std::size_t d = 0; d < numbers.size(); ++d) {
    const AtomId atom = *pool.AsAtom(numbers[d]);
    const ExprId last = pool.Sub(one.dimensions[d].count, pool.One());
    pool.SetLower(atom, pool.Zero());
    pool.SetUpper(atom, last);
    inside.at_least_zero.push_back(pool.Sub(last, numbers[d]));
  }
  return Covers(pool, inside, pieces, offset, one.length);
}

namespace {

// Extends `run` by a piece that adjoins it, and takes out of the list what the run tells as well: a shorter symbolic
// run, and, next to a run of constant length, a part of constant length. Other parts stay: that [0, V) lies in [0, P)
// may not be provable.
bool Extend(ExprPool& pool, std::vector<Piece>& pieces, Piece& run) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece p = pieces[i];
    if (!p.dimensions.empty() || p.guards != run.guards)
      continue;
    const bool before = pool.Add(p.offset, p.length) == run.offset;
    if (!before && pool.Add(run.offset, run.length) != p.offset)
      continue;
    const bool is_constant = pool.AsConstant(p.length).has_value();
    const bool is_told = is_constant ? pool.AsConstant(run.length).has_value() : p.is_run;
    if (before)
      run.offset = p.offset;
    run.length = pool.Add(p.length, run.length);
    if (is_told)
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

void Append(std::vector<Piece>& pieces, Piece piece) {
  if (std::find(pieces.begin(), pieces.end(), piece) != pieces.end())
    return;
  if (pieces.size() >= kMaxPieces)
    pieces.erase(pieces.begin());  // fewer proofs, never a wrong one
  pieces.push_back(std::move(piece));
}

}  // namespace

void AddPiece(ExprPool& pool, std::vector<Piece>& pieces, Piece piece) {
  if (pool.IsZero(piece.length) || std::find(pieces.begin(), pieces.end(), piece) != pieces.end())
    return;
  Piece run = piece;
  if (piece.dimensions.empty())
    for (std::size_t left = pieces.size(); left > 0 && Extend(pool, pieces, run); --left)
      run.is_run = true;
  if (!run.is_run || !pool.AsConstant(run.length))
    Append(pieces, std::move(piece));
  if (run.is_run)
    Append(pieces, std::move(run));
}

}  // namespace detrain::infer
