// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "analyzer/infer/conditions.h"
#include "model.h"

namespace detrain::infer {
namespace {

using Bytes = std::set<std::int64_t>;

// The bytes that a piece holds in a model, whatever its guards say; counts and lengths below zero are none.
Bytes BytesOf(const ExprPool& pool, const Piece& piece, const Model& model) {
  std::vector<std::int64_t> starts{*Evaluate(pool, piece.offset, model)};
  for (const auto& d : piece.dimensions) {
    const std::int64_t stride = *Evaluate(pool, d.stride, model), count = *Evaluate(pool, d.count, model);
    std::vector<std::int64_t> more;
    for (const std::int64_t s : starts)
      for (std::int64_t i = 0; i < count; ++i)
        more.push_back(s + i * stride);
    starts = std::move(more);
  }
  Bytes out;
  for (const std::int64_t s : starts)
    for (std::int64_t i = 0; i < *Evaluate(pool, piece.length, model); ++i)
      out.insert(s + i);
  return out;
}

bool IsWritten(const ExprPool& pool, const Piece& piece, const Model& model) {
  return std::all_of(piece.guards.begin(), piece.guards.end(),
                     [&](ExprId g) { return *Evaluate(pool, g, model) != 0; });
}

Bytes Written(const ExprPool& pool, const std::vector<Piece>& pieces, const Model& model) {
  Bytes out;
  for (const Piece& p : pieces)
    if (IsWritten(pool, p, model))
      out.merge(BytesOf(pool, p, model));
  return out;
}

bool Includes(const Bytes& all, const Bytes& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Sizes n and m are at least 1 and offset x is anything; k is the iteration number of a loop.
class PiecesTest : public testing::TestWithParam<std::uint32_t> {
 protected:
  PiecesTest() : random_(pool_, {New("n"), New("m"), New("x")}, GetParam()) {
    for (const ExprId size : {n_, m_}) {
      pool_.SetLower(*pool_.AsAtom(size), pool_.One());
      facts_.Assume(pool_, pool_.Ge0(pool_.Sub(size, pool_.One())));
    }
    k_ = New("k");
    pool_.SetLower(*pool_.AsAtom(k_), pool_.Zero());
    pool_.Mutable(*pool_.AsAtom(k_)).is_iteration = true;
    if (random_.Coin())
      facts_.Assume(pool_, pool_.Ge0(pool_.Sub(n_, m_)));
    if (random_.Coin(3))
      facts_.Assume(pool_, pool_.Ge0(x_));
  }

  ExprId New(const char* name) {
    const ExprId e = pool_.Fresh(name);
    atoms_.push_back(*pool_.AsAtom(e));
    (name[0] == 'n' ? n_ : name[0] == 'm' ? m_ : name[0] == 'x' ? x_ : k_) = e;
    return e;
  }
  ExprId N(std::int64_t value) { return pool_.Constant(value); }
  ExprId Size() {
    const ExprId sizes[] = {n_, m_, pool_.Mul(n_, m_), N(2), N(3), pool_.Scale(n_, 2), pool_.Add(n_, m_)};
    return sizes[random_.Number(0, 6)];
  }
  ExprId Guard(bool varies) {
    const ExprId from = varies ? k_ : x_;
    const ExprId distance = random_.Coin() ? pool_.Sub(from, N(random_.Number(0, 2))) : pool_.Sub(from, m_);
    return random_.Coin(5) ? pool_.Eq0(distance) : pool_.Ge0(random_.Coin() ? distance : pool_.Scale(distance, -1));
  }
  Piece RandomPiece(bool varies) {
    Piece p;
    p.offset = random_.Coin() ? pool_.Zero() : random_.Coin() ? N(random_.Number(0, 3)) : x_;
    p.length = Size();
    for (std::int64_t i = random_.Number(0, 2); i > 0; --i)
      p.dimensions.push_back({random_.Coin() ? Size() : p.length, Size()});
    if (varies)
      p.offset = pool_.Add(p.offset, pool_.Mul(random_.Coin(4) ? N(random_.Number(-3, 3)) : Size(), k_));
    for (std::int64_t i = random_.Coin() ? 0 : random_.Number(1, 2); i > 0; --i)
      p.guards.push_back(Guard(varies && random_.Coin()));
    std::sort(p.guards.begin(), p.guards.end());
    p.guards.erase(std::unique(p.guards.begin(), p.guards.end()), p.guards.end());
    return p;
  }
  // Visits the models of the facts. Sizes that are not positive are left out, as are products of them.
  void ForEach(const std::function<void(const Model&)>& visit) {
    ForEachModel(atoms_, -1, 4, [&](const Model& model) {
      if (model.at(*pool_.AsAtom(n_)) <= 3 && model.at(*pool_.AsAtom(m_)) <= 3 && model.at(*pool_.AsAtom(x_)) <= 3 &&
          BoundsHold(pool_, atoms_, model) && FactsHold(pool_, facts_, model))
        visit(model);
    });
  }
  std::string Told(const Piece& p) {
    std::string out = pool_.Text(p.offset) + " + [0, " + pool_.Text(p.length) + ")";
    for (const auto& d : p.dimensions)
      out += " x " + pool_.Text(d.stride) + " * [0, " + pool_.Text(d.count) + ")";
    for (const ExprId g : p.guards)
      out += " if " + pool_.Text(g);
    return out;
  }
  std::string Told(const std::vector<Piece>& pieces) {
    std::string out;
    for (const Piece& p : pieces)
      out += Told(p) + "\n";
    return out;
  }

  ExprPool pool_;
  ExprId n_ = 0, m_ = 0, x_ = 0, k_ = 0;
  std::vector<AtomId> atoms_;
  RandomExpr random_;
  Facts facts_;
};

TEST_P(PiecesTest, NormalizeKeepsTheBytes) {
  for (int round = 0; round < 10; ++round) {
    const Piece before = RandomPiece(false);
    Piece after = before;
    Normalize(pool_, after);
    EXPECT_LE(after.dimensions.size(), before.dimensions.size());
    ForEach([&](const Model& model) {
      ASSERT_EQ(BytesOf(pool_, after, model), BytesOf(pool_, before, model)) << Told(before) << "\n" << Told(after);
    });
  }
}

int generalized = 0, covered = 0, covered_pieces = 0, conditional = 0;

// What is claimed to be written was written by an iteration.
TEST_P(PiecesTest, GeneralizeClaimsNoMoreThanTheIterationsWrote) {
  for (int round = 0; round < 10; ++round) {
    const Piece one = RandomPiece(true);
    const ExprId count = random_.Coin() ? Size() : pool_.Sub(Size(), N(random_.Number(0, 2)));
    const auto all = Generalize(pool_, facts_, one, *pool_.AsAtom(k_), count);
    if (!all)
      continue;
    ++generalized;
    ForEach([&](const Model& model) {
      if (model.at(*pool_.AsAtom(k_)) != 0)
        return;
      Bytes wrote;
      Model iteration = model;
      for (auto& k = iteration[*pool_.AsAtom(k_)]; k < *Evaluate(pool_, count, model); ++k)
        wrote.merge(Written(pool_, {one}, iteration));
      ASSERT_TRUE(Includes(wrote, Written(pool_, {*all}, model))) << Told(one) << "\nfor " << pool_.Text(count) << "\n"
                                                                  << Told(*all);
    });
  }
}

TEST_P(PiecesTest, CoversClaimsNoByteThatIsNotThere) {
  for (int round = 0; round < 20; ++round) {
    std::vector<Piece> pieces;
    for (std::int64_t i = random_.Number(1, 4); i > 0; --i)
      pieces.push_back(RandomPiece(false));
    const ExprId length = random_.Coin(3) ? Size() : N(1);
    ExprId offset = random_.Coin() ? pieces[0].offset : x_;
    if (random_.Coin())
      offset = pool_.Add(offset, pool_.Mul(k_, random_.Coin() ? N(1) : Size()));
    Facts facts = facts_;
    if (random_.Coin())
      facts.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(Size(), pool_.One()), k_)));
    if (!Covers(pool_, facts, pieces, offset, length))
      continue;
    ++covered;
    ForEach([&](const Model& model) {
      if (!FactsHold(pool_, facts, model))
        return;
      ASSERT_TRUE(Includes(Written(pool_, pieces, model), BytesOf(pool_, {offset, length, {}, {}}, model)))
          << Told(pieces) << "does not hold " << pool_.Text(offset) << " + " << pool_.Text(length);
    });
  }
}

