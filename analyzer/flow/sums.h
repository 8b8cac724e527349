// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the numbers that a loop hands from round to round are mere sums: a time or a count that is added up and
// printed, and trains nothing.
#ifndef DETRAIN_ANALYZER_FLOW_SUMS_H
#define DETRAIN_ANALYZER_FLOW_SUMS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

enum class Sums : std::uint8_t { OrAverages, Only };

// What all searches ask of the graph; made once, whichever threads search then.
class SumFacts {
 public:
  SumFacts(const Flow& flow, std::size_t jobs);

  [[nodiscard]] bool IsFloat(NodeId node) const;

  // Whether more is made there than a sum, or an average.
  [[nodiscard]] bool Changes(NodeId node, Sums allowed) const {
    return (changes_[node] & 1U << static_cast<unsigned>(allowed)) != 0;
  }

  // What the node reaches by edges that are not of control, in their order.
  [[nodiscard]] std::span<const NodeId> Onward(NodeId node) const {
    return std::span(onward_).subspan(first_onward_[node], first_onward_[node + 1] - first_onward_[node]);
  }

  // Whether nothing but constants is stored in one of the cells that may not be stored in the other: an address that
  // may mean both, such as that of an element of a hash table and of the table's first column, makes no second number
  // of one.
  [[nodiscard]] bool AreOne(NodeId a, NodeId b) const;

 private:
  void FindChanges();
  void FindFloats();
  void IndexOnward();
  [[nodiscard]] bool MakesMore(NodeId node, Sums allowed) const;

  const Flow& flow_;
  std::vector<std::uint8_t> changes_;        // per node: a bit for each of Sums
  std::vector<std::uint32_t> first_onward_;  // per node: where in `onward_` what it reaches begins
  std::vector<NodeId> onward_;
  std::vector<bool> is_float_;               // per node: of cells
  std::vector<std::uint32_t> stores_of_;     // per node: of a cell its place in `stores_`; kNone: none
  std::vector<std::vector<NodeId>> stores_;  // of a cell: what stores floating-point numbers there, in ascending order
};

class SumSearch {
 public:
  SumSearch(const Flow& flow, const SumFacts& facts) : facts_(facts), marks_(flow.nodes.size()) {}

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
  // Of a node, what a search notes of it, in one place: it looks at millions.
  struct Mark {
    std::uint32_t carried_in = 0;       // the loop of MarkCarried that hands it on
    std::uint32_t seen_by[2] = {0, 0};  // the search that saw it last; as it is, and changed
  };

  const SumFacts& facts_;
  std::vector<Mark> marks_;          // per node
  std::unordered_set<NodeId> sums_;  // of the loop at hand, while Measured finds them
  std::size_t looked_ = 0;           // for the loop at hand
  std::uint32_t search_ = 0, loop_ = 0;
};

}  // namespace detrain::flow

#endif
