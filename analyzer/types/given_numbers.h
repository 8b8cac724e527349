// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that a loop has given out before threads begin, one to each element or object: `workers.emplace_back(k)`. Who
// has another element has another number.
#ifndef DETRAIN_ANALYZER_TYPES_GIVEN_NUMBERS_H
#define DETRAIN_ANALYZER_TYPES_GIVEN_NUMBERS_H

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/types/dealt_numbers.h"
#include "analyzer/types/flow.h"

namespace detrain::types {

class OriginSearch;
struct Together;

class GivenNumbers {
 public:
  GivenNumbers(const Flow& flow, OriginSearch& search) : flow_(flow), search_(search) {}

  // Whether the load reads one of them, or one lies in the cell. It is not asked whether the threads read different
  // elements, nor whether the loop runs again while its earlier elements are in use.
  bool IsOneEach(NodeId load_or_cell, const Together& where);

 private:
  // The calls of the user's that lead from a loop to a store, and the store.
  using Way = std::vector<const rir::Op*>;
  struct Giving {
    std::set<ScopeId> loops;  // once in each round of them
    std::set<Way> ways;
    std::set<NodeId> cells;  // seen
    std::vector<NodeId> open;
    std::vector<Count> counts;  // of remainders
  };

  struct Answer {
    bool are_given = false;
    std::optional<Count> turn;  // they are dealt out in turn, and begin anew behind so many
  };
  Answer AreGiven(const std::vector<NodeId>& cells, const Together& where);
  bool TakeStore(NodeId store, const Together& where, Giving& giving);
  bool TakeCopy(NodeId store, NodeId source, Giving& giving) const;
  bool IsNumberOfRound(NodeId value, ScopeId loop);
  void Open(NodeId cell, Giving& giving) const;
  [[nodiscard]] ScopeId LoopAround(ScopeId scope) const;
  [[nodiscard]] bool IsMoving(NodeId store) const;
  [[nodiscard]] bool IsAtOneElement(NodeId address) const;
  [[nodiscard]] Way WayTo(NodeId store, ScopeId loop) const;

  const Flow& flow_;
  OriginSearch& search_;
  std::map<std::pair<NodeId, ScopeId>, Answer> answers_;  // of a load or a cell, for a part
  std::map<ScopeId, std::vector<bool>> inside_;           // per loop
};

}  // namespace detrain::types

#endif
