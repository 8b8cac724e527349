// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan's regions, their leaves, and the entries that a user reads.
#include <algorithm>
#include <set>

#include "analyzer/plan/library_handles.h"
#include "analyzer/plan/made_again.h"
#include "analyzer/plan/maker.h"
#include "analyzer/plan/scalars.h"
#include "analyzer/plan/untyped.h"
#include "analyzer/rir/words.h"

namespace detrain::plan {

using infer::ObjectKind;

namespace {

constexpr std::uint64_t kShortText = 16;  // bytes, of DType::ShortText

}  // namespace

// The object whose region holds this one.
infer::ObjectId Maker::Representative(infer::ObjectId id) const {
  const auto to = shares.find(id);
  return to == shares.end() ? id : to->second;
}

// The objects that the plan speaks of: those with a live or written leaf, those through which they are found, and those
// that a saved pointer leads to, though no step looks at what is in them.
std::set<infer::ObjectId> Maker::WantedObjects() const {
  std::set<infer::ObjectId> wanted;
  for (const auto& [key, f] : facts.leaves)
    wanted.insert(Representative(key.first));
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& o : objects) {
      if (!o.is_heap)
        continue;
      if (wanted.contains(Representative(o.object)))
        changed = wanted.insert(Representative(o.holder)).second || changed;
      const auto pointer = facts.leaves.find({o.holder, o.holder_leaf});
      if (pointer != facts.leaves.end() && pointer->second.read && IsSaved(pointer->second.persistence))
        changed = wanted.insert(Representative(o.object)).second || changed;
    }
    changed = WantClasses(wanted) || changed;
  }
  return wanted;
}

void Maker::DescribeVariable(const NamedObject& o, Region& r) const {
  const auto& region = module.regions[engine.objects[o.object].region];
  r.variable_kind = region.kind;
  r.name = region.name.substr(region.name.rfind(':') + 1);  // all of it where there is none
  if (region.function != rir::kNone)
    r.function_link = module.functions[region.function].link_name;
  r.link_name = region.link_name;
  r.declared = At(region.declared);
  r.is_const = region.is_const;
  if (auto f = engine.boundary.frame_of.find(o.object); f != engine.boundary.frame_of.end())
    r.frame = f->second;
}

void Maker::Regions() {
  const std::set<infer::ObjectId> wanted = WantedObjects(), not_bound = NotBound(engine, objects, facts);
  for (const auto& o : objects) {
    if (Representative(o.object) != o.object || !wanted.contains(o.object) || IsHeld(engine, o.object) ||
        not_bound.contains(o.object) || IsImaged(o.object))
      continue;
    region_of[o.object] = static_cast<std::int32_t>(plan.regions.size());
    Region r;
    r.path = o.path;
    r.element_size = o.element_size;
    r.kind = o.is_heap                                             ? RegionKind::Heap
             : engine.objects[o.object].kind == ObjectKind::Hidden ? RegionKind::Hidden
                                                                   : RegionKind::Variable;
    r.header = static_cast<std::uint64_t>(engine.objects[o.object].header);
    if (r.kind == RegionKind::Variable)
      DescribeVariable(o, r);
    plan.regions.push_back(std::move(r));
  }
  DescribeClasses();
}

// Those that a derived leaf is computed from.
Numbers Maker::NumbersFor(const LeafFact& f) {
  return {engine, objects, engine.boundary.states.front(), [&f](const LeafKey& key) { return f.givers.contains(key); }};
}

LeafPlace Maker::PlaceIn(const LeafKey& key) const {
  const infer::ObjectId id = Representative(key.first);
  const auto object = std::ranges::find(objects, id, &NamedObject::object);
  const auto leaf = std::ranges::find(object->leaves, key.second, &NamedLeaf::key);
  return {region_of.at(id), static_cast<std::size_t>(leaf - object->leaves.begin())};
}

void Maker::Formulas(const LeafFact& f, Leaf& leaf) {
  const auto place_of = [&](const LeafKey& key) { return PlaceIn(key); };
  for (const auto& [condition, read] : f.unless)
    leaf.conditions.push_back({numbers.TextOf(condition), numbers.CodeOf(condition, place_of)});
  if (f.persistence == Persistence::Derived)
    leaf.formula = NumbersFor(f).CodeOf(f.value, place_of);
}

// Whether a restored string has its length, which tells how much of its short text is in use. One that no step has to
// do with is what the code before the loop made it.
bool Maker::KnowsLength(const NamedObject& o, const NamedLeaf& text) const {
  if (text.is_alternative)
    return true;
  const auto length = facts.leaves.find({o.object, text.key - sizeof(std::uint64_t)});
  return length == facts.leaves.end() ||
         (length->second.persistence != Persistence::Dead && length->second.persistence != Persistence::Log);
}

