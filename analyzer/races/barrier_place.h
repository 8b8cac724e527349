// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a barrier of a block can be added: in code to which all of its threads come, or none.
#ifndef DETRAIN_ANALYZER_RACES_BARRIER_PLACE_H
#define DETRAIN_ANALYZER_RACES_BARRIER_PLACE_H

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/races/launch_events.h"
#include "analyzer/races/thread_numbers.h"

namespace detrain::races {

class BarrierPlacer {
 public:
  // Of one launch, whose scope `together` is.
  BarrierPlacer(const flow::Flow& flow, const ThreadNumbers& numbers, const Together& together)
      : flow_(flow), numbers_(numbers), together_(together) {}

  // The innermost place before the access. `in_loop`: the call in a loop that leads to it and that is to be parted from
  // its next round; kNone: none. Nothing where threads may part before they come there, or where that is not known.
  std::optional<BarrierPlace> Before(const LaunchItem& later, flow::InstanceId in_loop);

 private:
  using Found = std::pair<flow::InstanceId, const rir::Op*>;

  [[nodiscard]] bool AllComeTo(flow::ScopeId scope, std::size_t event);
  [[nodiscard]] std::vector<flow::NodeId> DecidesOn(flow::ScopeId scope, std::size_t event);
  [[nodiscard]] bool IsOfKernel(flow::InstanceId instance) const;
  [[nodiscard]] bool HasBarrier(flow::ScopeId scope) const;
  [[nodiscard]] bool IsOfHost(flow::NodeId node) const;
  [[nodiscard]] bool IsSame(flow::NodeId value) const;
  [[nodiscard]] bool IsSameByItself(flow::NodeId id) const;
  [[nodiscard]] flow::NodeId ControlOf(flow::ScopeId scope);
  [[nodiscard]] rir::Location PlaceOf(const flow::Event& event) const;

  const flow::Flow& flow_;
  const ThreadNumbers& numbers_;
  const Together& together_;
  std::map<Found, flow::NodeId> controls_;  // of branches and loops; made when first asked for
};

}  // namespace detrain::races

#endif
