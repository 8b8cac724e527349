// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that threads take from a count under a lock, each another one: `lock; mine = next++; unlock`.
#ifndef DETRAIN_ANALYZER_TYPES_TAKEN_NUMBERS_H
#define DETRAIN_ANALYZER_TYPES_TAKEN_NUMBERS_H

#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/types/flow.h"

namespace detrain::types {

struct Together;

class TakenNumbers {
 public:
  explicit TakenNumbers(const Flow& flow);

  // Whether no two of the threads get the same number there, as long as nobody else sets the count.
  [[nodiscard]] bool IsTaken(NodeId load, const Together& where) const;

  // What is read of a count while this store moves it on; empty: it moves none on.
  [[nodiscard]] std::span<const NodeId> TakenAt(NodeId store) const;

  // The count that a number is taken from; kNone: from none.
  [[nodiscard]] NodeId CountOf(NodeId load) const;

 private:
  struct Move {
    NodeId store = kNone, cell = kNone;
    std::int64_t by = 0;
    std::vector<NodeId> loads;
  };

  [[nodiscard]] Move MoveAt(const Access& access) const;
  [[nodiscard]] std::vector<NodeId> LoadsBeside(NodeId store, NodeId cell) const;
  [[nodiscard]] NodeId CellOf(const Access* access) const;
  [[nodiscard]] bool IsOnePlace(NodeId address) const;
  [[nodiscard]] std::vector<NodeId> LocksOf(const Access& access, const Together& where) const;
  [[nodiscard]] bool CountsOnly(NodeId cell, const Together& where) const;

  const Flow& flow_;
  std::unordered_map<NodeId, Move> moves_;                         // by the store
  std::unordered_map<NodeId, NodeId> counts_;                      // of a load: the cell
  std::unordered_map<NodeId, std::vector<const Access*>> writes_;  // to a cell that is counted
};

}  // namespace detrain::types

#endif
