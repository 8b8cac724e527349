// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that holds pointers of which no type tells where: the runtime saves such blocks as they lie, and puts them
// back at the same addresses.
#include <algorithm>
#include <optional>

#include "analyzer/plan/maker.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectId;
using infer::ObjectKind;

// Whether the address of the object is the same in every process: a block of the heap, or what the program's file lays
// out (linked without PIE).
bool LiesStill(const Engine& engine, ObjectId id) {
  const infer::Object& o = engine.objects[id];
  if (o.kind == ObjectKind::Heap)
    return engine.IsPlacedByRuntime(id);
  if (o.kind != ObjectKind::Variable || o.region == rir::kNone)
    return o.kind == ObjectKind::Text;
  const rir::Region& region = engine.Program().regions[o.region];
  return region.kind != rir::RegionKind::Local && region.kind != rir::RegionKind::Param && !region.is_thread_local;
}

// What a value leads to that lies elsewhere in another process.
std::optional<ObjectId> MovingTarget(const Engine& engine, const infer::Value& v) {
  for (const infer::Alternative& a : infer::PlacesOf(v))
    if (!a.is_null && !LiesStill(engine, a.target.object))
      return a.target.object;
  return std::nullopt;
}

std::optional<ObjectId> MovingTarget(const Engine& engine, ObjectId holder) {
  if (!LiesStill(engine, holder) && engine.objects[holder].kind != ObjectKind::Variable)
    return holder;
  for (const infer::State& state : engine.boundary.states) {
    const infer::Contents& c = state.Of(holder);
    for (const infer::Cell& cell : c.cells)
      if (const auto moving = MovingTarget(engine, cell.value))
        return moving;
    for (const auto& [leaf, value] : c.any)
      if (const auto moving = MovingTarget(engine, value))
        return moving;
  }
  return std::nullopt;
}

std::string NameOf(const Engine& engine, const std::vector<NamedObject>& objects, ObjectId id) {
  const auto named = std::ranges::find(objects, id, &NamedObject::object);
  if (named != objects.end())
    return named->path;
  const infer::Object& o = engine.objects[id];
  if (o.kind == ObjectKind::Handle)
    return "an open file";
  return o.name.empty() ? "memory of the outside" : o.name;
}

// Not inside a library.
bool IsOfProgram(const infer::Engine& engine, ObjectId id) {
  const infer::ObjectKind kind = engine.objects[id].kind;
  return kind == infer::ObjectKind::Heap || kind == infer::ObjectKind::Variable;
}

// One cause has one line, at the first place where it is met.
void AddOnce(std::vector<Reason>& reasons, const Reason& reason) {
  if (std::ranges::find(reasons, reason.message, &Reason::message) == reasons.end())
    reasons.push_back(reason);
}

}  // namespace

bool Maker::IsImaged(ObjectId id) const {
  return imaged.contains(Representative(id));
}

// Those that only such blocks lead to: as nobody tells where in them the pointers are, a walk does not come there.
void Maker::ImageWhatIsHeld() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const NamedObject& o : objects)
      if (o.is_heap && !IsImaged(o.object) && IsImaged(o.holder))
        changed = imaged.insert(Representative(o.object)).second;
    for (const auto& [id, of] : class_of)  // the classes behind one pointer go together
      for (const auto& [other, its] : class_of)
        if (of.all == its.all && imaged.contains(id))
          changed = imaged.insert(other).second || changed;
  }
}

// What holds, or is, something that lies elsewhere in another process; its address would be a wrong one there.
std::optional<Reason> Maker::WhyNoImage() const {
  std::set<ObjectId> holders;
  for (const NamedObject& o : objects)
    if (IsImaged(o.object))
      holders.insert(o.object);
  for (const Untyped& u : facts.untyped)
    holders.insert(u.object);
  for (const ObjectId holder : holders)
    if (const auto moving = MovingTarget(engine, holder)) {
      const std::string name = NameOf(engine, objects, holder), leads = NameOf(engine, objects, *moving);
      const std::string why = holder == *moving ? " is no block of malloc or new" : " holds the address of " + leads;
      return Reason{At(engine.objects[holder].shown),
                    name + why + ", which lies elsewhere in another process, so that it cannot be saved as it lies",
                    IsOfProgram(engine, holder) && IsOfProgram(engine, *moving)};
    }
  return std::nullopt;
}

