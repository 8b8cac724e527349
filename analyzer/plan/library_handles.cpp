// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/library_handles.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/made_at_need.h"
#include "analyzer/plan/touched.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectId;

// Of generators it is state where they stand.
std::set<ObjectId> BlocksBehindHandles(const Engine& engine, const std::vector<NamedObject>& objects) {
  std::set<ObjectId> blocks;
  for (const NamedObject& o : objects)
    if (std::ranges::any_of(o.leaves, [&](const NamedLeaf& n) { return IsBehindHandle(engine, o, n); }) &&
        !engine.drawn_from.contains(o.object))
      blocks.insert(o.object);
  return blocks;
}

// Where the leaf may lead at the boundary.
std::set<ObjectId> TargetsOf(Engine& engine, ObjectId id, const NamedLeaf& n) {
  std::set<ObjectId> targets;
  for (const infer::Value* v : ValuesAtBoundary(engine, id, n.key))
    for (const infer::Alternative& a : v->alternatives)
      if (!a.is_null)
        targets.insert(a.target.object);
  return targets;
}

class Handles {
 public:
  Handles(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts)
      : engine_(engine), objects_(objects), facts_(facts), blocks_(BlocksBehindHandles(engine, objects)) {
    for (const NamedObject& o : objects)
      named_[o.object] = &o;
  }

  void Decide() {
    FindMade();
    FindAgain();
    for (const auto& [key, tells] : again_)
      LeaveToRun(facts_.leaves.at(key));
    for (const auto& [key, leaf] : made_)
      if (!again_.contains(key))
        Refuse(facts_.leaves.at(key), leaf->leaf.path +
                                          " is a handle of a library that a step makes and a later one uses; a resumed "
                                          "run has none: make it before the loop, or where it is missing and nothing "
                                          "else with it");
    for (const NamedObject& o : objects_)
      if (blocks_.contains(o.object))
        for (const NamedLeaf& n : o.leaves)
          DecideContent(o, n);
  }

 private:
  [[nodiscard]] bool IsMadeByStep(ObjectId id) const { return !engine_.boundary.outer.memory.contains(id); }

  // Whether the leaf leads to handles alone, one of which a step has made.
  [[nodiscard]] bool LeadsToMade(ObjectId id, const NamedLeaf& n) const {
    const std::set<ObjectId> targets = TargetsOf(engine_, id, n);
    return std::ranges::all_of(targets, [&](ObjectId to) { return blocks_.contains(to); }) &&
           std::ranges::any_of(targets, [&](ObjectId to) { return IsMadeByStep(to); });
  }

  void FindMade() {
    for (const NamedObject& o : objects_)
      for (const NamedLeaf& n : o.leaves) {
        const auto fact = facts_.leaves.find({o.object, n.key});
        if (n.leaf.dtype == DType::Ptr && fact != facts_.leaves.end() && IsSaved(fact->second.persistence) &&
            LeadsToMade(o.object, n))
          made_[fact->first] = &n;
      }
  }

  // Those that a resumed run makes again where it needs them, and nothing else with them.
  void FindAgain() {
    for (const auto& [key, leaf] : made_) {
      const infer::Object& o = engine_.objects[key.first];
      if (o.kind == infer::ObjectKind::Variable)
        if (const auto tells = MadeAtNeed(engine_.Program(), engine_.boundary.nest, o.region);
            !tells.empty() && AreUnsetBefore(tells))
          AddAgain(key, tells);
    }
    for (bool changed = true; changed;)
      changed = std::erase_if(again_, [&](const auto& entry) { return DecidesOthers(entry.second); }) != 0;
  }

  // Whether those on the stack say, before the nest, that nothing has been made: a resumed run jumps over the nest.
  [[nodiscard]] bool AreUnsetBefore(const std::set<rir::RegionId>& tells) {
    return std::ranges::all_of(objects_, [&](const NamedObject& named) {
      const infer::Object& o = engine_.objects[named.object];
      return o.kind != infer::ObjectKind::Variable || !tells.contains(o.region) ||
             !IsLocal(engine_.Program().regions[o.region]) || engine_.IsZero(engine_.boundary.outer, named.object) ||
             IsTold(o.region, tells);
    });
  }

  // A pointer that another variable says of whether it has been made: it need have no value before.
  [[nodiscard]] bool IsTold(rir::RegionId id, const std::set<rir::RegionId>& tells) const {
    const auto& regions = engine_.Program().regions;
    const auto is_pointer = [&](rir::RegionId r) {
      return engine_.Program().types[regions[r].type].kind == rir::TypeKind::Pointer;
    };
    return is_pointer(id) && std::ranges::any_of(tells, [&](rir::RegionId other) { return !is_pointer(other); });
  }

  // With the flags that tell whether it has been made.
  void AddAgain(const LeafKey& key, const std::set<rir::RegionId>& tells) {
    again_[key] = tells;
    for (const auto& [other, fact] : facts_.leaves) {
      const infer::Object& o = engine_.objects[other.first];
      const bool is_flag = o.kind == infer::ObjectKind::Variable && o.region != engine_.objects[key.first].region &&
                           tells.contains(o.region);
      if (is_flag && IsSaved(fact.persistence))
        again_[other] = tells;
    }
  }