// Where the conditions hold, the bytes are there. n and m are what a run never changes.
TEST_P(PiecesTest, WhatCoversAsksForEnough) {
  const IsFixed is_fixed = [&](AtomId a) { return pool_.OfAtom(a) == n_ || pool_.OfAtom(a) == m_; };
  for (int round = 0; round < 20; ++round) {
    std::vector<Piece> pieces;
    for (std::int64_t i = random_.Number(1, 3); i > 0; --i)
      pieces.push_back(RandomPiece(false));
    const ExprId length = random_.Coin() ? Size() : N(1);
    const ExprId offset = pool_.Add(pieces[0].offset, random_.Coin() ? k_ : pool_.Zero());
    Facts facts = facts_;
    facts.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(Size(), pool_.One()), k_)));
    const auto conditions = WhatCovers(pool_, facts, pieces, offset, length, is_fixed);
    if (!conditions)
      continue;
    conditional += conditions->empty() ? 0 : 1;
    Facts with = facts;
    for (const ExprId c : *conditions)
      with.at_least_zero.push_back(c);
    ForEach([&](const Model& model) {
      if (!FactsHold(pool_, with, model))
        return;
      ASSERT_TRUE(Includes(Written(pool_, pieces, model), BytesOf(pool_, {offset, length, {}, {}}, model)))
          << Told(pieces) << "does not hold " << pool_.Text(offset) << " + " << pool_.Text(length);
    });
  }
}