// Whether some step reads a string's short text. To the analysis the string's pointer leads elsewhere: `std::ifstream
// file(name)` reads what it leads to, which is in the string itself where it is short.
bool Maker::IsTextInUse(const NamedObject& o, const NamedLeaf& text) const {
  const auto is_in_use = [&](std::uint64_t key) {
    const auto fact = facts.leaves.find({o.object, key});
    return fact != facts.leaves.end() && fact->second.persistence != Persistence::Dead;
  };
  return text.is_short_text && !text.is_alternative &&
         (is_in_use(text.key) || is_in_use(text.key - 2 * sizeof(std::uint64_t)));
}

// Whether it is the length of such a string.
bool Maker::IsLengthOfText(const NamedObject& o, const NamedLeaf& n) const {
  return std::ranges::any_of(o.leaves, [&](const NamedLeaf& text) {
    return !text.is_alternative && text.key == n.key + sizeof(std::uint64_t) && IsTextInUse(o, text);
  });
}

Leaf Maker::LeafOf(const NamedObject& o, const NamedLeaf& n, const LeafFact* fact, const Pointers& pointers) {
  const LeafFact f = fact == nullptr ? LeafFact{} : *fact;
  Leaf leaf = n.leaf;
  leaf.persistence = fact == nullptr ? Persistence::Invariant : f.persistence;
  leaf.counter_per_step = f.per_step;
  if (f.is_descriptor && !n.is_alternative)
    leaf.dtype = DType::Fd;
  if (leaf.dtype == DType::Ptr && IsNumber(engine, o.object, n))
    leaf.dtype = DType::I64;
  if (leaf.dtype == DType::Ptr) {
    const LeafKey key{o.object, n.key};
    leaf.target = TargetOf(o, n);
    leaf.names_object = (pointers.to_blocks.contains(key) && leaf.target >= 0) || pointers.to_variables.contains(key);
    leaf.keep = leaf.target >= 0 && f.written && !f.is_constant;
  }
  // Bytes that stay as they are, addresses among them: these are other ones in each run, what they lead to is not.
  const auto words = leaf.count / sizeof(void*);
  const auto holds_addresses = [&] {
    return std::ranges::any_of(LeavesOfAddresses(engine, o), [&](const NamedLeaf& of) { return of.key == n.key; });
  };
  if (leaf.dtype == DType::Bytes && words * sizeof(void*) == leaf.count &&
      (IsMadeAgain(engine, n) || (leaf.persistence == Persistence::Invariant && holds_addresses()))) {
    leaf.dtype = DType::Ptr;
    leaf.count = words;
    leaf.bits = 0;
  }
  if (n.is_short_text && leaf.dtype == DType::Bytes && leaf.count == kShortText && KnowsLength(o, n)) {
    leaf.dtype = DType::ShortText;
    leaf.count = 1;
  }
  Formulas(f, leaf);
  if (IsMadeAgain(engine, n) && !IsSaved(leaf.persistence))
    leaf.persistence = Persistence::Dead;
  // Nobody uses it, and it may never have got a value.
  if (fact == nullptr && leaf.target < 0 && !leaf.names_object && !IsLengthOfText(o, n) && !IsTextInUse(o, n))
    leaf.persistence = Persistence::Dead;
  return leaf;
}

Entry Maker::EntryOf(const NamedObject& o, const NamedLeaf& n, const Leaf& leaf, const LeafFact& f) {
  const auto& object = engine.objects[o.object];
  Entry e;
  e.path = n.leaf.path;
  if (object.kind == ObjectKind::Heap)
    e.space = rir::Word(object.space);
  e.declared = object.kind == ObjectKind::Variable ? At(module.regions[object.region].declared) : At(object.shown);
  e.type = n.leaf.dtype == DType::Ptr && leaf.dtype == DType::I64 ? "i64" : n.type_text;
  e.extent = extents.TextOf(o, n);
  e.is_each = o.is_heap && object.many;
  e.persistence = f.persistence;
  e.saved = IsSaved(f.persistence);
  for (const Condition& condition : leaf.conditions)
    e.conditions.push_back(condition.text);
  e.why = Why(f, o);
  return e;
}

// Several pointers and what they lead to have one path. Of the two the latter has the name; where the pointers are
// saved themselves, they are "&path".
void Maker::TellPointersApart() {
  const auto is_pointer = [](const Entry& e) { return e.type.starts_with("ptr"); };
  std::set<std::string> led_to;
  for (const Entry& e : plan.entries)
    if (!is_pointer(e))
      led_to.insert(e.path);
  std::erase_if(plan.entries, [&](const Entry& e) { return is_pointer(e) && !e.saved && led_to.contains(e.path); });
  for (Entry& e : plan.entries)
    if (is_pointer(e) && led_to.contains(e.path))
      e.path.insert(0, "&");
}

// The same path twice (elements of an unrolled table): one entry, saved if one of them is.
void Maker::OrderEntries() {
  std::stable_sort(plan.entries.begin(), plan.entries.end(),
                   [](const Entry& a, const Entry& b) { return a.saved > b.saved; });
  std::vector<Entry> unique;
  for (Entry& e : plan.entries)
    if (std::ranges::find(unique, e.path, &Entry::path) == unique.end())
      unique.push_back(std::move(e));
  plan.entries = std::move(unique);
}

