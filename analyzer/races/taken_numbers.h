// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that threads take from a count under a lock, each another one: `lock; mine = next++; unlock`.
#ifndef DETRAIN_ANALYZER_RACES_TAKEN_NUMBERS_H
#define DETRAIN_ANALYZER_RACES_TAKEN_NUMBERS_H

#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::races {

struct Together;

class TakenNumbers {
 public:
  explicit TakenNumbers(const flow::Flow& flow);

  // Whether no two of the threads get the same number there, as long as nobody else sets the count.
  [[nodiscard]] bool IsTaken(flow::NodeId load, const Together& where) const;

  // What is read of a count while this store moves it on; empty: it moves none on.
  [[nodiscard]] std::span<const flow::NodeId> TakenAt(flow::NodeId store) const;

  // The count that a number is taken from; kNone: from none.
  [[nodiscard]] flow::NodeId CountOf(flow::NodeId load) const;

 private:
  struct Move {
    flow::NodeId store = flow::kNone, cell = flow::kNone;
    std::int64_t by = 0;
    std::vector<flow::NodeId> loads;
  };

  [[nodiscard]] Move MoveAt(const flow::Access& access) const;
  [[nodiscard]] std::vector<flow::NodeId> LoadsBeside(flow::NodeId store, flow::NodeId cell) const;
  [[nodiscard]] flow::NodeId CellOf(const flow::Access* access) const;
  [[nodiscard]] bool IsOnePlace(flow::NodeId address) const;
  [[nodiscard]] std::vector<flow::NodeId> LocksOf(const flow::Access& access, const Together& where) const;
  [[nodiscard]] bool CountsOnly(flow::NodeId cell, const Together& where) const;

  const flow::Flow& flow_;
  std::unordered_map<flow::NodeId, Move> moves_;                               // by the store
  std::unordered_map<flow::NodeId, flow::NodeId> counts_;                      // of a load: the cell
  std::unordered_map<flow::NodeId, std::vector<const flow::Access*>> writes_;  // to a cell that is counted
};

}  // namespace detrain::races

#endif
