// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A witness against a proof: numbers for the atoms in which the facts and the axioms hold. What is negative there is
// not proven by any search, so that none is begun.
#ifndef DETRAIN_ANALYZER_INFER_WITNESS_H
#define DETRAIN_ANALYZER_INFER_WITNESS_H

#include <cstdint>
#include <optional>
#include <span>

#include "analyzer/infer/expr.h"

namespace detrain::infer {

class Witness {
 public:
  // Where the search for numbers starts: sizes alike, not alike, or negative; iteration numbers low or high.
  static constexpr int kStarts = 5;
  Witness(const ExprPool& pool, int start) : pool_(pool), start_(start) {}

  // Changes numbers until the facts hold; false where it does not come to that.
  bool Satisfy(std::span<const ExprId> at_least_zero, std::span<const ExprId> zero);
  // Whether `e` is negative, and the axioms of its atoms hold. Only after Satisfy has succeeded.
  bool MakesNegative(ExprId e);

 private:
  using MaybeNumber = std::optional<std::int64_t>;  // nullopt: too large, or a division that has no value
  MaybeNumber ValueOf(ExprId e);
  MaybeNumber ValueOfAtom(AtomId atom);
  [[nodiscard]] bool IsFree(AtomId atom) const;
  [[nodiscard]] std::int64_t Start(AtomId atom) const;
  bool AxiomsHold(AtomId atom);
  // What is to become of an expression: changed by so much, or by no less.
  struct Change {
    std::int64_t by = 0;
    bool exactly = false, oldest_first = false;
    int depth = 0;  // of operations that may be seen through
  };
  bool Move(ExprId e, const Change& change);
  bool MoveAtom(AtomId atom, const Change& change);
  bool MoveChoice(const Atom& choice, const Change& change);
  bool MoveQuotient(const Atom& quotient, const Change& change);
  bool MoveRemainder(const Atom& remainder, const Change& change);
  bool Force(ExprId truth, bool holds, const Change& change);
  bool RepairAxioms(AtomId atom);
  MaybeNumber SlopeOf(ExprId e, AtomId atom);
  void Choose(AtomId atom, std::int64_t value);

  const ExprPool& pool_;
  int start_;
  Memo<std::int64_t> chosen_;   // by free atom
  Memo<MaybeNumber> computed_;  // by application
  Memo<bool> axioms_hold_;      // by atom
};

}  // namespace detrain::infer

#endif
