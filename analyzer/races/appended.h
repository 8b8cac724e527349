// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several threads put at the end of one container, under a lock: its elements are in the order of arrival.
#ifndef DETRAIN_ANALYZER_RACES_APPENDED_H
#define DETRAIN_ANALYZER_RACES_APPENDED_H

#include <map>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/origin_search.h"

namespace detrain::races {

// A write of a started thread that holds a lock.
struct LockedWrite {
  const flow::Access* access = nullptr;
  flow::ScopeId thread = flow::kNone;
  bool are_several = false;  // there are several of that thread at a time
};

class Appended {
 public:
  // `where`: per thread.
  Appended(const flow::Flow& flow, OriginSearch& search, const std::map<flow::ScopeId, Together>& where)
      : flow_(flow), search_(search), where_(where) {}

  // Those that store behind a pointer which several threads move on in one place (`*end = x; ++end`).
  std::vector<flow::NodeId> In(const std::vector<LockedWrite>& writes);

 private:
  void AddMove(const LockedWrite& write);
  [[nodiscard]] bool IsAppended(const LockedWrite& write);
  [[nodiscard]] const flow::Access* PointerOf(flow::NodeId address) const;
  [[nodiscard]] bool IsOwn(flow::NodeId cell, flow::ScopeId thread) const;
  [[nodiscard]] bool IsNewRoom(const flow::Access& write) const;
  [[nodiscard]] bool AreAlternatives(flow::ScopeId a, flow::ScopeId b) const;

  const flow::Flow& flow_;
  OriginSearch& search_;
  const std::map<flow::ScopeId, Together>& where_;
  std::map<flow::NodeId, std::vector<LockedWrite>> moves_;  // by the pointer's cell
};

}  // namespace detrain::races

#endif
