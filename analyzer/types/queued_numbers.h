// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that threads take out of a container under a lock, each another one, as a loop has put its counter in there:
// `for (i = 0; i < n; i++) queue.push(i)`, and then `lock; mine = queue.front(); queue.pop(); unlock`.
#ifndef DETRAIN_ANALYZER_TYPES_QUEUED_NUMBERS_H
#define DETRAIN_ANALYZER_TYPES_QUEUED_NUMBERS_H

#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/types/flow.h"

namespace detrain::types {

struct Together;

class QueuedNumbers {
 public:
  explicit QueuedNumbers(const Flow& flow);

  // Whether no two of the threads get the same number there.
  [[nodiscard]] bool IsTaken(NodeId load, const Together& where) const;

  // The address of the container that a number is taken out of; kNone: of none.
  [[nodiscard]] NodeId ContainerOf(NodeId load) const;

 private:
  struct Taken {
    NodeId container = kNone;
    ScopeId filled = kNone;  // the loop whose counter was put in
  };
  // A loop's counter that was put in by one call.
  struct Filling {
    ScopeId loop = kNone;
    InstanceId call = kNone;
    bool operator==(const Filling&) const = default;
  };

  [[nodiscard]] Taken TakenBy(const Access& load) const;
  [[nodiscard]] bool TakesOut(const rir::Op& op, const Node& load, NodeId container) const;
  [[nodiscard]] bool MovesPointerOf(InstanceId call, NodeId container) const;
  [[nodiscard]] bool AreOne(NodeId a, NodeId b) const;
  [[nodiscard]] ScopeId FilledBy(std::span<const NodeId> elements) const;
  [[nodiscard]] bool AddFilling(NodeId cell, std::span<const NodeId> elements, Filling& filling) const;
  [[nodiscard]] ScopeId CountedBy(NodeId value) const;
  [[nodiscard]] ScopeId StepOf(NodeId counter) const;
  [[nodiscard]] ScopeId LoopAround(ScopeId scope) const;
  [[nodiscard]] InstanceId LibrarysCallOf(NodeId node) const;

  const Flow& flow_;
  std::unordered_map<InstanceId, std::vector<NodeId>> moves_;  // by the user's call: stores of pointers under a lock
  std::unordered_map<NodeId, Taken> taken_;                    // by the load
};

}  // namespace detrain::types

#endif
