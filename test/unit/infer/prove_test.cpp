// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/prove.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "model.h"

namespace detrain::infer {
namespace {

// The bounds of loops and sizes, as the engine sets them.
class ProveTest : public testing::Test {
 protected:
  ExprId Size(const char* name) {
    const ExprId e = pool_.Fresh(name);
    atoms_.push_back(*pool_.AsAtom(e));
    return e;
  }
  ExprId Iteration(const char* name, ExprId count) {
    const ExprId e = Size(name);
    pool_.SetLower(atoms_.back(), pool_.Zero());
    pool_.Mutable(atoms_.back()).is_iteration = true;
    facts_.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Sub(count, pool_.One()), e)));
    return e;
  }
  bool AtLeastZero(ExprId e) { return Prover(pool_, facts_).AtLeastZero(e); }
  bool Less(ExprId a, ExprId b) { return AtLeastZero(pool_.Sub(pool_.Sub(b, a), pool_.One())); }
  ExprId N(std::int64_t value) { return pool_.Constant(value); }

  ExprPool pool_;
  Facts facts_;
  std::vector<AtomId> atoms_;
};

TEST_F(ProveTest, RowsLieInTheirMatrix) {
  const ExprId rows = Size("B"), columns = Size("C");
  const ExprId i = Iteration("i", rows), j = Iteration("j", columns);
  const ExprId at = pool_.Add(pool_.Mul(i, columns), j);
  EXPECT_TRUE(AtLeastZero(at));
  EXPECT_TRUE(Less(at, pool_.Mul(rows, columns)));
  EXPECT_FALSE(Less(pool_.Add(at, pool_.One()), pool_.Mul(rows, columns)));
  EXPECT_FALSE(Less(pool_.Mul(rows, columns), at));
}

TEST_F(ProveTest, FourNestedLoopsStayInside) {
  const ExprId b = Size("B"), t = Size("T"), c = Size("C"), h = Size("H");
  const ExprId i = Iteration("b", b), j = Iteration("t", t), k = Iteration("h", h), l = Iteration("c", c);
  ExprId at = pool_.Add(pool_.Mul(i, t), j);
  at = pool_.Add(pool_.Mul(at, h), k);
  at = pool_.Add(pool_.Mul(at, c), l);
  EXPECT_TRUE(AtLeastZero(at));
  EXPECT_TRUE(Less(at, pool_.Mul(pool_.Mul(b, t), pool_.Mul(h, c))));
}

TEST_F(ProveTest, TrianglesStayInside) {
  const ExprId n = Size("T");
  const ExprId i = Iteration("t", n), j = Iteration("t2", pool_.Add(i, pool_.One()));
  EXPECT_TRUE(Less(j, n));
  EXPECT_TRUE(AtLeastZero(pool_.Sub(i, j)));
  EXPECT_FALSE(Less(j, i));
}

TEST_F(ProveTest, BoundsOfOuterLoopsDoNotHoldWithoutThem) {
  const ExprId n = Size("n"), i = Iteration("i", n), m = Size("m");
  EXPECT_TRUE(Less(i, n));
  EXPECT_FALSE(Less(i, m));
  EXPECT_FALSE(AtLeastZero(m));
  EXPECT_FALSE(AtLeastZero(pool_.Mul(m, i)));
}

TEST_F(ProveTest, DivisionRoundsDown) {
  const ExprId n = Iteration("n", N(1000));
  const ExprId tiles = pool_.Div(n, N(32));
  EXPECT_TRUE(AtLeastZero(pool_.Sub(n, pool_.Scale(tiles, 32))));
  EXPECT_TRUE(Less(pool_.Sub(n, pool_.Scale(tiles, 32)), N(32)));
  EXPECT_FALSE(AtLeastZero(pool_.Sub(pool_.Scale(tiles, 32), n)));
}

TEST_F(ProveTest, CarvedTensorsDoNotOverlap) {
  const ExprId b = Iteration("b", N(64)), t = Iteration("t", N(64)), c = Iteration("c", N(64));
  const ExprId btc = pool_.Mul(pool_.Mul(b, t), c), bt = pool_.Mul(b, t);
  const ExprId second = btc, third = pool_.Add(btc, bt), fourth = pool_.Add(third, pool_.Scale(btc, 3));
  const ExprId k = Iteration("k", btc);
  EXPECT_TRUE(Less(k, second));
  EXPECT_TRUE(Less(k, third));
  EXPECT_TRUE(Less(pool_.Add(third, pool_.Scale(k, 3)), fourth));
  EXPECT_FALSE(Less(pool_.Add(second, k), third));
}

