// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a value goes: the strongest place that it reaches, and the way there.
#ifndef DETRAIN_ANALYZER_CHECK_REACH_H
#define DETRAIN_ANALYZER_CHECK_REACH_H

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/diag/diagnostic.h"
#include "analyzer/flow/after_steps.h"
#include "analyzer/flow/flow.h"
#include "analyzer/flow/state.h"

namespace detrain::check {

struct Reached {
  diag::Reach reach = diag::Reach::None;
  diag::Certainty certainty = diag::Certainty::Certain;
  std::vector<flow::NodeId> path;  // from the source to the sink, with both
  bool ends_with_launch = false;   // only rounds within a kernel hand it on: something better is looked for

  [[nodiscard]] bool IsStrongerThan(const Reached& other) const;
};

class Reacher {
 public:
  // Whether a value goes on over this edge.
  using Passes = std::function<bool(flow::NodeId from, const flow::Edge& edge)>;
  // Memory that what is reached does not count in by itself.
  using Objects = std::unordered_set<flow::ObjectId>;

  Reacher(const flow::Flow& flow, const flow::State& state);

  // What state does not count, because it is only printed: none; what is measured with the clock; counts.
  enum class Spared : std::uint8_t { None, Times, Counts };
  Reached From(std::span<const flow::NodeId> sources, Spared spared, const Passes& passes = {});
  // The same, but what lies in `own` is not reached for lying there: only what goes on from there is.
  Reached BeyondOwn(std::span<const flow::NodeId> sources, const Objects& own, const Passes& passes);

  // The clause for a message: "it reaches 'w', which lives from step to step".
  [[nodiscard]] std::string Clause(const Reached& reached) const;
  // Source, calls, sink. `what`: names the source ("rand draws").
  [[nodiscard]] std::vector<diag::TraceStep> Trace(const Reached& reached, const std::string& what,
                                                   const std::string& sink = {}) const;
  [[nodiscard]] Location LocationOf(const rir::Location& place) const;

 private:
  // What is looked for.
  struct Wanted {
    Spared spared = Spared::None;
    bool reaches_steps = true;
    const Objects* own = nullptr;
  };
  [[nodiscard]] Reached Search(std::span<const flow::NodeId> sources, const Passes& passes, const Wanted& wanted);
  [[nodiscard]] Reached SearchSteps(std::span<const flow::NodeId> sources, const Passes& passes, Wanted wanted);
  [[nodiscard]] bool AreAfterSteps(std::span<const flow::NodeId> sources);
  [[nodiscard]] Reached SinkAt(flow::NodeId node, const Wanted& wanted);
  [[nodiscard]] bool IsSpared(flow::NodeId node, Spared spared);
  [[nodiscard]] bool IsFromClock(flow::NodeId node);
  [[nodiscard]] bool StartsAtClock(flow::NodeId node) const;
  [[nodiscard]] bool EndsWithLaunch(flow::NodeId node) const;
  [[nodiscard]] Reached OutputAt(const flow::Node& node) const;
  [[nodiscard]] bool AreLogs(std::span<const flow::NodeId> files) const;
  [[nodiscard]] std::string LeafName(flow::NodeId node) const;
  void AddSink(const Reached& reached, std::string name, std::vector<diag::TraceStep>& trace) const;

  const flow::Flow& flow_;
  const flow::State& state_;
  std::optional<flow::AfterSteps> after_;  // once it is asked for
  std::vector<std::uint32_t> seen_;        // per node, from the first search on: the search that saw it last
  std::vector<flow::NodeId> from_;
  std::uint32_t search_ = 0;
  std::unordered_map<flow::NodeId, bool> from_clock_;  // what was asked for already
};

}  // namespace detrain::check

#endif
