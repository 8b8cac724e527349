// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Engines that are seeded again before anything draws from them, once or in each round of a loop: what they were made
// with is gone unread.
#ifndef DETRAIN_ANALYZER_CHECK_RESEEDED_H
#define DETRAIN_ANALYZER_CHECK_RESEEDED_H

#include <unordered_set>

#include "analyzer/check/library_calls.h"
#include "analyzer/check/rules.h"

namespace detrain::check {

class Reseeded {
 public:
  explicit Reseeded(const Context& context);

  // Whether it is a store of such an engine's constructor.
  [[nodiscard]] bool IsGone(flow::NodeId store) const { return gone_.contains(store); }

 private:
  [[nodiscard]] const rir::Op* MadeBefore(const LibraryCall& seed) const;
  void AddStoresOf(const rir::Op& constructor, const LibraryCall& seed);
  [[nodiscard]] bool IsOfOne(flow::NodeId a, flow::NodeId b) const;

  const flow::Flow& flow_;
  std::unordered_set<flow::NodeId> gone_;
};

}  // namespace detrain::check

#endif