// What is known of a dividend on one path is not known on another one.
TEST_F(ProveTest, RemaindersOfNegativeNumbersMayBeNegative) {
  const ExprId x = Size("x"), positive = pool_.Rem(x, N(4), true), any = pool_.Rem(x, N(4), false);
  EXPECT_TRUE(AtLeastZero(positive));
  EXPECT_FALSE(AtLeastZero(any));
  EXPECT_TRUE(AtLeastZero(pool_.Add(any, N(3))));
  EXPECT_TRUE(Less(any, N(4)));
}

TEST_F(ProveTest, WitnessesKeepToAxiomsAndFacts) {
  const ExprId n = Size("n"), k = Iteration("k", n), byte = pool_.Apply(AtomOp::Memory, {k}, {1, 1, 1});
  pool_.SetLower(*pool_.AsAtom(byte), pool_.Zero());
  pool_.SetUpper(*pool_.AsAtom(byte), N(255));
  facts_.Assume(pool_, pool_.Eq0(pool_.Sub(n, N(20))));
  int found = 0;
  for (int start = 0; start < Witness::kStarts; ++start) {
    Witness witness(pool_, start);
    if (!witness.Satisfy(facts_.at_least_zero, facts_.zero))
      continue;
    ++found;
    EXPECT_FALSE(witness.MakesNegative(k));
    EXPECT_FALSE(witness.MakesNegative(pool_.Sub(N(19), k)));
    EXPECT_FALSE(witness.MakesNegative(byte));
    EXPECT_FALSE(witness.MakesNegative(pool_.Sub(N(255), byte)));
    EXPECT_TRUE(witness.MakesNegative(pool_.Sub(N(19), n)));
  }
  EXPECT_GT(found, 1);
}

// assert(total % (rows * columns) == 0), where `total` is rows * columns unless it was given: numbers for which that
// holds are behind the remainder, and behind the choice.
TEST_F(ProveTest, WitnessesSeeThroughOperations) {
  const ExprId rows = Size("rows"), columns = Size("columns"), given = Size("given"), row = pool_.Mul(rows, columns);
  const ExprId total = pool_.Select(pool_.Eq0(pool_.Add(given, N(1))), row, given);
  facts_.Assume(pool_, pool_.Eq0(pool_.Rem(total, row, false)));
  facts_.Assume(pool_, pool_.Ge0(pool_.Sub(pool_.Div(total, row), N(3))));
  facts_.Assume(pool_, pool_.Ge0(pool_.Sub(rows, N(5))));
  int found = 0;
  for (int start = 0; start < Witness::kStarts; ++start) {
    Witness witness(pool_, start);
    if (!witness.Satisfy(facts_.at_least_zero, facts_.zero))
      continue;
    ++found;
    EXPECT_FALSE(witness.MakesNegative(pool_.Sub(pool_.Div(total, row), N(3))));
    EXPECT_FALSE(witness.MakesNegative(pool_.Sub(rows, N(5))));
    EXPECT_TRUE(witness.MakesNegative(pool_.Sub(row, total)));
  }
  EXPECT_GT(found, 1);
}

// Sizes up to the largest that there is (`std::vector::max_size`) have a value.
TEST_F(ProveTest, WitnessesHoldLargeNumbers) {
  const ExprId n = Size("n");
  facts_.Assume(pool_, pool_.Ge0(pool_.Sub(N(std::numeric_limits<std::int64_t>::max() / 2), n)));
  Witness witness(pool_, 0);
  EXPECT_TRUE(witness.Satisfy(facts_.at_least_zero, facts_.zero));
}

// What is learned of an atom after it was reasoned about counts.
TEST_F(ProveTest, LaterAxiomsCount) {
  const ExprId n = Size("n"), m = Size("m");
  EXPECT_FALSE(AtLeastZero(pool_.Add(n, m)));
  pool_.SetLower(*pool_.AsAtom(n), pool_.Scale(m, -1));
  EXPECT_TRUE(AtLeastZero(pool_.Add(n, m)));
}

