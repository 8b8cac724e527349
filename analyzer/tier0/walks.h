// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a loop counts, and which elements its iterations take in turn.
#ifndef DETRAIN_ANALYZER_TIER0_WALKS_H
#define DETRAIN_ANALYZER_TIER0_WALKS_H

#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "analyzer/flow/candidates.h"
#include "analyzer/flow/flow.h"

namespace detrain::tier0 {

// Memory that a loop hands on, whichever node stands for it in that loop: whether it is of an object that addresses
// lead to; the object and an offset in it, or the variable.
using Memory = std::tuple<bool, std::uint32_t, std::uint32_t>;

Memory MemoryOf(const flow::Flow& flow, flow::NodeId node);

class Walks {
 public:
  // Both outlive the object.
  Walks(const flow::Flow& flow, const flow::LoopFacts& facts);

  // Whether the variable is one that each iteration of its loop moves on by a constant.
  [[nodiscard]] bool IsCounter(flow::NodeId round) const;

  // Addresses in variables of the loop's own function that it moves on by elements.
  [[nodiscard]] std::set<Memory> IteratorsOf(flow::ScopeId loop) const;

  // Whether its iterations take the elements of something in turn: it counts an index up, or moves an iterator on.
  [[nodiscard]] bool WalksOverElements(flow::ScopeId loop) const;

  // Per node: whether it is an address that the loop computes from what it counts, or from its iterators, or finds in
  // an element.
  [[nodiscard]] std::vector<bool> AddressesOfElements(flow::ScopeId loop) const;

 private:
  [[nodiscard]] bool IsOwnPointer(flow::NodeId cell, flow::ScopeId loop) const;
  [[nodiscard]] bool IsIndex(flow::NodeId round) const;

  const flow::Flow& flow_;
  const flow::LoopFacts& facts_;
};

}  // namespace detrain::tier0

#endif
