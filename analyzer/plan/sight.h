// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which locals are certainly in scope at the boundary. RIR does not tell where a scope ends, but what the code from the
// step loop's nest on names is in scope there.
#ifndef DETRAIN_ANALYZER_PLAN_SIGHT_H
#define DETRAIN_ANALYZER_PLAN_SIGHT_H

#include <set>

#include "analyzer/infer/engine.h"

namespace detrain::plan {

class Sight {
 public:
  explicit Sight(const infer::Engine& engine);
  [[nodiscard]] bool Contains(const rir::Region& region, rir::RegionId id) const;
  // Whether its scope may have ended: a local of a function that waits for a call of the nest, and that nothing names
  // from there on.
  [[nodiscard]] bool IsPerhapsOver(const rir::Region& region, rir::RegionId id) const;

 private:
  std::set<rir::RegionId> named_;
  std::set<rir::FunctionId> looked_at_;  // functions in which a loop of the nest is
  std::set<rir::FunctionId> waiting_;    // the others of the nest
};

}  // namespace detrain::plan

#endif
