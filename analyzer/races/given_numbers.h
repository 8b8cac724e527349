// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that a loop has given out before threads begin, one to each element or object: `workers.emplace_back(k)`. Who
// has another element has another number.
#ifndef DETRAIN_ANALYZER_RACES_GIVEN_NUMBERS_H
#define DETRAIN_ANALYZER_RACES_GIVEN_NUMBERS_H

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/dealt_numbers.h"

namespace detrain::races {

class OriginSearch;
struct Together;

class GivenNumbers {
 public:
  GivenNumbers(const flow::Flow& flow, OriginSearch& search) : flow_(flow), search_(search) {}

  // Whether the load reads one of them, or one lies in the cell. It is not asked whether the threads read different
  // elements, nor whether the loop runs again while its earlier elements are in use.
  bool IsOneEach(flow::NodeId load_or_cell, const Together& where);

 private:
  // The calls of the user's that lead from a loop to a store, and the store.
  using Way = std::vector<const rir::Op*>;
  struct Giving {
    std::set<flow::ScopeId> loops;  // once in each round of them
    std::set<Way> ways;
    std::set<flow::NodeId> cells;  // seen
    std::vector<flow::NodeId> open;
    std::vector<Count> counts;  // of remainders
  };

  struct Answer {
    bool are_given = false;
    std::optional<Count> turn;  // they are dealt out in turn, and begin anew behind so many
  };
  Answer AreGiven(const std::vector<flow::NodeId>& cells, const Together& where);
  bool TakeStore(flow::NodeId store, const Together& where, Giving& giving);
  bool TakeCopy(flow::NodeId store, flow::NodeId source, Giving& giving) const;
  bool IsNumberOfRound(flow::NodeId value, flow::ScopeId loop);
  void Open(flow::NodeId cell, Giving& giving) const;
  [[nodiscard]] flow::ScopeId LoopAround(flow::ScopeId scope) const;
  [[nodiscard]] bool IsMoving(flow::NodeId store) const;
  [[nodiscard]] bool IsAtOneElement(flow::NodeId address) const;
  [[nodiscard]] Way WayTo(flow::NodeId store, flow::ScopeId loop) const;

  const flow::Flow& flow_;
  OriginSearch& search_;
  std::map<std::pair<flow::NodeId, flow::ScopeId>, Answer> answers_;  // of a load or a cell, for a part
  std::map<flow::ScopeId, std::vector<bool>> inside_;                 // per loop
};

}  // namespace detrain::races

#endif
