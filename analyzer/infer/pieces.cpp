// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/pieces.h"

#include <algorithm>

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxPieces = 128;

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

void Rename(ExprPool& pool, Piece& piece, AtomId from, ExprId to) {
  piece.offset = pool.Replace(piece.offset, from, to);
  piece.length = pool.Replace(piece.length, from, to);
  for (auto& d : piece.dimensions) {
    d.stride = pool.Replace(d.stride, from, to);
    d.count = pool.Replace(d.count, from, to);
  }
}

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

void Guard(ExprPool& pool, const Facts& facts, Piece& piece, ExprId truth) {
  if (Prover(pool, facts).Holds(truth))
    return;
  const auto at = std::lower_bound(piece.guards.begin(), piece.guards.end(), truth);
  if (at == piece.guards.end() || *at != truth)
    piece.guards.insert(at, truth);
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

}  // namespace

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
  return holds(rest) && holds(pool.Sub(end, pool.Add(rest, length)));
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

std::optional<Piece> Generalize(ExprPool& pool, const Facts& facts, const Piece& piece, AtomId iteration,
                                ExprId count) {
  if (Varies(pool, piece, iteration))
    return std::nullopt;
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
  ExprId first = pool.Zero();
  std::erase_if(out.guards, [&](ExprId g) { return g == pool.One(); });
  for (auto it = out.guards.begin(); it != out.guards.end();) {
    if (!pool.Mentions(*it, iteration)) {
      ++it;
      continue;
    }
    // A guard `iteration <= e` or `iteration >= e` narrows the range; any other one that varies spoils the proof.
    auto atom = pool.AsAtom(*it);
    if (!atom || pool.At(*atom).op != AtomOp::Ge0)
      return std::nullopt;
    auto bound = pool.LinearIn(pool.At(*atom).args[0], iteration);
    auto slope = bound ? pool.AsConstant(bound->slope) : std::nullopt;
    if (!slope || (*slope != 1 && *slope != -1))
      return std::nullopt;
    if (*slope == -1) {
      const ExprId end = pool.Add(bound->rest, pool.One());
      Prover prover(pool, facts);
      if (prover.AtLeastZero(pool.Sub(count, end)))
        count = end;
      else if (!prover.AtLeastZero(pool.Sub(end, count)))
        return std::nullopt;
    } else {
      const ExprId begin = pool.Scale(bound->rest, -1);
      Prover prover(pool, facts);
      if (prover.AtLeastZero(pool.Sub(begin, first)))
        first = begin;
      else if (!prover.AtLeastZero(pool.Sub(first, begin)))
        return std::nullopt;
    }
    it = out.guards.erase(it);
  }
  const ExprId trips = pool.Sub(count, first), last = pool.Sub(trips, pool.One());
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
  } else if (out.dimensions.empty() && added.stride != out.length &&
             Prover(pool, facts).AtLeastZero(pool.Sub(out.length, added.stride))) {
    out.length = pool.Add(pool.Mul(added.stride, last), out.length);  // overlapping runs
    Guard(pool, facts, out, pool.Ge0(last));
    return out;
  }
  out.dimensions.push_back(added);
  Normalize(pool, out);
  return out;
}

namespace {

bool IsRefuted(ExprPool& pool, PathFacts*& path, const Facts& facts, ExprId goal) {
  if (const auto c = pool.AsConstant(goal))
    return *c < 0;
  PremisesTable& table = pool.KnownPremises();
  if (path == nullptr)
    path = &table.Of(facts);
  Premises& grounds = table.For(pool, *path, goal);
  if (const bool* known = grounds.Known(goal))
    return !*known;
  return !grounds.Say(goal) && grounds.Refute(goal);
}

}  // namespace

bool Covers(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces, ExprId offset, ExprId length) {
  std::vector<const Piece*> around;
  Prover prover(pool, facts);
  PathFacts* path = nullptr;
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