TEST_P(PiecesTest, CoversPieceClaimsNoByteThatIsNotThere) {
  for (int round = 0; round < 10; ++round) {
    std::vector<Piece> pieces;
    for (std::int64_t i = random_.Number(1, 3); i > 0; --i)
      pieces.push_back(RandomPiece(false));
    Piece inner = random_.Coin() ? RandomPiece(false) : pieces[0];
    if (random_.Coin())
      inner.guards.clear();
    if (!CoversPiece(pool_, facts_, pieces, inner))
      continue;
    ++covered_pieces;
    ForEach([&](const Model& model) {
      ASSERT_TRUE(Includes(Written(pool_, pieces, model), Written(pool_, {inner}, model)))
          << Told(pieces) << "does not hold\n"
          << Told(inner);
    });
  }
}

TEST_P(PiecesTest, AddPieceAddsNoByteOfItsOwn) {
  for (int round = 0; round < 4; ++round) {
    std::vector<Piece> parts, joined;
    for (int i = 0; i < 5; ++i) {
      Piece p = RandomPiece(false);
      if (i > 0 && random_.Coin()) {  // next to the last one
        p.dimensions.clear();
        p.guards = parts.back().guards;
        p.offset = pool_.Add(parts.back().offset, parts.back().length);
      }
      parts.push_back(p);
      AddPiece(pool_, joined, p);
    }
    ForEach([&](const Model& model) {
      ASSERT_EQ(Written(pool_, joined, model), Written(pool_, parts, model)) << Told(parts) << "became\n"
                                                                             << Told(joined);
    });
  }
}

