// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes of a walk through a hash table to the element of another container that the walk's key chooses: `row[key] +=
// x`. Each round has one of its own, so that the order of the rounds does not show.
#ifndef DETRAIN_ANALYZER_CHECK_KEYED_ELEMENT_H
#define DETRAIN_ANALYZER_CHECK_KEYED_ELEMENT_H

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/check/walked_key.h"
#include "analyzer/races/origin_search.h"

namespace detrain::check {

class KeyedElement {
 public:
  // `inside`: flow::InsideOf the loop.
  KeyedElement(const Context& context, races::OriginSearch& search, const WalkedKey& key, flow::ScopeId loop,
               const std::vector<bool>& inside);

  // Whether the element that is written is the walk's own or the key's, no other round comes to it, and what is written
  // hangs on nothing that other rounds leave.
  bool IsOwn(flow::NodeId store);
  // Whether the address is of a place that something else than a pointer tells: an index, a map's key.
  [[nodiscard]] bool IsChosen(flow::NodeId address, const std::unordered_set<flow::NodeId>& of_element) const;
  // The value of the call that looks the key up in another container, of which the instance is a part: what the
  // library does there is known, and comes to the same in any order. kNone: it is of none.
  [[nodiscard]] flow::NodeId LookUpAround(flow::InstanceId instance) const;

 private:
  void FindLookUps();
  std::string ElementAt(flow::NodeId address);
  [[nodiscard]] const rir::CallOp* LookUp(flow::NodeId value) const;
  [[nodiscard]] bool IsByKey(flow::NodeId call) const;
  [[nodiscard]] bool IsRow(flow::NodeId address) const;
  bool IsFixed(flow::NodeId value, unsigned depth = 0);
  [[nodiscard]] bool IsWritten(flow::NodeId cell) const;
  bool IsAlone(flow::NodeId address, const std::string& element);
  bool KeepsContainer(flow::NodeId address, const std::string& element);
  bool IsOfRound(flow::NodeId store);
  bool TakeBefore(flow::NodeId at, std::vector<flow::NodeId>& open);
  bool TakeContent(flow::NodeId cell, bool is_own, std::vector<flow::NodeId>& open);
  [[nodiscard]] bool IsOfCopy(flow::NodeId cell, flow::NodeId from) const;
  bool TakeLoaded(flow::NodeId address, std::vector<flow::NodeId>& open);

  const Context& context_;
  const flow::Flow& flow_;
  races::OriginSearch& search_;
  const WalkedKey& key_;
  const flow::ScopeId loop_;
  const std::vector<bool>& inside_;
  std::unordered_map<flow::InstanceId, flow::NodeId> look_ups_;  // calls that look the key up, and their values
};

}  // namespace detrain::check

#endif