  // Whether what decides is on the list.
  [[nodiscard]] bool IsDecidedBy(const infer::Deps& control, const std::set<rir::RegionId>& tells) const {
    return std::ranges::any_of(control, [&](std::uint32_t source) {
      const infer::Source& s = engine_.sources[source];
      return s.kind == infer::SourceKind::Cell && engine_.objects[s.object].kind == infer::ObjectKind::Variable &&
             tells.contains(engine_.objects[s.object].region);
    });
  }

  // Whether anything else that is saved is written where the handle is made, or text: it would be written again.
  [[nodiscard]] bool DecidesOthers(const std::set<rir::RegionId>& tells) const {
    return std::ranges::any_of(
               engine_.boundary.writes,
               [&](const infer::Write& w) { return IsDecidedBy(w.control, tells) && WritesSaved(w); }) ||
           std::ranges::any_of(engine_.outputs,
                               [&](const infer::OutputRecord& o) { return IsDecidedBy(o.control, tells); });
  }

  [[nodiscard]] bool WritesSaved(const infer::Write& w) const {
    const auto o = named_.find(w.object);
    return o != named_.end() && std::ranges::any_of(Touched(engine_, *o->second, w.offset, w.length, w.low, w.high),
                                                    [&](std::uint64_t leaf) {
                                                      const auto fact = facts_.leaves.find({w.object, leaf});
                                                      return fact != facts_.leaves.end() &&
                                                             !again_.contains(fact->first) &&
                                                             IsSaved(fact->second.persistence);
                                                    });
  }

  // Whether all that steps tell the library there they tell it where they make a handle that a resumed run makes again.
  [[nodiscard]] bool IsToldAgain(const NamedObject& o) const {
    return std::ranges::all_of(engine_.boundary.writes, [&](const infer::Write& w) {
      return w.object != o.object ||
             std::ranges::any_of(again_, [&](const auto& pointer) { return IsDecidedBy(w.control, pointer.second); });
    });
  }

  static void LeaveToRun(LeafFact& fact) {
    fact.persistence = Persistence::Dead;
    fact.is_handles = true;
  }

  void DecideContent(const NamedObject& o, const NamedLeaf& n) {
    const auto fact = facts_.leaves.find({o.object, n.key});
    if (fact == facts_.leaves.end() || !fact->second.read || !fact->second.written)
      return;
    if (IsMadeByStep(o.object) ? IsToldAgain(o) : IsUnchanged(o.object))
      return;
    Refuse(fact->second, n.leaf.path +
                             " is told by a step what a later one still goes by, and what a library keeps "
                             "behind a handle is not saved: tell it in each step, or before the loop");
  }

  // Whether each step leaves there what the code before the nest told it.
  [[nodiscard]] bool IsUnchanged(ObjectId id) const {
    const infer::Contents& before = engine_.boundary.outer.Of(id);
    return std::ranges::all_of(engine_.boundary.states, [&](const infer::State& state) {
      const infer::Contents& now = state.Of(id);
      return now.any.empty() && now.cells.size() == before.cells.size() &&
             std::ranges::all_of(now.cells, [&](const infer::Cell& cell) {
               const auto same = std::ranges::find(before.cells, cell.offset, &infer::Cell::offset);
               return same != before.cells.end() && same->value.SameAs(cell.value);
             });
    });
  }

  void Refuse(const LeafFact& fact, std::string text) {
    const auto* at = fact.first_read;
    facts_.unnamed.push_back(
        {PlaceOf(engine_.Program(), at != nullptr ? at->shown : rir::Location{}), std::move(text)});
  }

  Engine& engine_;
  const std::vector<NamedObject>& objects_;
  Facts& facts_;
  const std::set<ObjectId> blocks_;
  std::map<ObjectId, const NamedObject*> named_;
  std::map<LeafKey, const NamedLeaf*> made_;          // pointers to those that a step makes
  std::map<LeafKey, std::set<rir::RegionId>> again_;  // of these, what a resumed run makes again, and what tells it to
};

}  // namespace

bool IsBehindHandle(const Engine& engine, const NamedObject& o, const NamedLeaf& n) {
  if (!o.is_heap || n.type == rir::kNone || n.leaf.dtype != DType::Bytes)
    return false;
  const rir::Type& type = engine.Program().types[n.type];
  return type.kind == rir::TypeKind::Handle && type.name.find("::") == std::string::npos;
}

void DecideHandles(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  Handles(engine, objects, facts).Decide();
}

std::set<ObjectId> NotBound(Engine& engine, const std::vector<NamedObject>& objects, const Facts& facts) {
  std::set<ObjectId> blocks = BlocksBehindHandles(engine, objects);
  for (const auto& [key, fact] : facts.leaves)
    if (fact.is_handles && fact.persistence == Persistence::Dead && engine.objects[key.first].element != rir::kNone &&
        engine.Program().types[engine.objects[key.first].element].kind == rir::TypeKind::Int)
      blocks.insert(key.first);
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (n.leaf.dtype == DType::Ptr && fact != facts.leaves.end() && IsSaved(fact->second.persistence))
        for (const ObjectId to : TargetsOf(engine, o.object, n))
          blocks.erase(to);
    }
  return blocks;
}

}  // namespace detrain::plan