// However many are added, the newest stays, and nothing is made up.
TEST_P(PiecesTest, ManyPiecesStayTrue) {
  std::vector<Piece> parts, joined;
  for (int i = 0; i < 300; ++i) {
    parts.push_back({pool_.Add(x_, N(random_.Number(0, 900))), N(random_.Number(1, 3)), {}, {}});
    AddPiece(pool_, joined, parts.back());
    ASSERT_TRUE(Covers(pool_, facts_, joined, parts.back().offset, parts.back().length));
  }
  Model model;
  for (const AtomId a : atoms_)
    model[a] = 1;
  EXPECT_TRUE(Includes(Written(pool_, parts, model), Written(pool_, joined, model)));
}

INSTANTIATE_TEST_SUITE_P(Seeds, PiecesTest, testing::Range(0U, 60U));

TEST(PiecesTogether, MuchWasClaimed) {
  if (generalized == 0)
    return;  // run alone
  EXPECT_GT(generalized, 100);
  EXPECT_GT(covered, 100);
  EXPECT_GT(covered_pieces, 50);
  EXPECT_GT(conditional, 50);
}

// What must be found, on the index sets of real programs.
class KnownPieces : public testing::Test {
 protected:
  KnownPieces() {
    for (const char* name : {"B", "T", "C"}) {
      sizes_.push_back(pool_.Fresh(name));
      facts_.Assume(pool_, pool_.Ge0(pool_.Sub(sizes_.back(), pool_.One())));
    }
  }
  AtomId Iteration(ExprId& k) {
    k = pool_.Fresh("k");
    pool_.SetLower(*pool_.AsAtom(k), pool_.Zero());
    return *pool_.AsAtom(k);
  }
  ExprId N(std::int64_t value) { return pool_.Constant(value); }
  ExprId Times(ExprId a, ExprId b) { return pool_.Mul(a, b); }

  ExprPool pool_;
  Facts facts_;
  std::vector<ExprId> sizes_;
};

TEST_F(KnownPieces, NestedLoopsFillTheirTensor) {
  ExprId b = 0, t = 0, c = 0;
  const AtomId ib = Iteration(b), it = Iteration(t), ic = Iteration(c);
  const ExprId row = Times(sizes_[1], sizes_[2]);
  const ExprId at = pool_.Add(pool_.Add(Times(b, row), Times(t, sizes_[2])), c);
  std::optional<Piece> piece = Piece{pool_.Scale(at, 4), N(4), {}, {}};
  piece = Generalize(pool_, facts_, *piece, ic, sizes_[2]);
  ASSERT_TRUE(piece);
  piece = Generalize(pool_, facts_, *piece, it, sizes_[1]);
  ASSERT_TRUE(piece);
  piece = Generalize(pool_, facts_, *piece, ib, sizes_[0]);
  ASSERT_TRUE(piece);
  EXPECT_TRUE(piece->dimensions.empty());
  EXPECT_EQ(piece->length, pool_.Scale(Times(sizes_[0], row), 4));
  EXPECT_TRUE(Covers(pool_, facts_, {*piece}, pool_.Zero(), piece->length));
  EXPECT_FALSE(Covers(pool_, facts_, {*piece}, pool_.Zero(), pool_.Add(piece->length, N(1))));
}

TEST_F(KnownPieces, AColumnIsNotTheMatrix) {
  ExprId t = 0;
  const AtomId it = Iteration(t);
  const auto column = Generalize(pool_, facts_, {Times(t, sizes_[2]), N(1), {}, {}}, it, sizes_[1]);
  ASSERT_TRUE(column);
  EXPECT_EQ(column->dimensions.size(), 1U);
  EXPECT_TRUE(Covers(pool_, facts_, {*column}, pool_.Zero(), N(1)));
  EXPECT_FALSE(Covers(pool_, facts_, {*column}, pool_.Zero(), Times(sizes_[1], sizes_[2])));
}

