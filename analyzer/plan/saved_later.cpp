// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/saved_later.h"

#include <algorithm>

#include "analyzer/plan/untyped.h"

namespace detrain::plan {

using infer::Engine;
using infer::ObjectId;
using infer::ObjectKind;

namespace {

bool IsPlain(DType type) {
  return (!HoldsAddresses(type) || type == DType::Ptr) && !IsStream(type) && type != DType::Object &&
         type != DType::ShortText;
}

bool IsDead(const LeafFact& fact) {
  return fact.written && fact.persistence == Persistence::Dead && !fact.is_handles;
}

}  // namespace

// The variable from which the object is reached.
rir::RegionId SavedLater::RootOf(const Engine& engine, const std::vector<NamedObject>& objects,
                                 const NamedObject& object) {
  const NamedObject* o = &object;
  while (o->is_heap || o->is_reached) {
    const auto holder = std::ranges::find(objects, o->holder, &NamedObject::object);
    if (holder == objects.end() || &*holder == o)
      return rir::kNone;
    o = &*holder;
  }
  return engine.objects[o->object].region;
}

bool SavedLater::HasOrigin(const infer::Object& object) {
  return object.kind == ObjectKind::Heap || object.region != rir::kNone;
}

SavedLater::Origin SavedLater::OriginOf(const Engine& engine, ObjectId id, const NamedLeaf& leaf) {
  const infer::Object& object = engine.objects[id];
  Origin origin;
  origin.region = object.region;
  origin.key = leaf.key;
  if (object.kind == ObjectKind::Heap) {
    origin.calls = engine.CallsTo(object);
    origin.site = {object.site.file, object.site.line, object.site.column};
  }
  return origin;
}

void SavedLater::Add(const Engine& engine, const std::vector<NamedObject>& objects,
                     const std::map<ObjectId, ObjectId>& shares, const Facts& facts) {
  for (const NamedObject& o : objects) {
    const rir::RegionId root = RootOf(engine, objects, o);
    const auto shared = shares.find(o.object);
    const ObjectId told_by = shared == shares.end() ? o.object : shared->second;
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({told_by, n.key});
      if (fact == facts.leaves.end() || !IsSaved(fact->second.persistence))
        continue;
      names_.emplace(root, n.leaf.path, o.is_heap);
      if (HasOrigin(engine.objects[o.object]))
        origins_.insert(OriginOf(engine, o.object, n));
    }
  }
}

void SavedLater::Keep(const Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) const {
  if (names_.empty())
    return;
  for (const NamedObject& o : objects) {
    const rir::RegionId root = RootOf(engine, objects, o);
    const bool has_origin = HasOrigin(engine.objects[o.object]);
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (fact == facts.leaves.end() || !IsDead(fact->second) || !IsPlain(n.leaf.dtype) || n.is_alternative)
        continue;
      if (!names_.contains({root, n.leaf.path, o.is_heap}) &&
          !(has_origin && origins_.contains(OriginOf(engine, o.object, n))))
        continue;
      fact->second.persistence = Persistence::Carried;
      fact->second.read = true;
      fact->second.unless.clear();
      fact->second.is_for_later = true;
    }
  }
}

}  // namespace detrain::plan
