// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocks share a region, and where pointers lead.
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "analyzer/plan/maker.h"

namespace detrain::plan {

namespace {

using infer::ObjectId;

// What is known of a leaf that stands for two: each of them is saved if one has to be.
LeafFact Merged(const LeafFact& a, const LeafFact& b) {
  LeafFact out = IsSaved(b.persistence) || (!a.read && b.read) ? b : a;
  out.written = a.written || b.written;
  out.read = a.read || b.read;
  out.unless.insert(a.unless.begin(), a.unless.end());
  out.unless.insert(b.unless.begin(), b.unless.end());
  if (out.read)
    out.unless.clear();
  if (out.read && out.written && !IsSaved(out.persistence))
    out.persistence = Persistence::Carried;
  return out;
}

}  // namespace

// Sets of heap blocks, each named by its lowest.
class Maker::Groups {
 public:
  // `found`: blocks that are found before any pointer is followed that names none.
  Groups(const infer::ExprPool& pool, const std::set<ObjectId>& found) : pool_(pool), found_(found) {}
  void Add(ObjectId id) { head_[id] = id; }
  [[nodiscard]] ObjectId Find(ObjectId id) const {
    while (head_.at(id) != id)
      id = head_.at(id);
    return id;
  }
  // Puts all that `v` may point to into one group with `first`, the first block that its leaf was seen to point to. A
  // pointer into the middle of a block of its holder's own group (a short string's into the string) leads nowhere new,
  // nor does one to a block that is found without it (a tree's into the object that holds the tree), if it `names`
  // none.
  void JoinTargets(ObjectId holder, const infer::Value& v, bool starts_only, bool names,
                   const std::function<bool(ObjectId)>& may_lead_to, std::optional<ObjectId>& first) {
    for (const auto& a : infer::PlacesOf(v)) {
      const ObjectId id = a.target.object;
      if (!may_lead_to(id))
        continue;
      const bool is_start = pool_.IsZero(a.target.offset);
      const bool is_own = head_.contains(holder) && head_.contains(id) && Find(holder) == Find(id);
      const bool is_found = found_.contains(id) && !(is_start && names);
      if (head_.contains(id) && !is_found && (is_start || (!starts_only && !is_own)))
        Join(first.emplace(first.value_or(id)), id);
    }
  }
  // Whether groups were joined since this was asked last.
  bool Changed() { return std::exchange(changed_, false); }

 private:
  void Join(ObjectId a, ObjectId b) {
    const ObjectId x = Find(a), y = Find(b);
    head_[std::max(x, y)] = std::min(x, y);
    changed_ = changed_ || x != y;
  }

