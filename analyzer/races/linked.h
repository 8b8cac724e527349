// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several threads put into one linked list, under a lock: its elements are in the order of arrival.
#ifndef DETRAIN_ANALYZER_RACES_LINKED_H
#define DETRAIN_ANALYZER_RACES_LINKED_H

#include <map>
#include <span>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/appended.h"
#include "analyzer/races/origin_search.h"

namespace detrain::races {

class Linked {
 public:
  // `where`: per thread.
  Linked(const flow::Flow& flow, OriginSearch& search, const std::map<flow::ScopeId, Together>& where)
      : flow_(flow), search_(search), where_(where) {}

  // Those that have an end of a list lead to memory of the thread's own, which leads to what was there before
  // (`row->next = head; head = row`), or is what that leads to (`tail->next = row; tail = row`). Not where the threads
  // take from that end as well: what they get then is judged where they use it.
  std::vector<flow::NodeId> In(const std::vector<LockedWrite>& writes);

 private:
  [[nodiscard]] bool IsLinkedIn(const LockedWrite& write, flow::NodeId end) const;
  [[nodiscard]] bool Links(const LockedWrite& link, const LockedWrite& write, flow::NodeId end) const;
  [[nodiscard]] bool TakesFrom(flow::NodeId end, const LockedWrite& write) const;
  [[nodiscard]] bool IsOfSeveral(const LockedWrite& write, flow::NodeId end) const;
  [[nodiscard]] bool IsOwn(flow::NodeId cell, flow::ScopeId thread) const;
  [[nodiscard]] bool LeadsToOwn(flow::NodeId value, flow::ScopeId thread) const;
  [[nodiscard]] bool IsLoadOf(flow::NodeId value, flow::NodeId end) const;

  const flow::Flow& flow_;
  OriginSearch& search_;
  const std::map<flow::ScopeId, Together>& where_;
  std::map<flow::NodeId, std::vector<LockedWrite>>
      ends_;                           // by the cell: writes of pointers to memory that threads share
  std::vector<LockedWrite> pointers_;  // all writes of pointers
};

}  // namespace detrain::races

#endif
