// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the numbers that a loop hands from round to round are mere sums: a time or a count that is added up and
// printed, and trains nothing.
#ifndef DETRAIN_ANALYZER_TYPES_SUMS_H
#define DETRAIN_ANALYZER_TYPES_SUMS_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/types/flow.h"

namespace detrain::types {

enum class Sums : std::uint8_t { OrAverages, Only };

class SumSearch {
 public:
  explicit SumSearch(const Flow& flow);

  [[nodiscard]] bool IsFloat(NodeId node) const;

  // Says what the loop at hand hands on. What follows is asked of these.
  void MarkCarried(const std::vector<NodeId>& carried);

  // What is in the way of its being a mere sum, or a decaying average: itself, where more is made of it (or too much to
  // tell), or another number that is handed on and not among `sums_`; kNone: nothing.
  NodeId BlockerOf(NodeId start, Sums allowed);

  // Of what the loop hands on, what reaches nothing but itself and printed text, and sums that reach nothing but sums
  // of the kind: a time that the total of the times is made of. What is scaled may be what is trained. Two that are
  // made of each other are no sums. `blockers`: what BlockerOf said of some already.
  std::unordered_set<NodeId> Measured(const std::vector<NodeId>& carried,
                                      const std::unordered_map<NodeId, NodeId>& blockers);

 private:
  // Of a node, what a search asks of it, in one place: it looks at millions.
  struct Mark {
    std::uint32_t carried_in = 0;       // the loop of MarkCarried that hands it on
    std::uint32_t seen_by[2] = {0, 0};  // the search that saw it last; as it is, and changed
    std::uint32_t stores = kNone;       // of a cell, where they are told apart: its place in `stores_`
    bool is_float = false;              // of a cell
    bool changes[2] = {false, false};   // by Sums
  };

  void MarkFloats();
  void IndexOnward();
  [[nodiscard]] bool AreOne(NodeId a, NodeId b) const;
  [[nodiscard]] bool Changes(NodeId node, Sums allowed) const;

  const Flow& flow_;
  std::vector<Mark> marks_;                  // per node
  std::vector<std::uint32_t> first_onward_;  // per node: where in `onward_` what it reaches begins
  std::vector<NodeId> onward_;               // by edges that are not of control, in their order
  std::vector<std::vector<NodeId>> stores_;  // of a cell: what stores floating-point numbers there, in ascending order
  std::unordered_set<NodeId> sums_;          // of the loop at hand, while Measured finds them
  std::size_t looked_ = 0;                   // for the loop at hand
  std::uint32_t search_ = 0, loop_ = 0;
};

}  // namespace detrain::types

#endif