  const infer::ExprPool& pool_;
  std::map<ObjectId, ObjectId> head_;
  const std::set<ObjectId>& found_;
  bool changed_ = false;
};

namespace {

// Whether a region with the leaves of one block describes the other as well.
bool HaveOneLayout(const infer::Engine& engine, const NamedObject& a, const NamedObject& b) {
  const auto is_plain = [](const NamedObject& o) {
    return o.leaves.size() == 1 && o.leaves[0].leaf.dtype != DType::Ptr;
  };
  if (engine.objects[a.object].header != engine.objects[b.object].header)
    return false;
  return (is_plain(a) && is_plain(b)) ||
         (engine.objects[a.object].element == engine.objects[b.object].element && a.has_tail == b.has_tail);
}

std::string WhyMixed(const NamedObject& a, const NamedObject& b) {
  const std::string blocks = a.path == b.path ? "blocks behind " + a.path : a.path + " and " + b.path;
  return blocks + " are of different types, but one pointer may lead to either: give each type a pointer of its own";
}

}  // namespace

// Whether a pointer into the middle of a block can be come by without one to its beginning.
bool Maker::IsReachedInside(ObjectId block, const infer::State& state) const {
  std::set<ObjectId> reached;
  std::vector<ObjectId> open;
  for (const auto& [id, contents] : state.memory)
    if (engine.objects[id].kind != infer::ObjectKind::Heap && reached.insert(id).second)
      open.push_back(id);
  bool is_inside = false;
  const auto follow = [&](const infer::Value& v) {
    for (const auto& a : infer::PlacesOf(v)) {
      if (a.target.object == block)
        is_inside = is_inside || !engine.pool.IsZero(a.target.offset);
      else if (reached.insert(a.target.object).second)
        open.push_back(a.target.object);
    }
  };
  while (!open.empty() && !is_inside) {
    const infer::Contents& contents = state.Of(open.back());
    open.pop_back();
    for (const infer::Cell& cell : contents.cells)
      follow(cell.value);
    for (const auto& [leaf, value] : contents.any)
      follow(value);
  }
  return is_inside;
}

// Whether one pointer, in a variable that is there at the boundary or in a block of which this holds, surely leads to
// the beginning of the block: the runtime follows those that name blocks first. It may be null where nothing leads into
// the block then.
bool Maker::IsSurelyFound(const NamedObject& o) const {
  if (!o.is_heap)
    return o.is_in_sight;
  const auto leads = [&](const infer::State& state, const infer::Cell& cell) {
    const auto& v = cell.value;
    const auto is_block = [&](const infer::Alternative& a) {
      return !a.is_null && a.target.object == o.object && engine.pool.IsZero(a.target.offset);
    };
    const auto is_null_or_block = [&](const infer::Alternative& a) { return a.is_null || is_block(a); };
    const bool is_naming = engine.LeafAt(o.holder, cell.offset, infer::kNoExpr) == o.holder_leaf;
    if (!is_naming || v.alternatives.empty() || v.IsOnlyNull() ||
        !std::ranges::all_of(v.alternatives, is_null_or_block))
      return false;
    return v.alternatives.size() == 1 || !IsReachedInside(o.object, state);
  };
  const auto& states = engine.boundary.states;
  const bool is_sure = !engine.objects[o.object].IsSeveral() && std::ranges::all_of(states, [&](const auto& state) {
    return std::ranges::any_of(state.Of(o.holder).cells, [&](const infer::Cell& cell) { return leads(state, cell); });
  });
  const auto holder = std::ranges::find(objects, o.holder, &NamedObject::object);
  return is_sure && holder != objects.end() && IsSurelyFound(*holder);
}

// Joins what the pointers of each leaf lead to, once; `starts_only`: to the beginning of a block.
void Maker::JoinTargets(Groups& groups, bool starts_only) const {
  const auto group_of = [&](ObjectId id) { return shares.contains(id) ? groups.Find(id) : id; };
  std::set<LeafKey> naming;
  for (const auto& o : objects)
    if (o.is_heap)
      naming.insert({group_of(o.holder), o.holder_leaf});
  // The last part tells a variant's alternatives apart.
  std::map<std::tuple<ObjectId, rir::TypeId, std::uint64_t, std::size_t>, std::optional<ObjectId>> by_leaf;
  for (const auto& o : objects) {
    const ObjectId group = group_of(o.object);
    const rir::TypeId type = engine.objects[o.object].element;
    const auto join_leaf = [&](std::uint64_t key, const infer::Value& v, const NamedLeaf* leaf, std::size_t number) {
      const auto may_lead_to = [&](ObjectId id) { return leaf == nullptr || MayLeadTo(engine, o.leaves, *leaf, id); };
      groups.JoinTargets(o.object, v, starts_only, naming.contains({group, key}), may_lead_to,
                         by_leaf[{group, type, key, number}]);
    };
    const auto join = [&](std::uint64_t key, const infer::Value& v) {
      const auto is_alternative = [&](const NamedLeaf& n) { return n.key == key && n.is_alternative; };
      if (std::ranges::none_of(o.leaves, is_alternative))
        return join_leaf(key, v, nullptr, 0);
      for (std::size_t i = 0; i < o.leaves.size(); ++i)
        if (is_alternative(o.leaves[i]))
          join_leaf(key, v, &o.leaves[i], i);
    };
    for (const auto& state : engine.boundary.states) {
      const auto& c = state.Of(o.object);
      for (const auto& cell : c.cells)
        join(engine.LeafAt(o.object, cell.offset, infer::kNoExpr), cell.value);
      for (const auto& [key, value] : c.any)
        join(key, value);
    }
  }
}

void Maker::Unify() {
  Groups groups(engine.pool, surely_found);
  for (const auto& o : objects) {
    if (o.is_heap) {
      groups.Add(o.object);
      shares[o.object] = o.object;
    }
    if (IsSurelyFound(o))
      surely_found.insert(o.object);
  }
  // A member of a region leads to one region, whichever block the member is in.
  for (const bool starts_only : {true, false})
    do
      JoinTargets(groups, starts_only);
    while (groups.Changed());
  for (const auto& o : objects)
    if (o.is_heap)
      shares[o.object] = groups.Find(o.object);
  SplitByClass();
  for (const auto& o : objects)
    sharing[Representative(o.object)].push_back(o.object);
  ShareFacts();
  FindMixedRegions();
}

// A region has one layout.
void Maker::FindMixedRegions() {
  for (const auto& o : objects) {
    const auto first = std::ranges::find(objects, Representative(o.object), &NamedObject::object);
    if (HaveOneLayout(engine, *first, o))
      continue;
    mixed.insert(first->object);
    const auto saved = std::ranges::find_if(facts.leaves, [&](const auto& entry) {
      return Representative(entry.first.first) == first->object && IsSaved(entry.second.persistence) &&
             entry.second.first_read != nullptr;
    });
    if (saved != facts.leaves.end())
      facts.untyped.push_back(
          {first->object, std::nullopt, {At(saved->second.first_read->shown), WhyMixed(*first, o)}});
  }
}

// One that is saved saves all that share its region.
void Maker::ShareFacts() {
  std::map<ObjectId, const NamedObject*> heap;
  for (const auto& o : objects)
    heap[o.object] = &o;
  for (const auto& [id, to] : shares) {
    if (id == to)
      continue;
    for (const auto& n : heap[id]->leaves) {
      const auto mine = facts.leaves.find({id, n.key});
      if (mine == facts.leaves.end())
        continue;
      LeafFact& shared = facts.leaves[{to, n.key}];
      shared = Merged(shared, mine->second);
    }
  }
}

// The region that one of the places is in, of classes the one that stands for all; -1: none of them is saved or known.
// What leads into the middle of a block of its holder's own region (a short string's text), or to one that may be found
// without it, counts only `with_own`.
std::int32_t Maker::RegionOf(const NamedObject& holder, const NamedLeaf& leaf, const infer::Value& v,
                             bool with_own) const {
  for (const auto& a : infer::PlacesOf(v)) {
    const ObjectId block = Representative(a.target.object);
    const bool is_inside = block == Representative(holder.object) && !engine.pool.IsZero(a.target.offset);
    const bool is_own = is_inside || surely_found.contains(a.target.object);
    const auto region = region_of.find(block);
    if (!shares.contains(a.target.object) || region == region_of.end() || (is_own && !with_own) ||
        !MayLeadTo(engine, holder.leaves, leaf, a.target.object))
      continue;
    const std::int32_t all = plan.regions[static_cast<std::size_t>(region->second)].class_of;
    return all >= 0 ? all : region->second;
  }
  return -1;
}

// Looked for in each block of the holder's region: in the first of a chain's links, nothing may follow.
std::int32_t Maker::TargetOf(const NamedObject& holder, const NamedLeaf& leaf) {
  for (const bool with_own : {false, true})
    for (const ObjectId id : sharing.at(Representative(holder.object)))
      for (const auto& state : engine.boundary.states) {
        const auto& c = state.Of(id);
        for (const auto& cell : c.cells)
          if (engine.LeafAt(id, cell.offset, infer::kNoExpr) == leaf.key)
            if (const auto region = RegionOf(holder, leaf, cell.value, with_own); region >= 0)
              return region;
        if (const auto any = c.any.find(leaf.key); any != c.any.end())
          if (const auto region = RegionOf(holder, leaf, any->second, with_own); region >= 0)
            return region;
      }
  return -1;
}

}  // namespace detrain::plan
