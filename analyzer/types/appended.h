// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several threads put at the end of one container, under a lock: its elements are in the order of arrival.
#ifndef DETRAIN_ANALYZER_TYPES_APPENDED_H
#define DETRAIN_ANALYZER_TYPES_APPENDED_H

#include <map>
#include <vector>

#include "analyzer/types/flow.h"
#include "analyzer/types/origin_search.h"

namespace detrain::types {

// A write of a started thread that holds a lock.
struct LockedWrite {
  const Access* access = nullptr;
  ScopeId thread = kNone;
  bool are_several = false;  // there are several of that thread at a time
};

class Appended {
 public:
  // `where`: per thread.
  Appended(const Flow& flow, OriginSearch& search, const std::map<ScopeId, Together>& where)
      : flow_(flow), search_(search), where_(where) {}

  // Those that store behind a pointer which several threads move on in one place (`*end = x; ++end`).
  std::vector<NodeId> In(const std::vector<LockedWrite>& writes);

 private:
  void AddMove(const LockedWrite& write);
  [[nodiscard]] bool IsAppended(const LockedWrite& write);
  [[nodiscard]] const Access* PointerOf(NodeId address) const;
  [[nodiscard]] bool IsOwn(NodeId cell, ScopeId thread) const;
  [[nodiscard]] bool IsNewRoom(const Access& write) const;
  [[nodiscard]] bool AreAlternatives(ScopeId a, ScopeId b) const;

  const Flow& flow_;
  OriginSearch& search_;
  const std::map<ScopeId, Together>& where_;
  std::map<NodeId, std::vector<LockedWrite>> moves_;  // by the pointer's cell
};

}  // namespace detrain::types

#endif
