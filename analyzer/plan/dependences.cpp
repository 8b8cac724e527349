// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/dependences.h"

#include <algorithm>

namespace detrain::plan {

using infer::SourceKind;

Dependences::Dependences(const infer::Engine& engine, const std::vector<NamedObject>& objects) : engine_(engine) {
  for (const NamedObject& o : objects)
    named_[o.object] = &o;
  for (const infer::Read& r : engine.boundary.exposed)
    if (!named_.contains(r.object))
      unnamed_.try_emplace(r.object);
  for (const infer::Write& w : engine.boundary.writes)
    if (const auto it = unnamed_.find(w.object); it != unnamed_.end())
      infer::Merge(it->second, w.deps);
}

void Dependences::AddLeaves(const NamedObject& object, std::uint64_t leaf, std::set<LeafKey>& out) const {
  const bool is_one =
      !object.has_tail && std::ranges::any_of(object.leaves, [&](const NamedLeaf& n) { return n.key == leaf; });
  if (is_one)
    out.insert({object.object, leaf});
  for (const NamedLeaf& n : object.leaves)
    if (!is_one)
      out.insert({object.object, n.key});
}

Dependences::Cause Dependences::Of(const infer::Deps& deps) const {
  Cause out;
  infer::Deps all = deps;
  std::set<infer::ObjectId> followed;
  for (std::vector<std::uint32_t> left(deps.begin(), deps.end()); !left.empty();) {
    const std::uint32_t id = left.back();
    const infer::Source& s = engine_.sources[id];
    left.pop_back();
    if (s.kind == SourceKind::Environment)
      out.readings.insert(id);
    out.is_of_library = out.is_of_library || (s.kind == SourceKind::Environment && s.what == infer::kOfLibrary);
    if (s.kind != SourceKind::Cell)
      continue;
    if (const auto named = named_.find(s.object); named != named_.end())
      AddLeaves(*named->second, s.leaf, out.leaves);
    else
      out.leaves.insert({s.object, s.leaf});
    const auto more = unnamed_.find(s.object);
    if (more == unnamed_.end() || !followed.insert(s.object).second)
      continue;
    for (const std::uint32_t d : more->second)
      if (!std::ranges::binary_search(all, d))
        left.push_back(d);
    infer::Merge(all, more->second);
  }
  return out;
}

}  // namespace detrain::plan
