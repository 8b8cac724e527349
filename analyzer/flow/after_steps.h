// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a whole program does behind all of its step loops: no step is given any of it.
#ifndef DETRAIN_ANALYZER_FLOW_AFTER_STEPS_H
#define DETRAIN_ANALYZER_FLOW_AFTER_STEPS_H

#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

class AfterSteps {
 public:
  AfterSteps(const Flow& flow, const std::vector<ScopeId>& loops);

  // Whether the node's op surely runs there: by where it and the calls that lead to it stand in the text, as far as
  // each function on the way has one caller.
  [[nodiscard]] bool Holds(NodeId node) const;

 private:
  // A scope, and where in it something stands.
  struct Stop {
    ScopeId scope = kNone;
    rir::Location at;
  };
  using Way = std::vector<Stop>;  // from the inside out, up to main; empty: there are several

  struct Loop {
    Way way;
    NodeId last = 0;  // of what its function does in it itself
  };

  [[nodiscard]] Way WayTo(ScopeId scope, const rir::Location& at) const;
  [[nodiscard]] NodeId LastIn(ScopeId loop, const std::vector<NodeId>& last) const;
  [[nodiscard]] bool RunsOnce(const Way& way) const;

  const Flow& flow_;
  std::vector<Loop> loops_;
  bool is_known_ = false;  // of all loops
};

}  // namespace detrain::flow

#endif
