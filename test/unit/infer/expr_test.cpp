// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/expr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "analyzer/base/heap.h"
#include "model.h"

namespace detrain::infer {
namespace {

constexpr int kRounds = 400;

class ExprTest : public testing::Test {
 protected:
  ExprTest() {
    for (const char* name : {"x", "y", "z"}) {
      symbols_.push_back(pool_.Fresh(name));
      atoms_.push_back(*pool_.AsAtom(symbols_.back()));
    }
  }

  // `e` has the value that `expected` computes from the values of `args`, wherever all of them have one.
  template <typename F, typename... E>
  void ExpectSame(ExprId e, F expected, E... args) {
    ForEachModel(atoms_, -2, 3, [&](const Model& model) {
      const auto got = Evaluate(pool_, e, model);
      const auto want = [&](auto... values) -> std::optional<std::int64_t> {
        if (!(values && ...))
          return std::nullopt;
        return expected(*values...);
      }(Evaluate(pool_, args, model)...);
      if (got && want) {
        ASSERT_EQ(*got, *want) << pool_.Text(e);
      }
    });
  }

  ExprPool pool_;
  std::vector<ExprId> symbols_;
  std::vector<AtomId> atoms_;
};

TEST_F(ExprTest, EqualPolynomialsHaveEqualIds) {
  const auto [x, y, z] = std::tuple(symbols_[0], symbols_[1], symbols_[2]);
  EXPECT_EQ(pool_.Mul(pool_.Add(x, y), z), pool_.Add(pool_.Mul(z, y), pool_.Mul(x, z)));
  EXPECT_EQ(pool_.Sub(pool_.Add(x, y), y), x);
  EXPECT_EQ(pool_.Mul(pool_.Add(x, y), pool_.Sub(x, y)), pool_.Sub(pool_.Mul(x, x), pool_.Mul(y, y)));
  EXPECT_EQ(pool_.Sub(x, x), pool_.Zero());
  EXPECT_NE(pool_.Mul(x, y), pool_.Mul(x, z));
}

TEST_F(ExprTest, SumsDoNotDependOnTheirOrder) {
  RandomExpr random(pool_, symbols_, 1);
  for (int round = 0; round < kRounds; ++round) {
    const ExprId a = random.Polynomial(), b = random.Polynomial(), c = random.Polynomial();
    EXPECT_EQ(pool_.Add(pool_.Add(a, b), c), pool_.Add(a, pool_.Add(c, b)));
    EXPECT_EQ(pool_.Mul(pool_.Add(a, b), c), pool_.Add(pool_.Mul(a, c), pool_.Mul(c, b)));
    EXPECT_EQ(pool_.Mul(pool_.Mul(a, b), c), pool_.Mul(b, pool_.Mul(c, a)));
    EXPECT_EQ(pool_.Sub(pool_.AddScaled(a, b, 3), pool_.Scale(b, 3)), a);
  }
}

TEST_F(ExprTest, ArithmeticMeansWhatItSays) {
  RandomExpr random(pool_, symbols_, 2);
  for (int round = 0; round < kRounds; ++round) {
    const ExprId a = random.Any(2), b = random.Any(1), one_to_four = pool_.Constant(random.Number(1, 4));
    const auto divide = [](auto x, auto y) { return x / y; };
    ExpectSame(pool_.Add(a, b), [](auto x, auto y) { return x + y; }, a, b);
    ExpectSame(pool_.Sub(a, b), [](auto x, auto y) { return x - y; }, a, b);
    ExpectSame(pool_.Mul(a, b), [](auto x, auto y) { return x * y; }, a, b);
    ExpectSame(pool_.Scale(a, -7), [](auto x) { return -7 * x; }, a);
    ExpectSame(pool_.Max(a, b), [](auto x, auto y) { return std::max(x, y); }, a, b);
    ExpectSame(pool_.Div(a, one_to_four), divide, a, one_to_four);
    const auto divide_up = [](auto x, auto y) { return x > 0 ? (x + y - 1) / y : x / y; };
    ExpectSame(pool_.CeilDiv(a, one_to_four), divide_up, a, one_to_four);
    const auto rest = [](auto x, auto y) { return x < 0 ? std::nullopt : std::optional(x % y); };  // it says so
    ExpectSame(pool_.Rem(a, one_to_four, true), rest, a, one_to_four);
  }
}

TEST_F(ExprTest, TruthValuesMeanWhatTheySay) {
  RandomExpr random(pool_, symbols_, 3);
  for (int round = 0; round < kRounds; ++round) {
    const ExprId p = random.Any(2, true), q = random.Any(1, true), a = random.Any(1), b = random.Any(1);
    ExpectSame(pool_.Ge0(a), [](auto x) { return x >= 0; }, a);
    ExpectSame(pool_.Eq0(a), [](auto x) { return x == 0; }, a);
    ExpectSame(pool_.Not(p), [](auto x) { return x == 0; }, p);
    ExpectSame(pool_.And(p, q), [](auto x, auto y) { return x != 0 && y != 0; }, p, q);
    ExpectSame(pool_.Or(p, q), [](auto x, auto y) { return x != 0 || y != 0; }, p, q);
    ExpectSame(pool_.Select(p, a, b), [](auto x, auto y, auto z) { return x != 0 ? y : z; }, p, a, b);
  }
}

TEST_F(ExprTest, LinearFormsAddUp) {
  RandomExpr random(pool_, symbols_, 4);
  int found = 0;
  for (int round = 0; round < kRounds; ++round) {
    const ExprId e = random.Coin() ? random.Polynomial(4) : random.Any(1);
    const ExprId x = random.Symbol();
    const AtomId atom = *pool_.AsAtom(x);
    auto linear = pool_.LinearIn(e, atom);
    if (!linear)
      continue;
    ++found;
    EXPECT_EQ(pool_.Add(pool_.Mul(linear->slope, x), linear->rest), e);
    EXPECT_FALSE(pool_.Mentions(linear->slope, atom));
    EXPECT_FALSE(pool_.Mentions(linear->rest, atom));
  }
  EXPECT_GT(found, kRounds / 4);
}

TEST_F(ExprTest, DivisionByATermAddsUp) {
  RandomExpr random(pool_, symbols_, 5);
  int exact = 0;
  for (int round = 0; round < kRounds; ++round) {
    const ExprId divisor = pool_.Scale(random.Symbol(), random.Coin() ? 2 : 1);
    const ExprId e = random.Coin() ? pool_.Mul(random.Polynomial(), divisor) : random.Polynomial();
    auto parts = pool_.DivideTerms(e, divisor);
    ASSERT_TRUE(parts);
    EXPECT_EQ(pool_.Add(pool_.Mul(parts->quotient, divisor), parts->remainder), e);
    if (auto quotient = pool_.DivideExactly(e, divisor)) {
      ++exact;
      EXPECT_EQ(pool_.Mul(*quotient, divisor), e);
    }
  }
  EXPECT_GT(exact, kRounds / 4);
  EXPECT_FALSE(pool_.DivideTerms(symbols_[0], pool_.Add(symbols_[0], symbols_[1])));
}

TEST_F(ExprTest, ReplacingIsEvaluatingInAnotherModel) {
  RandomExpr random(pool_, symbols_, 6);
  for (int round = 0; round < kRounds; ++round) {
    const ExprId e = random.Any(2, random.Coin()), by = random.Polynomial(2, 1);
    const AtomId atom = *pool_.AsAtom(random.Symbol());
    const ExprId replaced = pool_.Replace(e, atom, by);
    ForEachModel(atoms_, -2, 2, [&](const Model& model) {
      Model other = model;
      other[atom] = *Evaluate(pool_, by, model);
      const auto got = Evaluate(pool_, replaced, model), want = Evaluate(pool_, e, other);
      if (got && want) {
        ASSERT_EQ(*got, *want) << pool_.Text(e) << " with " << pool_.Text(by);
      }
    });
  }
}

TEST_F(ExprTest, WhatIsNotMentionedDoesNotMatter) {
  RandomExpr random(pool_, symbols_, 7);
  for (int round = 0; round < kRounds; ++round) {
    const ExprId e = random.Any(1, random.Coin());
    for (const AtomId atom : atoms_) {
      if (pool_.Mentions(e, atom))
        continue;
      EXPECT_EQ(pool_.Replace(e, atom, pool_.One()), e);
      ForEachModel(atoms_, 0, 2, [&](const Model& model) {
        Model other = model;
        other[atom] += 1;
        ASSERT_EQ(Evaluate(pool_, e, model), Evaluate(pool_, e, other));
      });
    }
  }
}

// Integers of 64 bits that overflow become unknown; they never wrap around.
TEST_F(ExprTest, OverflowIsUnknown) {
  const ExprId most = pool_.Constant(std::numeric_limits<std::int64_t>::max());
  for (const ExprId e : {pool_.Add(most, pool_.One()), pool_.Mul(most, pool_.Constant(2)), pool_.Scale(most, 3),
                         pool_.Add(pool_.Mul(most, symbols_[0]), symbols_[0])}) {
    const auto atom = pool_.AsAtom(e);
    ASSERT_TRUE(atom);
    EXPECT_EQ(pool_.At(*atom).op, AtomOp::Symbol);
    EXPECT_TRUE(std::find(atoms_.begin(), atoms_.end(), *atom) == atoms_.end());
  }
}

// What is made of too many atoms is an unknown; one that two of its parts name counts once.
TEST_F(ExprTest, WhatNamesTooManyIsUnknown) {
  const auto sum_of = [&](int count, ExprId first) {
    ExprId sum = first;
    for (int i = 1; i < count; ++i)
      sum = pool_.Add(sum, pool_.Fresh("s"));
    return sum;
  };
  const auto op_of_choice = [&](ExprId a, ExprId b) {
    return pool_.At(*pool_.AsAtom(pool_.Select(pool_.Ge0(symbols_[0]), a, b))).op;
  };
  const ExprId a = sum_of(80, symbols_[0]), b = sum_of(80, symbols_[1]);
  EXPECT_EQ(op_of_choice(a, pool_.Add(a, symbols_[2])), AtomOp::Select);
  EXPECT_EQ(op_of_choice(a, b), AtomOp::Symbol);
}

// What division, remainder and truth values promise to the prover.
TEST_F(ExprTest, AxiomsHold) {
  RandomExpr random(pool_, symbols_, 8);
  for (int round = 0; round < kRounds; ++round) {
    const ExprId e = random.Any(2, random.Coin());
    const AtomList all = pool_.AllAtoms(e);
    ForEachModel(atoms_, -2, 3, [&](const Model& model) {
      if (Evaluate(pool_, e, model)) {
        ASSERT_TRUE(BoundsHold(pool_, all, model)) << pool_.Text(e);
      }
    });
  }
}

// A run makes millions of expressions, and keeps all of them. What a list takes right behind a power of two, where one
// that doubles has just taken as much again, counts too.
TEST_F(ExprTest, KeepsMillionsInLittleMemory) {
  constexpr std::int64_t kSide = 512;
  const std::size_t before = HeapBytes();
  ExprId last = pool_.Zero();
  for (std::int64_t i = 1; i <= kSide; ++i)
    for (std::int64_t j = 1; j <= kSide + 1; ++j)
      last = pool_.Add(pool_.Scale(symbols_[0], i), pool_.AddScaled(symbols_[2], symbols_[1], j));
  EXPECT_GE(last, kSide * kSide);
  EXPECT_LT((HeapBytes() - before) / last, 160U);
}

}  // namespace
}  // namespace detrain::infer