// Facts that have nothing to do with a goal neither help nor hinder.
TEST_F(ProveTest, FactsAboutOtherThingsDoNotMatter) {
  const ExprId n = Size("n"), i = Iteration("i", n);
  for (int k = 0; k < 40; ++k) {
    const ExprId other = Size("other");
    facts_.Assume(pool_, pool_.Eq0(pool_.Sub(other, N(20240326 + k))));
  }
  EXPECT_TRUE(Less(i, n));
  EXPECT_FALSE(Less(pool_.Add(i, pool_.One()), n));
}

TEST_F(ProveTest, EqualitiesReplace) {
  const ExprId got = Size("got"), wanted = Size("wanted");
  ASSERT_TRUE(facts_.Assume(pool_, pool_.Eq0(pool_.Sub(got, wanted))));
  EXPECT_TRUE(Prover(pool_, facts_).Zero(pool_.Sub(pool_.Scale(got, 4), pool_.Scale(wanted, 4))));
  EXPECT_TRUE(AtLeastZero(pool_.Sub(got, wanted)));
  EXPECT_FALSE(AtLeastZero(pool_.Sub(pool_.Sub(got, wanted), pool_.One())));
}

TEST_F(ProveTest, NotZeroNextToNotNegativeIsPositive) {
  const ExprId n = Iteration("n", N(10));
  ASSERT_TRUE(facts_.Assume(pool_, pool_.Not(pool_.Eq0(n))));
  EXPECT_TRUE(AtLeastZero(pool_.Sub(n, pool_.One())));
}

TEST_F(ProveTest, ContradictionsAreSeen) {
  const ExprId n = Size("n");
  const ExprId positive = pool_.Ge0(pool_.Sub(n, pool_.One()));
  ASSERT_TRUE(facts_.Assume(pool_, positive));
  EXPECT_FALSE(facts_.Assume(pool_, pool_.Not(positive)));
}

// Random facts and goals over three symbols: whatever is proven holds in each small model of the facts.
class RandomProofs : public testing::TestWithParam<std::uint32_t> {
 protected:
  RandomProofs() : random_(pool_, Symbols(), GetParam()) {
    for (const AtomId a : atoms_) {
      if (random_.Coin())
        pool_.SetLower(a, N(random_.Number(-1, 1)));
      if (random_.Coin(3))
        pool_.SetUpper(a, random_.Coin() ? N(random_.Number(1, 3)) : Earlier(a));
      pool_.Mutable(a).is_iteration = random_.Coin();
    }
    for (std::int64_t i = random_.Number(0, 3); i > 0; --i)
      Assume();
  }

  std::vector<ExprId> Symbols() {
    for (const char* name : {"x", "y", "z"}) {
      symbols_.push_back(pool_.Fresh(name));
      atoms_.push_back(*pool_.AsAtom(symbols_.back()));
    }
    return symbols_;
  }
  ExprId N(std::int64_t value) { return pool_.Constant(value); }
  ExprId Earlier(AtomId a) {
    auto index = static_cast<std::size_t>(std::find(atoms_.begin(), atoms_.end(), a) - atoms_.begin());
    return index == 0 ? N(2) : pool_.Add(symbols_[index - 1], N(random_.Number(-1, 1)));
  }
  void Assume() {
    const ExprId e = random_.Coin() ? random_.Polynomial(2, 1) : random_.Polynomial(3, 2);
    const ExprId truth = random_.Coin(4) ? random_.Any(1, true) : random_.Coin(4) ? pool_.Eq0(e) : pool_.Ge0(e);
    const Facts before = facts_;
    if (facts_.Assume(pool_, truth))
      return;
    EXPECT_EQ(Counterexamples(before, pool_.Not(truth), 1), 0) << "a contradiction that is none";
    facts_ = before;
  }
  // A goal with a fair chance to hold: products and sums of what is known, and a bit.
  ExprId Goal() {
    ExprId sum = N(random_.Number(-1, 2));
    for (std::int64_t i = random_.Number(1, 3); i > 0; --i) {
      ExprId part = facts_.at_least_zero.empty() || random_.Coin()
                        ? random_.Polynomial(1, 2)
                        : facts_.at_least_zero[static_cast<std::size_t>(
                              random_.Number(0, static_cast<std::int64_t>(facts_.at_least_zero.size()) - 1))];
      if (random_.Coin(4))
        part = pool_.Mul(part, random_.Symbol());
      sum = pool_.Add(sum, part);
    }
    return sum;
  }
  // Models of the facts and of all bounds in which a truth value is not what it is claimed to be.
  int Counterexamples(const Facts& facts, ExprId truth, std::int64_t claimed) {
    int found = 0;
    ForEachModel(atoms_, -3, 3, [&](const Model& model) {
      if (!BoundsHold(pool_, atoms_, model) || !FactsHold(pool_, facts, model))
        return;
      const auto value = Evaluate(pool_, truth, model);
      found += value && *value != claimed ? 1 : 0;
    });
    return found;
  }
  std::string Told() {
    std::string out;
    for (const AtomId a : atoms_) {
      for (const Bound& b : pool_.At(a).lower)
        out += pool_.At(a).name + " >= " + pool_.Text(b.expr) + "; ";
      for (const Bound& b : pool_.At(a).upper)
        out += pool_.At(a).name + " <= " + pool_.Text(b.expr) + "; ";
    }
    for (const ExprId f : facts_.at_least_zero)
      out += pool_.Text(f) + " >= 0; ";
    for (const ExprId f : facts_.zero)
      out += pool_.Text(f) + " == 0; ";
    return out;
  }