TEST_F(KnownPieces, OneShortIsNotAll) {
  ExprId k = 0;
  const AtomId ik = Iteration(k);
  const auto most = Generalize(pool_, facts_, {k, N(1), {}, {}}, ik, pool_.Sub(sizes_[0], N(1)));
  ASSERT_TRUE(most);
  EXPECT_TRUE(Covers(pool_, facts_, {*most}, pool_.Zero(), pool_.Sub(sizes_[0], N(1))));
  EXPECT_FALSE(Covers(pool_, facts_, {*most}, pool_.Zero(), sizes_[0]));
}

// Rows of `stride` are written, `used` of each is read: enough where used <= stride.
TEST_F(KnownPieces, ARowIsReadWithinItsStride) {
  const ExprId rows = sizes_[0], stride = sizes_[1], used = sizes_[2];
  const IsFixed is_fixed = [&](AtomId a) { return std::ranges::find(sizes_, pool_.OfAtom(a)) != sizes_.end(); };
  ExprId r = 0, i = 0;
  for (ExprId* k : {&r, &i})
    Iteration(*k);
  facts_.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(rows, N(1)), r)));
  facts_.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(used, N(1)), i)));
  const ExprId at = pool_.Add(Times(r, stride), i);
  const std::vector<Piece> all = {{pool_.Zero(), Times(rows, stride), {}, {}}};
  EXPECT_FALSE(Covers(pool_, facts_, all, at, N(1)));
  EXPECT_EQ(WhatCovers(pool_, facts_, all, at, N(1), is_fixed), Conditions{pool_.Sub(stride, used)});
  // What no size can meet is no condition: half of it, all but one, numbers that are not fixed.
  const std::vector<Piece> half = {{pool_.Zero(), pool_.Div(used, N(2)), {}, {}}};
  EXPECT_FALSE(WhatCovers(pool_, facts_, half, i, N(1), is_fixed));
  const std::vector<Piece> most = {{pool_.Zero(), pool_.Sub(used, N(1)), {}, {}}};
  EXPECT_FALSE(WhatCovers(pool_, facts_, most, i, N(1), is_fixed));
  EXPECT_FALSE(WhatCovers(pool_, facts_, all, at, N(1), [](AtomId) { return false; }));
}

// Heads that divide a row leave nothing of it.
TEST_F(KnownPieces, PartsFillARowThatTheyDivide) {
  const ExprId rows = sizes_[0], heads = sizes_[1], row = sizes_[2];
  const ExprId written = Times(heads, pool_.Div(row, heads));
  const IsFixed is_fixed = [&](AtomId a) { return pool_.OfAtom(a) != rows; };
  const auto found =
      WhatCovers(pool_, facts_, {{pool_.Zero(), written, {{row, rows, kNoAtom}}, {}}}, pool_.Zero(), row, is_fixed);
  EXPECT_EQ(found, Conditions{pool_.Sub(written, row)});
}

// A row of a lower triangle is written up to its diagonal; what is read lies on or below it.
TEST_F(KnownPieces, ReadsBelowTheDiagonal) {
  ExprId t = 0, t2 = 0, i = 0;
  Iteration(t);
  const AtomId it2 = Iteration(t2);
  Iteration(i);
  facts_.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(sizes_[1], N(1)), t)));
  const ExprId row = Times(t, sizes_[1]);
  const auto written =
      Generalize(pool_, facts_, {pool_.Scale(pool_.Add(row, t2), 4), N(4), {}, {}}, it2, pool_.Add(t, N(1)));
  ASSERT_TRUE(written);
  Facts below = facts_;
  below.Assume(pool_, pool_.Ge0(pool_.Sub(t, i)));
  EXPECT_TRUE(Covers(pool_, below, {*written}, pool_.Scale(pool_.Add(row, i), 4), N(4)));
  EXPECT_FALSE(Covers(pool_, facts_, {*written}, pool_.Scale(pool_.Add(row, i), 4), N(4)));
}

