// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle of the tests of symbolic integers: expressions evaluated by what their definition says, in models that are
// listed one by one.
#ifndef DETRAIN_TEST_UNIT_INFER_MODEL_H
#define DETRAIN_TEST_UNIT_INFER_MODEL_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "analyzer/infer/prove.h"

namespace detrain::infer {

// What each symbol stands for.
using Model = std::map<AtomId, std::int64_t>;

// The value of an expression; nullopt where it divides by something that is not positive, or something negative: what
// division promises (its axioms) is stated for sizes and offsets.
std::optional<std::int64_t> Evaluate(const ExprPool& pool, ExprId e, const Model& model);

// Whether all bounds of all atoms that can be evaluated hold: only then does a model count.
bool BoundsHold(const ExprPool& pool, AtomList atoms, const Model& model);

bool FactsHold(const ExprPool& pool, const Facts& facts, const Model& model);

// Calls `visit` with each assignment of numbers from `low` to `high` to the symbols.
void ForEachModel(const std::vector<AtomId>& symbols, std::int64_t low, std::int64_t high,
                  const std::function<void(const Model&)>& visit);

// Random expressions over given symbols.
class RandomExpr {
 public:
  RandomExpr(ExprPool& pool, std::vector<ExprId> symbols, std::uint32_t seed)
      : pool_(pool), symbols_(std::move(symbols)), random_(seed) {}

  std::int64_t Number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  bool Coin(int one_in = 2) { return Number(1, one_in) == 1; }
  ExprId Symbol() {
    return symbols_[static_cast<std::size_t>(Number(0, static_cast<std::int64_t>(symbols_.size()) - 1))];
  }
  // A sum of a few products of symbols.
  ExprId Polynomial(int terms = 3, int degree = 2);
  // Any operation that the pool knows; truth values where `is_truth`.
  ExprId Any(int depth, bool is_truth = false);

 private:
  ExprPool& pool_;
  std::vector<ExprId> symbols_;
  std::mt19937 random_;
};

}  // namespace detrain::infer

#endif
