// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the iterations of a loop train: memory that one of them computes anew from what the one before has left there.
#ifndef DETRAIN_ANALYZER_TIER0_TRAINING_H
#define DETRAIN_ANALYZER_TIER0_TRAINING_H

#include <map>
#include <set>
#include <vector>

#include "analyzer/flow/candidates.h"
#include "analyzer/flow/flow.h"
#include "analyzer/tier0/walks.h"

namespace detrain::tier0 {

class Training {
 public:
  // The flow outlives the object, and does not change.
  explicit Training(const flow::Flow& flow);

  // What a loop computes anew from itself, and not only adds up or prints: numbers in floating point. Where it hands
  // none on, everything that is made of itself, and what is made of that (the best of them); without variables that
  // only count, or add up what nothing else is made of.
  const std::set<Memory>& ParametersOf(flow::ScopeId loop);

  // Whether one iteration of the loop makes the whole update of the loop around it: it may write all that one trains,
  // or that one takes nothing on to its next iteration which this one trains (a run over several models).
  bool MakesWholeUpdate(flow::ScopeId loop, const std::set<Memory>& of_around);

  [[nodiscard]] bool WalksOverElements(flow::ScopeId loop) const { return walks_.WalksOverElements(loop); }

  // Whether all of the parameters that an iteration writes are in one of the elements that it takes in turn, or held by
  // it: it updates one layer, or one row of a table.
  bool WalksOverParameters(flow::ScopeId loop, const std::set<Memory>& parameters);

  // Whether an iteration reads the parameters in one place and writes them in another: a loop that walks over their
  // elements does both in one loop that has no other inside, or in one loop inside.
  [[nodiscard]] bool IsComposed(flow::ScopeId loop, const std::set<Memory>& parameters) const;

 private:
  [[nodiscard]] std::set<Memory> FloatsOf(const flow::Candidate& candidate);
  [[nodiscard]] std::set<Memory> NumbersOf(const flow::Candidate& candidate) const;
  [[nodiscard]] bool IsMadeBy(const flow::Edge& edge, const std::vector<bool>& scopes) const;
  [[nodiscard]] std::vector<flow::NodeId> OfThemselves(const std::map<Memory, std::vector<flow::NodeId>>& carried,
                                                       const std::vector<bool>& scopes) const;
  [[nodiscard]] std::vector<bool> MadeOf(const std::vector<flow::NodeId>& nodes, const std::vector<bool>& scopes) const;
  [[nodiscard]] std::set<flow::ObjectId> WithHeld(std::set<flow::ObjectId> objects) const;
  [[nodiscard]] std::set<flow::ObjectId> WrittenElements(flow::ScopeId loop) const;
  [[nodiscard]] bool IsOnlyAddedUp(flow::NodeId round) const;
  const std::set<Memory>& WrittenIn(flow::ScopeId loop);
  [[nodiscard]] flow::ScopeId ChildOf(flow::ScopeId scope, flow::ScopeId loop) const;

  const flow::Flow& flow_;
  const flow::LoopFacts facts_;
  flow::LoopJudge judge_;
  const Walks walks_;
  std::map<flow::ScopeId, std::set<Memory>> parameters_, written_;
};

}  // namespace detrain::tier0

#endif
