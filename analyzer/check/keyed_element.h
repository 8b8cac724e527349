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
#include "analyzer/types/origin_search.h"

namespace detrain::check {

class KeyedElement {
 public:
  // `inside`: types::InsideOf the loop.
  KeyedElement(const Context& context, types::OriginSearch& search, const WalkedKey& key, types::ScopeId loop,
               const std::vector<bool>& inside);

  // Whether the element that is written is the walk's own or the key's, no other round comes to it, and what is written
  // hangs on nothing that other rounds leave.
  bool IsOwn(types::NodeId store);
  // Whether the address is of a place that something else than a pointer tells: an index, a map's key.
  [[nodiscard]] bool IsChosen(types::NodeId address, const std::unordered_set<types::NodeId>& of_element) const;
  // The value of the call that looks the key up in another container, of which the instance is a part: what the
  // library does there is known, and comes to the same in any order. kNone: it is of none.
  [[nodiscard]] types::NodeId LookUpAround(types::InstanceId instance) const;

 private:
  void FindLookUps();
  std::string ElementAt(types::NodeId address);
  [[nodiscard]] const rir::CallOp* LookUp(types::NodeId value) const;
  [[nodiscard]] bool IsByKey(types::NodeId call) const;
  [[nodiscard]] bool IsRow(types::NodeId address) const;
  bool IsFixed(types::NodeId value, unsigned depth = 0);
  [[nodiscard]] bool IsWritten(types::NodeId cell) const;
  bool IsAlone(types::NodeId address, const std::string& element);
  bool KeepsContainer(types::NodeId address, const std::string& element);
  bool IsOfRound(types::NodeId store);
  bool TakeBefore(types::NodeId at, std::vector<types::NodeId>& open);
  bool TakeContent(types::NodeId cell, bool is_own, std::vector<types::NodeId>& open);
  [[nodiscard]] bool IsOfCopy(types::NodeId cell, types::NodeId from) const;
  bool TakeLoaded(types::NodeId address, std::vector<types::NodeId>& open);

  const Context& context_;
  const types::Flow& flow_;
  types::OriginSearch& search_;
  const WalkedKey& key_;
  const types::ScopeId loop_;
  const std::vector<bool>& inside_;
  std::unordered_map<types::InstanceId, types::NodeId> look_ups_;  // calls that look the key up, and their values
};

}  // namespace detrain::check

#endif
