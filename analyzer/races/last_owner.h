// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of what std::async and its kind make: futures, promises, tasks, as load/data/std.future.inc has them. The last
// owner of a thread waits for it where the owner ends. And owners of a std::shared_ptr's object.
#ifndef DETRAIN_ANALYZER_RACES_LAST_OWNER_H
#define DETRAIN_ANALYZER_RACES_LAST_OWNER_H

#include <unordered_set>

#include "analyzer/flow/flow.h"

namespace detrain::races {

class LastOwner {
 public:
  explicit LastOwner(const flow::Flow& flow);

  // Whether the scope is an owner's end at which nobody is waited for: what it owned was moved to another owner, or was
  // waited for before. That it may not have been on some way through the program is left out.
  [[nodiscard]] bool EndsWithout(flow::ScopeId scope) const;

  // Whether it is a function of <future>, or counts the owners of a shared object: what these do with the memory that
  // owners share is in an order, or is atomic, and no owner learns how many others there are.
  [[nodiscard]] bool IsOfOwners(flow::ScopeId scope) const;

  // Whether it is memory that a task and those who wait for it share: what the task is called with, and its result.
  // The task has it alone up to its end.
  [[nodiscard]] bool IsShared(const flow::Object& object) const;

 private:
  const flow::Flow& flow_;
  std::unordered_set<flow::NodeId> asked_;  // cells of owners that are moved from, or that are waited through
};

}  // namespace detrain::races

#endif
