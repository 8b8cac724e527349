// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small prover for "polynomial >= 0" under facts. It eliminates atoms by their bounds (ranges of loops, axioms of
// division, facts of the path), the most recently introduced first, so that inner loops go before outer ones. It
// answers yes or don't know.
#ifndef DETRAIN_ANALYZER_INFER_PROVE_H
#define DETRAIN_ANALYZER_INFER_PROVE_H

#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/infer/expr.h"

namespace detrain::infer {

// What holds on a path: expressions known to be >= 0 or == 0, and truth values known to be 1.
struct Facts {
  std::vector<ExprId> at_least_zero;
  std::vector<ExprId> zero;
  std::vector<ExprId> truths;  // sorted

  // Adds what `condition` (a truth value) says when it holds. False where it contradicts what is known.
  bool Assume(ExprPool& pool, ExprId condition);
  [[nodiscard]] bool Knows(ExprId truth) const;
};

class Prover {
 public:
  Prover(ExprPool& pool, const Facts& facts) : pool_(pool), facts_(facts) {}

  bool AtLeastZero(ExprId e);
  bool Zero(ExprId e);
  bool Holds(ExprId truth);  // of a truth value

 private:
  bool Search(ExprId e, int depth);
  bool Eliminate(ExprId e, AtomId atom, int depth);
  bool TryBounds(const ExprPool::Linear& linear, const std::vector<Bound>& bounds, int depth);
  struct Bounds {
    std::vector<Bound> lower, upper;
  };
  const Bounds& BoundsOf(AtomId atom);
  bool IsFact(ExprId e) const;
  bool IsRefuted(ExprId e);
  bool Satisfies(int model);
  ExprId ByEqualities(ExprId e);

  ExprPool& pool_;
  const Facts& facts_;
  std::unordered_map<AtomId, Bounds> bounds_;
  std::optional<bool> satisfies_[ExprPool::kSamples];
  int budget_ = 0;
};

}  // namespace detrain::infer

#endif
