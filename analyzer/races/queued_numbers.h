// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that threads take out of a container under a lock, each another one, as a loop has put its counter in there:
// `for (i = 0; i < n; i++) queue.push(i)`, and then `lock; mine = queue.front(); queue.pop(); unlock`.
#ifndef DETRAIN_ANALYZER_RACES_QUEUED_NUMBERS_H
#define DETRAIN_ANALYZER_RACES_QUEUED_NUMBERS_H

#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::races {

struct Together;

class QueuedNumbers {
 public:
  explicit QueuedNumbers(const flow::Flow& flow);

  // Whether no two of the threads get the same number there.
  [[nodiscard]] bool IsTaken(flow::NodeId load, const Together& where) const;

  // The address of the container that a number is taken out of; kNone: of none.
  [[nodiscard]] flow::NodeId ContainerOf(flow::NodeId load) const;

 private:
  struct Taken {
    flow::NodeId container = flow::kNone;
    flow::ScopeId filled = flow::kNone;  // the loop whose counter was put in
  };
  // A loop's counter that was put in by one call.
  struct Filling {
    flow::ScopeId loop = flow::kNone;
    flow::InstanceId call = flow::kNone;
    bool operator==(const Filling&) const = default;
  };

  [[nodiscard]] Taken TakenBy(const flow::Access& load) const;
  [[nodiscard]] bool TakesOut(const rir::Op& op, const flow::Node& load, flow::NodeId container) const;
  [[nodiscard]] bool MovesPointerOf(flow::InstanceId call, flow::NodeId container) const;
  [[nodiscard]] bool AreOne(flow::NodeId a, flow::NodeId b) const;
  [[nodiscard]] flow::ScopeId FilledBy(std::span<const flow::NodeId> elements) const;
  [[nodiscard]] bool AddFilling(flow::NodeId cell, std::span<const flow::NodeId> elements, Filling& filling) const;
  [[nodiscard]] flow::ScopeId CountedBy(flow::NodeId value) const;
  [[nodiscard]] flow::ScopeId StepOf(flow::NodeId counter) const;
  [[nodiscard]] flow::ScopeId LoopAround(flow::ScopeId scope) const;

  const flow::Flow& flow_;
  std::unordered_map<flow::InstanceId, std::vector<flow::NodeId>>
      moves_;                                      // by the user's call: stores of pointers under a lock
  std::unordered_map<flow::NodeId, Taken> taken_;  // by the load
};

}  // namespace detrain::races

#endif
