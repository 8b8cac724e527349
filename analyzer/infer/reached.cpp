// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/reached.h"

#include <vector>

namespace detrain::infer {

namespace {

void AddTargets(const Value& value, std::vector<ObjectId>& out) {
  for (const Alternative& a : value.alternatives)
    if (!a.is_null)
      out.push_back(a.target.object);
}

}  // namespace

std::set<ObjectId> ReachedIn(const State& state, const std::function<bool(ObjectId)>& is_root) {
  std::vector<ObjectId> open;
  for (const auto& [id, contents] : state.memory)
    if (is_root(id))
      open.push_back(id);
  std::set<ObjectId> reached;
  while (!open.empty()) {
    const ObjectId id = open.back();
    open.pop_back();
    if (!reached.insert(id).second)
      continue;
    const Contents& contents = state.Of(id);
    for (const Cell& cell : contents.cells)
      AddTargets(cell.value, open);
    for (const auto& [key, value] : contents.any)
      AddTargets(value, open);
  }
  return reached;
}

}  // namespace detrain::infer