TEST_F(KnownPieces, TilesFillWholeTilesOnly) {
  ExprId tile = 0, lane = 0;
  const AtomId it = Iteration(tile), il = Iteration(lane);
  const ExprId n = sizes_[2], tiles = pool_.Div(n, N(8));
  auto piece = Generalize(pool_, facts_, {pool_.Add(pool_.Scale(tile, 8), lane), N(1), {}, {}}, il, N(8));
  ASSERT_TRUE(piece);
  piece = Generalize(pool_, facts_, *piece, it, tiles);
  ASSERT_TRUE(piece);
  EXPECT_TRUE(Covers(pool_, facts_, {*piece}, pool_.Zero(), pool_.Scale(tiles, 8)));
  EXPECT_FALSE(Covers(pool_, facts_, {*piece}, pool_.Zero(), n));
  ExprId k = 0;
  const AtomId ik = Iteration(k);  // the rest, one by one
  const ExprId rest = pool_.Sub(n, pool_.Scale(tiles, 8));
  const auto tail = Generalize(pool_, facts_, {pool_.Add(pool_.Scale(tiles, 8), k), N(1), {}, {}}, ik, rest);
  ASSERT_TRUE(tail);
  std::vector<Piece> both;
  AddPiece(pool_, both, *piece);
  AddPiece(pool_, both, *tail);
  EXPECT_TRUE(Covers(pool_, facts_, both, pool_.Zero(), n));
}

// Tensors that are carved out of one allocation, each behind the last one.
TEST_F(KnownPieces, CarvedTensorsTogetherAreTheAllocation) {
  const ExprId btc = Times(sizes_[0], Times(sizes_[1], sizes_[2]));
  const std::vector<ExprId> parts{btc, Times(sizes_[0], sizes_[1]), pool_.Scale(btc, 3), Times(sizes_[2], sizes_[2])};
  std::vector<Piece> pieces;
  ExprId end = pool_.Zero();
  for (const ExprId part : parts) {
    AddPiece(pool_, pieces, {pool_.Scale(end, 4), pool_.Scale(part, 4), {}, {}});
    end = pool_.Add(end, part);
  }
  ExprId at = pool_.Zero();
  for (const ExprId part : parts) {
    ExprId k = 0;
    Iteration(k);
    Facts inside = facts_;
    inside.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(part, N(1)), k)));
    EXPECT_TRUE(Covers(pool_, inside, pieces, pool_.Scale(pool_.Add(at, k), 4), N(4)));
    at = pool_.Add(at, part);
  }
  EXPECT_TRUE(Covers(pool_, facts_, pieces, pool_.Zero(), pool_.Scale(end, 4)));
  EXPECT_FALSE(Covers(pool_, facts_, pieces, pool_.Zero(), pool_.Add(pool_.Scale(end, 4), N(1))));
}

// `a[j] = 0; j = next[j];` fills one place in each iteration, each time another one.
TEST_F(KnownPieces, WhatTheLoopItselfMakesIsNoConstant) {
  ExprId k = 0;
  const AtomId ik = Iteration(k);
  const ExprId older = pool_.Scale(sizes_[0], 4), j = pool_.Fresh("carried");
  EXPECT_TRUE(Generalize(pool_, facts_, {older, N(4), {}, {}}, ik, N(8)));
  EXPECT_FALSE(Generalize(pool_, facts_, {pool_.Scale(j, 4), N(4), {}, {}}, ik, N(8)));
  EXPECT_FALSE(Generalize(pool_, facts_, {older, pool_.Scale(j, 4), {}, {}}, ik, N(8)));
  EXPECT_FALSE(Generalize(pool_, facts_, {older, N(4), {}, {pool_.Ge0(j)}}, ik, N(8)));
  EXPECT_FALSE(Generalize(pool_, facts_, {pool_.Scale(k, 4), N(4), {}, {pool_.Ge0(j)}}, ik, N(8)));
}

