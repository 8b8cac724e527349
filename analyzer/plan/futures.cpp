// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/futures.h"

#include <algorithm>
#include <string>

#include "analyzer/plan/choose.h"

namespace detrain::plan {

namespace {

bool IsShared(const infer::Engine& engine, infer::ObjectId id) {
  const rir::TypeId type = engine.objects[id].element;
  return type != rir::kNone && engine.Program().types[type].name.starts_with("std::__future_base::");
}

// What only the text has: no member of the library's lies there.
bool IsOfText(const NamedLeaf& leaf) {
  return leaf.leaf.path.ends_with("._M_is_async");
}

}  // namespace

void FindFutures(const infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects) {
    if (!IsShared(engine, o.object) || o.leaves.empty())
      continue;
    bool read = false, written = false;
    for (const NamedLeaf& n : o.leaves)
      if (const auto fact = facts.leaves.find({o.object, n.key}); fact != facts.leaves.end()) {
        read = read || fact->second.read;
        written = written || fact->second.written;
      }
    if (read && !written)
      for (const NamedLeaf& n : o.leaves)
        facts.leaves[{o.object, n.key}].persistence = IsOfText(n) ? Persistence::Dead : Persistence::Invariant;
    if (!read || !written)
      continue;
    const std::string& path = o.leaves.front().leaf.path;
    const std::string text = path.substr(0, path.find("._M_")) +
                             " leads to a task that was started before the step that waits for it, and what they "
                             "share is the library's own; wait for it in the step that starts it";
    if (std::ranges::none_of(facts.unnamed, [&](const auto& u) { return u.message == text; }))
      facts.unnamed.push_back({PlaceOf(engine.Program(), engine.boundary.nest.back().location), text});
  }
}

}  // namespace detrain::plan