// Numbers in such blocks cannot be read by the program's tables; what hangs on them is saved instead.
void Maker::ForgetFormulasOnImages() {
  for (auto& [key, fact] : facts.leaves) {
    bool is_on_image = false;
    const auto look = [&](const LeafKey& giver) {
      is_on_image = is_on_image || IsImaged(giver.first);
      return LeafPlace{};
    };
    for (const auto& [condition, read] : fact.unless)
      numbers.CodeOf(condition, look);
    if (fact.persistence == Persistence::Derived)
      NumbersFor(fact).CodeOf(fact.value, look);
    if (!is_on_image)
      continue;
    if (fact.first_read == nullptr && !fact.unless.empty())
      fact.first_read = fact.unless.begin()->second;
    fact.unless.clear();
    fact.read = true;
    fact.persistence = fact.written ? Persistence::Carried : Persistence::Invariant;
  }
}

void Maker::FindImages() {
  if (facts.untyped.empty())
    return;
  for (const Untyped& u : facts.untyped)
    if (engine.objects[u.object].kind == ObjectKind::Heap)
      imaged.insert(Representative(u.object));
  ImageWhatIsHeld();
  if (const auto why_not = WhyNoImage()) {
    for (const Untyped& u : facts.untyped)
      facts.unnamed.push_back({u.why.place, u.why.message, IsOfProgram(engine, u.object)});
    facts.unnamed.push_back(*why_not);
    imaged.clear();
    return;
  }
  for (const Untyped& u : facts.untyped)
    if (u.leaf && engine.objects[u.object].kind == ObjectKind::Variable)
      facts.leaves[{u.object, *u.leaf}].persistence = Persistence::Image;
  ForgetFormulasOnImages();
  for (auto& [key, fact] : facts.leaves)
    if (IsImaged(key.first))
      fact.persistence = Persistence::Image;
  plan.fixed_heap = true;
}

// The region of all blocks that no pointer of the plan leads to. Which ones these are, the runtime sees.
// What a later loop of a row finds in them, an earlier one saves, too.
void Maker::DescribeHeapImage(SavedLater& saved_later) {
  std::vector<Reason> why;
  if (plan.fixed_heap)
    for (const Untyped& u : facts.untyped)
      AddOnce(why, u.why);
  for (const Reason& reason : saved_later.Images())
    AddOnce(why, reason);
  if (why.empty())
    return;
  PlaceHeap(why.front().place);
  if (plan.loop_number > 0)
    saved_later.AddImages(why);
  Region region;
  region.path = kHeapImage;
  region.kind = RegionKind::Heap;
  region.element_size = 1;
  Leaf leaf;
  leaf.path = std::string(kHeapImage) + "[]";
  leaf.count = 0;
  leaf.persistence = Persistence::Image;
  Entry entry;
  entry.path = leaf.path;
  entry.type = "bytes[]";
  entry.persistence = Persistence::Image;
  entry.saved = true;
  entry.is_each = true;
  entry.declared = why.front().place;
  entry.why = std::move(why);
  plan.assumptions.push_back(
      {kHeapImage, entry.declared, "catalog",
       "blocks that hold pointers of which no type tells where are saved as they lie, and put back at the same "
       "addresses; the code before the loop asks for the same blocks in every run, and one thread at a time does"});
  region.leaves.push_back(std::move(leaf));
  plan.regions.push_back(std::move(region));
  plan.entries.push_back(std::move(entry));
}

}  // namespace detrain::plan