// What an object's class is, it gets from the code that makes it. Only where a step makes it, a restore must give it.
void Maker::KeepClasses(NamedObject& o) const {
  const auto is_given = [&](const NamedLeaf& n) {
    const auto fact = facts.leaves.find({o.object, n.key});
    return IsClass(n) && (fact == facts.leaves.end() || !IsSaved(fact->second.persistence));
  };
  std::erase_if(o.leaves, is_given);
  for (NamedLeaf& n : o.leaves)
    if (IsClass(n))
      n.leaf.path.replace(n.leaf.path.rfind('$'), std::string::npos, "(class)");
}

// Flags that a resumed run sets as the first one did are bound to nothing, but shown.
void Maker::FlagEntries(const NamedObject& o) {
  for (const NamedLeaf& n : o.leaves)
    if (const auto fact = facts.leaves.find({o.object, n.key});
        fact != facts.leaves.end() && fact->second.is_handles && fact->second.persistence == Persistence::Dead)
      plan.entries.push_back(EntryOf(o, n, n.leaf, fact->second));
}

void Maker::Entries() {
  for (auto& o : objects)
    KeepClasses(o);
  Pointers pointers;
  for (const auto& o : objects)
    if (o.is_heap || o.is_reached)
      (o.is_heap ? pointers.to_blocks : pointers.to_variables).insert({o.holder, o.holder_leaf});
  for (const auto& o : objects) {
    const auto index = region_of.find(o.object);
    if (index == region_of.end()) {
      FlagEntries(o);
      continue;
    }
    Region& region = plan.regions[static_cast<std::size_t>(index->second)];
    for (const NamedLeaf& n : o.leaves) {
      const auto it = facts.leaves.find({o.object, n.key});
      const LeafFact* fact = it == facts.leaves.end() ? nullptr : &it->second;
      region.leaves.push_back(LeafOf(o, n, fact, pointers));
      const Leaf& leaf = region.leaves.back();
      const bool is_name = leaf.names_object && leaf.count == 1;
      if (fact != nullptr && !is_name)
        plan.entries.push_back(EntryOf(o, n, leaf, *fact));
    }
  }
  DropIdlePointers();
  ForgetMixedLayouts();
  TellPointersApart();
  OrderEntries();
}

// Blocks that share a region and are of several layouts, none of which is saved (a table of strings, and the text of a
// long one, where a pointer was taken from one of them): the code before the loop makes them again, and which of the
// layouts is that of a block, the runtime does not know. So it does not look into them.
void Maker::ForgetMixedLayouts() {
  const auto is_saved = [](const Leaf& leaf) { return IsSaved(leaf.persistence) || !leaf.conditions.empty(); };
  const auto counts = [&](std::int32_t region) {
    const auto is_there = [&](const FormulaCode& code) {
      return code.op == FormulaCode::Op::Leaf && code.leaf.region == region;
    };
    const auto is_used = [&](const Leaf& leaf) {
      return std::ranges::any_of(leaf.formula, is_there) ||
             std::ranges::any_of(leaf.conditions,
                                 [&](const Condition& c) { return std::ranges::any_of(c.code, is_there); });
    };
    return std::ranges::any_of(plan.regions, [&](const Region& r) { return std::ranges::any_of(r.leaves, is_used); });
  };
  for (const infer::ObjectId id : mixed)
    if (const auto index = region_of.find(id); index != region_of.end()) {
      Region& region = plan.regions[static_cast<std::size_t>(index->second)];
      if (std::ranges::none_of(region.leaves, is_saved) && !counts(index->second))
        region.leaves.clear();
    }
}

// A pointer that no step needs is kept only where something saved hangs on it: else it may lead to what is freed.
void Maker::DropIdlePointers() {
  std::vector<bool> matters(plan.regions.size());
  const auto is_saved = [](const Leaf& l) { return IsSaved(l.persistence) || !l.conditions.empty(); };
  const auto is_needed = [&](const Leaf& l) {
    const bool leads = l.target >= 0 && (l.keep || l.persistence == Persistence::Invariant);
    return is_saved(l) || (leads && matters[static_cast<std::size_t>(l.target)]);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t r = 0; r < plan.regions.size(); ++r)
      if (!matters[r] && std::ranges::any_of(plan.regions[r].leaves, is_needed))
        matters[r] = changed = true;
    for (std::size_t r = 0; r < plan.regions.size(); ++r)
      if (const auto of = plan.regions[r].class_of; of >= 0 && matters[r] && !matters[static_cast<std::size_t>(of)])
        matters[static_cast<std::size_t>(of)] = changed = true;
  }
  for (Region& region : plan.regions)
    for (Leaf& leaf : region.leaves)
      leaf.keep = leaf.keep && (leaf.persistence != Persistence::Dead || is_needed(leaf));
}

}  // namespace detrain::plan
