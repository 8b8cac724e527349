// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a barrier of a block can be added: in code to which all of its threads come, or none.
#ifndef DETRAIN_ANALYZER_TYPES_BARRIER_PLACE_H
#define DETRAIN_ANALYZER_TYPES_BARRIER_PLACE_H

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/types/launch_events.h"
#include "analyzer/types/thread_numbers.h"

namespace detrain::types {

class BarrierPlacer {
 public:
  // Of one launch, whose scope `together` is.
  BarrierPlacer(const Flow& flow, const ThreadNumbers& numbers, const Together& together)
      : flow_(flow), numbers_(numbers), together_(together) {}

  // The innermost place before the access. `in_loop`: the call in a loop that leads to it and that is to be parted from
  // its next round; kNone: none. Nothing where threads may part before they come there, or where that is not known.
  std::optional<BarrierPlace> Before(const LaunchItem& later, InstanceId in_loop);

 private:
  using Found = std::pair<InstanceId, const rir::Op*>;

  [[nodiscard]] bool AllComeTo(ScopeId scope, std::size_t event);
  [[nodiscard]] std::vector<NodeId> DecidesOn(ScopeId scope, std::size_t event);
  [[nodiscard]] bool IsOfKernel(InstanceId instance) const;
  [[nodiscard]] bool HasBarrier(ScopeId scope) const;
  [[nodiscard]] bool IsOfHost(NodeId node) const;
  [[nodiscard]] bool IsSame(NodeId value) const;
  [[nodiscard]] bool IsSameByItself(NodeId id) const;
  [[nodiscard]] NodeId ControlOf(ScopeId scope);
  [[nodiscard]] rir::Location PlaceOf(const Event& event) const;

  const Flow& flow_;
  const ThreadNumbers& numbers_;
  const Together& together_;
  std::map<Found, NodeId> controls_;  // of branches and loops; made when first asked for
};

}  // namespace detrain::types

#endif
