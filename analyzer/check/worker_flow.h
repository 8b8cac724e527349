// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the number of workers, or which of them it is. Work that is cut by it, element for element, is the same work:
// the counters of loops that go over a worker's share (`for (k = worker; k < blocks; k += workers)`, from `n * k /
// workers` up to `n * (k + 1) / workers`) take the same numbers together, however many workers there are. So what is
// made from such a counter, or read at an element that the number chooses, does not depend on it where it is written to
// an element that is chosen so again.
#ifndef DETRAIN_ANALYZER_CHECK_WORKER_FLOW_H
#define DETRAIN_ANALYZER_CHECK_WORKER_FLOW_H

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/check/joined_parts.h"
#include "analyzer/check/reseeded.h"
#include "analyzer/check/rules.h"

namespace detrain::check {

// Times and counts are not negative: asking that says nothing.
bool IsNoQuestion(const Context& context, flow::NodeId id);

// Whether the function says which of the workers it is. That one of them does something, for all, is the same with any
// number of them.
bool IsWorkersNumber(std::string_view callee);

class WorkerFlow {
 public:
  // `sources`: where the number is asked for.
  WorkerFlow(const Context& context, const std::vector<flow::NodeId>& sources);

  // What differs with the number where it is asked for, and where a loop counts up to it.
  [[nodiscard]] const std::vector<flow::NodeId>& Sources() const { return sources_; }

  // Whether what differs with the number goes on over the edge.
  [[nodiscard]] bool Passes(flow::NodeId from, const flow::Edge& edge) const;

 private:
  void FindNumbers();
  void FindCounters(flow::NodeId condition);
  void AddOuterCounter(std::vector<flow::NodeId>& open);
  void AddLoopsOn(flow::NodeId condition);
  void FindShared();
  void FindMadeOf(flow::NodeId share);
  void FindRounds();
  void FindParts();
  void AddReadCounters();
  [[nodiscard]] bool IsNumber(flow::NodeId node) const { return numbers_.contains(node) || shared_.contains(node); }
  [[nodiscard]] bool IsMadeOfSame(flow::NodeId value, flow::NodeId address) const;
  [[nodiscard]] bool IsVariable(flow::NodeId cell) const;
  [[nodiscard]] bool PassesControl(const flow::Edge& edge) const;
  [[nodiscard]] bool IsStep(flow::NodeId from, flow::NodeId round) const;
  [[nodiscard]] bool IsShare(flow::NodeId round) const;
  [[nodiscard]] bool StepsByNumber(flow::NodeId round) const;
  [[nodiscard]] bool BeginsAtWorker(flow::NodeId round) const;
  [[nodiscard]] bool IsOwn(flow::NodeId effect) const;
  [[nodiscard]] bool IsScratch(flow::NodeId load) const;
  [[nodiscard]] bool IsInRound(flow::ScopeId scope) const { return scope != flow::kNone && in_round_[scope]; }
  [[nodiscard]] flow::NodeId ConditionOf(flow::NodeId round) const;

  const Context& context_;
  const flow::Flow& flow_;
  const Reseeded reseeded_;
  std::vector<flow::NodeId> sources_;
  std::unordered_set<flow::NodeId> numbers_;  // what is computed from the number
  std::unordered_set<flow::NodeId> begun_;    // rounds of loops that begin at one of these
  std::unordered_set<flow::NodeId> shares_;   // those of them that go over a worker's share
  std::unordered_set<flow::NodeId> shared_;   // what is computed from these, and not from the number itself
  std::unordered_map<flow::NodeId, std::vector<flow::NodeId>> made_of_;  // of these: the shares, in ascending order
  std::vector<flow::NodeId> counted_;          // counters whose end such a number is, not looked at yet
  std::unordered_set<flow::NodeId> counters_;  // of loops whose end such a number is
  std::unordered_set<flow::ScopeId> loops_;    // that such a number ends
  std::vector<bool> in_round_;                 // per scope: of one of these, with the threads that it starts
  std::optional<JoinedParts> parts_;           // what workers' shares are put into, and joined from
};

}  // namespace detrain::check

#endif