  ExprPool pool_;
  std::vector<ExprId> symbols_;
  std::vector<AtomId> atoms_;
  RandomExpr random_;
  Facts facts_;
};

int proven = 0, witnesses = 0;

TEST_P(RandomProofs, NothingFalseIsProven) {
  for (int round = 0; round < 40; ++round) {
    const ExprId goal = Goal();
    if (!Prover(pool_, facts_).AtLeastZero(goal))
      continue;
    ++proven;
    EXPECT_EQ(Counterexamples(facts_, pool_.Ge0(goal), 1), 0) << pool_.Text(goal) << " >= 0 from " << Told();
  }
}

TEST_P(RandomProofs, NoTruthIsMistaken) {
  for (int round = 0; round < 20; ++round) {
    const ExprId truth = random_.Any(1, true);
    if (Prover(pool_, facts_).Holds(truth)) {
      EXPECT_EQ(Counterexamples(facts_, truth, 1), 0) << pool_.Text(truth) << " from " << Told();
    }
    const ExprId e = Goal();
    if (Prover(pool_, facts_).Zero(e)) {
      EXPECT_EQ(Counterexamples(facts_, pool_.Eq0(e), 1), 0) << pool_.Text(e) << " == 0 from " << Told();
    }
  }
}

// One prover answers as many fresh ones do, whatever it was asked before.
TEST_P(RandomProofs, AnswersDoNotDependOnEarlierOnes) {
  Prover prover(pool_, facts_);
  for (int round = 0; round < 20; ++round) {
    const ExprId goal = Goal();
    EXPECT_EQ(prover.AtLeastZero(goal), Prover(pool_, facts_).AtLeastZero(goal)) << pool_.Text(goal);
  }
}

// Numbers in which facts hold refute neither the facts nor sums of them.
TEST_P(RandomProofs, WitnessesRefuteNothingThatFollows) {
  for (int start = 0; start < Witness::kStarts; ++start) {
    Witness witness(pool_, start);
    if (!witness.Satisfy(facts_.at_least_zero, facts_.zero))
      continue;
    ++witnesses;
    ExprId sum = N(random_.Number(0, 2));
    for (const ExprId f : facts_.at_least_zero) {
      EXPECT_FALSE(witness.MakesNegative(f)) << pool_.Text(f);
      sum = pool_.AddScaled(sum, f, random_.Number(0, 3));
    }
    for (const ExprId z : facts_.zero)
      sum = pool_.AddScaled(sum, z, random_.Number(-3, 3));
    EXPECT_FALSE(witness.MakesNegative(sum)) << pool_.Text(sum) << " from " << Told();
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProofs, testing::Range(0U, 150U));

// The tests above would pass with a prover that proves nothing.
TEST(RandomProofsTogether, ManyGoalsWereProven) {
  if (proven == 0)
    return;  // run alone
  EXPECT_GT(proven, 300);
  EXPECT_GT(witnesses, 300);
}

}  // namespace
}  // namespace detrain::infer
