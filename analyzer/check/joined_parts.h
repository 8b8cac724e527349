// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each worker puts at the end of a container of its own, for each round of its share, where these containers are
// put one behind another in the order of the workers: the whole holds the same, wherever the shares were cut.
#ifndef DETRAIN_ANALYZER_CHECK_JOINED_PARTS_H
#define DETRAIN_ANALYZER_CHECK_JOINED_PARTS_H

#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/check/library_calls.h"
#include "analyzer/check/rules.h"

namespace detrain::check {

class JoinedParts {
 public:
  // What is known of the workers.
  struct Workers {
    const std::unordered_set<flow::NodeId>& numbers;  // what is computed from their number, or which of them it is
    std::unordered_set<flow::ScopeId> shares;         // loops that go up over one worker's share
    const std::vector<bool>& rounds;                  // per scope: whether it is of a loop over all workers
  };

  JoinedParts(const Context& context, const Workers& workers);

  // Whether it is an element of such a container, or all that it writes is; or what joining them writes.
  [[nodiscard]] bool IsElement(flow::NodeId node) const;

 private:
  void FindCalls();
  void FindBlocks();
  void FindJoined();
  [[nodiscard]] bool IsAppendOfShare(const LibraryCall& call) const;
  [[nodiscard]] bool IsDecidedByNumber(flow::ScopeId branch) const;
  [[nodiscard]] bool IsJoin(const LibraryCall& call) const;
  [[nodiscard]] bool GoesUp(flow::ScopeId loop) const;
  [[nodiscard]] flow::ObjectId PlaceIn(const rir::Operand& iterator, flow::InstanceId instance, std::string_view from,
                                       unsigned depth = 0) const;
  [[nodiscard]] flow::ObjectId ObjectOf(flow::NodeId address) const;
  [[nodiscard]] bool IsMadeBy(flow::ObjectId block, const std::unordered_set<flow::InstanceId>& calls) const;
  [[nodiscard]] bool ReadsOther(const flow::Access& access) const;

  const Context& context_;
  const flow::Flow& flow_;
  const Workers workers_;
  std::unordered_set<flow::InstanceId> appends_, joins_, others_;  // calls of the library by the user's code
  std::unordered_set<flow::ObjectId> blocks_;                      // of the containers' elements
  std::unordered_set<flow::NodeId> joined_;                        // what puts them one behind another
};

}  // namespace detrain::check

#endif
