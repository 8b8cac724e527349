// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facts of a path as the prover's search uses them: those that a goal can meet, and what was found of them before.
// Equal ones are one object, so that a goal that comes again on another path is not searched again.
#ifndef DETRAIN_ANALYZER_INFER_PREMISES_H
#define DETRAIN_ANALYZER_INFER_PREMISES_H

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/infer/expr.h"
#include "analyzer/infer/flat.h"
#include "analyzer/infer/witness.h"

namespace detrain::infer {

struct Facts;

// Expressions that are >= 0, and == 0.
struct Claims {
  std::vector<ExprId> at_least_zero, zero;
  bool operator==(const Claims&) const = default;
};

class Premises {
 public:
  Premises(ExprPool& pool, Claims claims);

  struct Bounds {
    std::vector<Bound> lower, upper;
  };
  // The atom's own axioms, and what the facts that are linear in it say. The reference stays good.
  const Bounds& BoundsOf(AtomId atom);
  // Whether a fact says that `e` >= 0: equal but for a constant that is at least as large here.
  [[nodiscard]] bool Say(ExprId e) const;
  // Whether numbers are known for which the facts hold and `e` is negative: there is no proof to be found.
  bool Refute(ExprId e);
  // Equalities replace an atom that stands alone in one of them (`result == nmemb` after the check of a read).
  ExprId Reduce(ExprId e);

  // What was found of a goal: true where it was proven, false where no search finds a proof.
  [[nodiscard]] const bool* Known(ExprId goal) const { return known_.Find(goal); }
  void Remember(ExprId goal, bool proven) { known_.Set(goal, proven); }

 private:
  friend class PremisesTable;
  void Forget();

  ExprPool& pool_;
  Claims claims_;
  IdTable by_shape_;  // the strongest of the facts that differ by a constant only
  std::unordered_map<AtomId, Bounds> bounds_;
  std::vector<std::unique_ptr<Witness>> witnesses_;  // by start, as far as they were needed; null: none was found
  Memo<bool> known_;
  std::uint64_t revision_;  // of the atoms' axioms
};

// The facts of one path, in parts that have no atom in common.
class PathFacts {
 public:
  explicit PathFacts(const Facts& facts);

 private:
  friend class PremisesTable;
  using PartId = std::uint32_t;

  IdList given_, given_zero_;                       // as the path lists them
  std::vector<ExprId> claims_;                      // sorted: first those that are >= 0, then those that are == 0
  std::size_t zeros_ = 0;                           // where the latter begin
  std::vector<PartId> parts_;                       // of the claims
  std::vector<std::pair<AtomId, PartId>> part_of_;  // sorted
  std::vector<std::pair<std::vector<PartId>, std::shared_ptr<Premises>>> slices_;
  std::uint64_t revision_ = kNever;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
};

// All premises of one pool. It forgets them when they have become many: what a path's facts say is found again, where
// it is asked for again.
class PremisesTable {
 public:
  std::shared_ptr<PathFacts> Of(const Facts& facts);
  // The facts that a search for `goal` can meet.
  std::shared_ptr<Premises> For(ExprPool& pool, PathFacts& facts, ExprId goal);

 private:
  using PartId = PathFacts::PartId;
  std::shared_ptr<PathFacts> OfContent(const Facts& facts);
  std::shared_ptr<Premises> Interned(ExprPool& pool, Claims claims);
  void Keep(std::size_t claims);
  void Divide(const ExprPool& pool, PathFacts& facts);
  void Join(const ExprPool& pool, AtomId atom, PartId& part);
  PartId Root(PartId part);

  struct Lists {  // of a path, which keeps them: copies of them are found without a look at what is in them
    IdList at_least_zero, zero;
    std::shared_ptr<PathFacts> path;
  };
  std::vector<Lists> lists_;
  std::vector<std::shared_ptr<PathFacts>> paths_;
  std::vector<std::shared_ptr<Premises>> all_;
  IdTable list_ids_, path_ids_, ids_;
  std::size_t kept_ = 0;  // claims of all of them, and as much again for what is found of each
  // Of the division that is being made.
  std::vector<PartId> parents_;                        // of parts that have met
  std::vector<std::pair<std::uint32_t, PartId>> met_;  // by atom: in which division it was last met, in which part
  std::vector<AtomId> atoms_;
  std::uint32_t division_ = 0;
};

}  // namespace detrain::infer

#endif
