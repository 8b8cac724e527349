// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small prover for "polynomial >= 0" under facts. It eliminates atoms by their bounds (ranges of loops, axioms of
// division, facts of the path), the most recently introduced first, so that inner loops go before outer ones. It
// answers yes or don't know; what it has found of equal facts it does not search again.
#ifndef DETRAIN_ANALYZER_INFER_PROVE_H
#define DETRAIN_ANALYZER_INFER_PROVE_H

#include <memory>
#include <vector>

#include "analyzer/infer/expr.h"
#include "analyzer/infer/flat.h"
#include "analyzer/infer/premises.h"

namespace detrain::infer {

// What holds on a path: expressions known to be >= 0 or == 0, and truth values known to be 1.
struct Facts {
  IdList at_least_zero;
  IdList zero;
  IdList truths;  // sorted

  // Adds what `condition` (a truth value) says when it holds. False where it contradicts what is known.
  bool Assume(ExprPool& pool, ExprId condition);
  [[nodiscard]] bool Knows(ExprId truth) const;
  // The atom is `by`. What says nothing any more is dropped.
  void Substitute(ExprPool& pool, AtomId atom, ExprId by);
};

class Prover {
 public:
  Prover(ExprPool& pool, const Facts& facts) : pool_(pool), facts_(facts) {}

  bool AtLeastZero(ExprId e);
  bool Zero(ExprId e);
  bool Holds(ExprId truth);  // of a truth value

 private:
  std::shared_ptr<Premises> GroundsFor(ExprId goal);
  bool Prove(ExprId e);
  bool Search(ExprId e, int depth);
  bool TryAtoms(ExprId e, int depth);
  bool Eliminate(ExprId e, AtomId atom, int depth);
  bool TryBounds(const ExprPool::Linear& linear, const std::vector<Bound>& bounds, int depth);

  ExprPool& pool_;
  const Facts& facts_;
  std::shared_ptr<PathFacts> path_;
  std::shared_ptr<Premises> premises_;  // of the goal that is being proven
  int budget_ = 0;
  std::vector<ExprId> open_;    // goals that the search is inside of, outermost first
  std::vector<ExprId> failed_;  // goals that failed where one of open_ was met again
  int cut_ = 0;                 // the outermost goal at which the search was cut short; kWhole: it was not
};

}  // namespace detrain::infer

#endif
