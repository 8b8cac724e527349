// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/made_again.h"

#include <algorithm>
#include <set>
#include <string>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/touched.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectId;

// Whether what decides is the content of one of the objects, or whether it is there.
bool IsDecidedBy(const Engine& engine, const infer::Deps& control, const std::set<ObjectId>& objects) {
  return std::ranges::any_of(control, [&](std::uint32_t source) {
    const infer::Source& s = engine.sources[source];
    return s.kind == infer::SourceKind::Cell && objects.contains(s.object);
  });
}

// What else is saved and written where such objects decide: where one is missing, as a rule.
std::set<std::string> WrittenBesides(Engine& engine, const std::vector<NamedObject>& objects, const Facts& facts,
                                     const std::set<ObjectId>& made) {
  std::set<std::string> paths;
  for (const NamedObject& o : objects)
    for (const infer::Write& w : engine.boundary.writes) {
      if (w.object != o.object || IsHeld(engine, o.object) || !IsDecidedBy(engine, w.control, made))
        continue;
      const std::vector<std::uint64_t> touched = Touched(engine, o, w.offset, w.length, w.low, w.high);
      for (const NamedLeaf& n : o.leaves)
        if (const auto fact = facts.leaves.find({o.object, n.key}); fact != facts.leaves.end() &&
                                                                    IsSaved(fact->second.persistence) &&
                                                                    std::ranges::find(touched, n.key) != touched.end())
          paths.insert(n.leaf.path);
    }
  return paths;
}

}  // namespace

bool IsMadeAgain(const Engine& engine, const NamedLeaf& n) {
  if (n.type == rir::kNone)
    return false;
  const rir::Type& type = engine.Program().types[n.type];
  return type.kind == rir::TypeKind::Handle && type.name.ends_with(rir::kMadeAgain);
}

void DecideMadeAgain(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  std::set<ObjectId> made;
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      const bool is_lost = o.is_heap && !engine.boundary.outer.memory.contains(o.object);
      if (fact == facts.leaves.end() || !IsSaved(fact->second.persistence) || !IsMadeAgain(engine, n) || is_lost)
        continue;
      fact->second.persistence = Persistence::Dead;
      fact->second.is_handles = true;
      made.insert(o.object);
      const auto* at = fact->second.first_read;
      facts.made_again.push_back(
          {n.leaf.path, PlaceOf(engine.Program(), at != nullptr ? at->shown : rir::Location{}), {}});
    }
  if (made.empty())
    return;
  const std::set<std::string> besides = WrittenBesides(engine, objects, facts, made);
  for (MadeAgain& m : facts.made_again)
    m.besides = besides;
}

}  // namespace detrain::plan
