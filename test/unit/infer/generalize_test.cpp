// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a kernel write together, in the forms that kernels have.
#include <gtest/gtest.h>

#include "analyzer/infer/pieces.h"

namespace detrain::infer {
namespace {

class GeneralizeTest : public testing::Test {
 protected:
  ExprId N(std::int64_t value) { return pool_.Constant(value); }
  ExprId Size(const char* name) {
    const ExprId size = pool_.Fresh(name);
    pool_.SetLower(*pool_.AsAtom(size), pool_.One());
    facts_.Assume(pool_, pool_.Ge0(pool_.Sub(size, pool_.One())));
    return size;
  }
  ExprId Loop(const char* name) {
    const ExprId number = pool_.Fresh(name);
    pool_.SetLower(*pool_.AsAtom(number), pool_.Zero());
    pool_.Mutable(*pool_.AsAtom(number)).is_iteration = true;
    return number;
  }
  ExprId Below(ExprId a, ExprId b) { return pool_.Ge0(pool_.Sub(pool_.Sub(b, a), pool_.One())); }
  ExprId Times(ExprId a, ExprId b) { return pool_.Mul(a, b); }
  ExprId Plus(ExprId a, ExprId b) { return pool_.Add(a, b); }
  // As many blocks as `threads` of them need.
  ExprId Blocks(ExprId threads, std::int64_t size) { return pool_.Div(Plus(threads, N(size - 1)), N(size)); }
  std::optional<Piece> All(const Piece& piece, ExprId iteration, ExprId count) {
    return Generalize(pool_, facts_, piece, *pool_.AsAtom(iteration), count);
  }
  bool IsWhole(const std::optional<Piece>& piece, ExprId length) {
    return piece && Covers(pool_, facts_, {*piece}, pool_.Zero(), length);
  }

  ExprPool pool_;
  Facts facts_;
};

TEST_F(GeneralizeTest, OneNumberForEachThreadOfTheGrid) {
  const ExprId n = Size("n"), i = Loop("i");
  const ExprId threads = Times(Blocks(n, 256), N(256));
  EXPECT_TRUE(IsWhole(All({i, N(1), {}, {Below(i, n)}}, i, threads), n));
  EXPECT_FALSE(IsWhole(All({i, N(1), {}, {Below(i, pool_.Sub(n, N(1)))}}, i, threads), n));
  EXPECT_FALSE(IsWhole(All({i, N(1), {}, {Below(i, n)}}, i, pool_.Sub(threads, N(256))), n));
}

TEST_F(GeneralizeTest, ANumberTakenApartIsPutTogether) {
  const ExprId rows = Size("rows"), columns = Size("columns"), n = Times(rows, columns), i = Loop("i");
  const ExprId row = pool_.Div(i, columns), column = pool_.Rem(i, columns, true);
  const ExprId threads = Times(Blocks(n, 256), N(256));
  EXPECT_TRUE(IsWhole(All({Plus(Times(column, rows), row), N(1), {}, {Below(i, n)}}, i, threads), n));
  // One column short, and with rows that are too far apart.
  const Piece narrow{Plus(Times(column, rows), row), N(1), {}, {Below(i, n), Below(Plus(column, N(1)), columns)}};
  EXPECT_FALSE(IsWhole(All(narrow, i, threads), n));
  const ExprId wide = Plus(rows, N(1));
  EXPECT_FALSE(IsWhole(All({Plus(Times(column, wide), row), N(1), {}, {Below(i, n)}}, i, threads), n));
}

TEST_F(GeneralizeTest, OneLaneWritesForItsWarp) {
  const ExprId rows = Size("rows"), i = Loop("i");
  const ExprId warp = pool_.Div(i, N(32)), lane = pool_.Rem(i, N(32), true);
  const Piece first{warp, N(1), {}, {pool_.Eq0(lane), Below(warp, rows)}};
  EXPECT_TRUE(IsWhole(All(first, i, Times(Blocks(Times(rows, N(32)), 256), N(256))), rows));
  EXPECT_FALSE(IsWhole(All({i, N(1), {}, {pool_.Eq0(lane)}}, i, Times(rows, N(32))), Times(rows, N(32))));
}

// Warp by warp, and lane by lane in steps of 32 within a row.
TEST_F(GeneralizeTest, AWarpForEachRow) {
  const ExprId rows = Size("rows"), columns = Size("columns");
  const ExprId block = Loop("block"), thread = Loop("thread");
  const ExprId warp = pool_.Div(thread, N(32)), lane = pool_.Rem(thread, N(32), true);
  const auto write = [&](std::int64_t warps, ExprId bound) {
    const ExprId row = Plus(Times(block, N(warps)), warp);
    const ExprId steps = pool_.CeilDiv(pool_.Sub(columns, lane), N(32));
    const Piece lanes{Plus(Times(row, columns), lane), N(1), {{N(32), steps, kNoAtom}}, {Below(row, bound)}};
    const auto in_block = All(lanes, thread, N(32 * warps));
    return in_block ? All(*in_block, block, Blocks(Times(rows, N(32)), 32 * warps)) : std::nullopt;
  };
  const ExprId n = Times(rows, columns);
  EXPECT_TRUE(IsWhole(write(16, rows), n));
  EXPECT_TRUE(IsWhole(write(8, rows), n));
  EXPECT_FALSE(IsWhole(write(16, pool_.Sub(rows, N(1))), n));
}

TEST_F(GeneralizeTest, TilesThatOverlapTheNextRowAreOneRun) {
  const ExprId rows = Size("rows"), columns = Size("columns"), tile = Loop("tile"), row = Loop("row");
  const Piece piece{Plus(Times(row, columns), Times(tile, N(128))), N(128), {}, {}};
  const auto in_row = All(piece, row, rows);
  ASSERT_TRUE(in_row);
  EXPECT_TRUE(IsWhole(All(*in_row, tile, Blocks(columns, 128)), Times(rows, columns)));
  EXPECT_FALSE(IsWhole(All(*in_row, tile, pool_.Sub(Blocks(columns, 128), N(1))), Times(rows, columns)));
}

}  // namespace
}  // namespace detrain::infer