// Content is named by its version: the iteration number tells the first one that its loop made.
TEST_F(KnownPieces, ContentThatTheLoopMakesIsNoConstant) {
  ExprId k = 0;
  const AtomId ik = Iteration(k);
  pool_.Mutable(ik).detail = {7};
  const ExprId before = pool_.Apply(AtomOp::Memory, {N(0)}, {1, 6, 4});
  const ExprId inside = pool_.Apply(AtomOp::Memory, {N(0)}, {1, 7, 4});
  EXPECT_TRUE(Generalize(pool_, facts_, {pool_.Scale(before, 4), N(4), {}, {}}, ik, N(8)));
  EXPECT_FALSE(Generalize(pool_, facts_, {pool_.Scale(inside, 4), N(4), {}, {}}, ik, N(8)));
}

TEST_F(KnownPieces, BothBranchesWrite) {
  const ExprId p = pool_.Eq0(sizes_[0]), q = pool_.Eq0(sizes_[1]);
  const Piece then{pool_.Zero(), N(8), {}, {p}}, other{pool_.Zero(), N(8), {}, {pool_.Not(p)}};
  EXPECT_TRUE(Covers(pool_, Facts{}, {then, other}, pool_.Zero(), N(8)));
  EXPECT_FALSE(Covers(pool_, Facts{}, {then}, pool_.Zero(), N(8)));
  EXPECT_FALSE(Covers(pool_, Facts{}, {then, {pool_.Zero(), N(8), {}, {q}}}, pool_.Zero(), N(8)));
}

TEST_F(KnownPieces, AdjoiningRunsJoin) {
  std::vector<Piece> pieces;
  AddPiece(pool_, pieces, {pool_.Zero(), sizes_[0], {}, {}});
  AddPiece(pool_, pieces, {sizes_[0], sizes_[1], {}, {}});
  EXPECT_TRUE(Covers(pool_, facts_, pieces, pool_.Zero(), pool_.Add(sizes_[0], sizes_[1])));
  EXPECT_FALSE(Covers(pool_, facts_, pieces, pool_.Zero(), pool_.Add(sizes_[0], Times(sizes_[1], N(2)))));
}

// A table of sizes that is filled in one of two ways: its sum, and the sum that was chosen with it.
TEST_F(KnownPieces, ASumOfChoicesIsTheChoiceBetweenSums) {
  const ExprId p = pool_.Fresh("p"), a = sizes_[0], b = sizes_[1];
  const ExprId chosen = pool_.Select(p, pool_.Add(a, b), Times(a, b));
  const ExprId summed = pool_.Add(pool_.Select(p, a, Times(a, b)), pool_.Select(p, b, pool_.Zero()));
  EXPECT_TRUE(Covers(pool_, facts_, {{pool_.Zero(), chosen, {}, {}}}, pool_.Zero(), summed));
  const ExprId other = pool_.Add(summed, pool_.Select(p, pool_.Zero(), N(1)));
  EXPECT_FALSE(Covers(pool_, facts_, {{pool_.Zero(), chosen, {}, {}}}, pool_.Zero(), other));
}

// What the first iteration has written is not what a read of it is noted for.
TEST_F(KnownPieces, AReadGoesOnWithoutTheCaseThatIsWritten) {
  ExprId k = 0;
  pool_.Mutable(Iteration(k)).is_iteration = true;
  Facts facts = facts_;
  facts.Assume(pool_, pool_.Ge0(k));
  Read read;
  read.length = N(4);
  read.facts = std::make_shared<Facts>(facts);
  const Piece first{pool_.Zero(), N(8), {}, {pool_.Eq0(k)}};
  ASSERT_TRUE(TakeWritten(pool_, read, kNoExpr, {first}));
  EXPECT_TRUE(Prover(pool_, *read.facts).AtLeastZero(pool_.Sub(k, N(1))));
  read.facts = std::make_shared<Facts>(facts);
  read.offset = N(8);  // beyond what it writes
  ASSERT_TRUE(TakeWritten(pool_, read, kNoExpr, {first}));
  EXPECT_FALSE(Prover(pool_, *read.facts).AtLeastZero(pool_.Sub(k, N(1))));
}

}  // namespace
}  // namespace detrain::infer
