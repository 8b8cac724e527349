// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/untyped.h"

#include <algorithm>
#include <map>

#include "analyzer/plan/choose.h"

namespace detrain::plan {

namespace {

bool IsAddress(const infer::Value& v) {
  return !v.functions.empty() ||
         std::ranges::any_of(v.alternatives, [](const infer::Alternative& a) { return !a.is_null; });
}

// The leaf at a place: the last one where the place is not known, or behind the record.
const NamedLeaf& LeafAtPlace(infer::Engine& engine, const NamedObject& o, infer::ExprId offset) {
  const auto at = engine.pool.AsConstant(offset);
  const bool is_behind = o.has_tail && (!at || *at >= static_cast<std::int64_t>(o.element_size));
  const NamedLeaf* const found =
      PointerOfKey(o, is_behind ? o.element_size : engine.LeafAt(o.object, offset, infer::kNoExpr));
  return found == nullptr ? o.leaves.back() : *found;
}

// The leaf that a key names; where an address is put somewhere, one that does not say that it may be there.
const NamedLeaf* LeafOfKey(const NamedObject& o, std::uint64_t key) {
  if (const NamedLeaf* found = PointerOfKey(o, key))
    return found;
  const bool says = std::ranges::any_of(o.leaves, [](const NamedLeaf& n) { return HoldsAddresses(n.leaf.dtype); });
  return key == infer::kAnywhere && !o.leaves.empty() && (o.has_tail || !says) ? &o.leaves.back() : nullptr;
}

std::string Seen(const infer::Engine& engine, rir::TypeId type, const rir::Location& at) {
  const Place place = PlaceOf(engine.Program(), at);
  return "struct " + engine.Program().types[type].name + " (" + place.file + ":" + std::to_string(place.line) + ")";
}

}  // namespace

bool HoldsAddresses(DType type) {
  return type == DType::Ptr || type == DType::File || type == DType::Fd;
}

const NamedLeaf* PointerOfKey(const NamedObject& o, std::uint64_t key) {
  const NamedLeaf* found = nullptr;
  for (const NamedLeaf& n : o.leaves)
    if (n.key == key && (found == nullptr || (!HoldsAddresses(found->leaf.dtype) && HoldsAddresses(n.leaf.dtype))))
      found = &n;
  return found;
}

bool HasLinkedTail(const infer::Engine& engine, const NamedObject& object) {
  return object.has_tail && engine.linked_behind.contains(object.object);
}

std::vector<NamedLeaf> LeavesOfAddresses(infer::Engine& engine, const NamedObject& object) {
  std::map<std::uint64_t, NamedLeaf> leaves;
  if (HasLinkedTail(engine, object))
    leaves.try_emplace(object.leaves.back().key, object.leaves.back());
  for (const auto& state : engine.boundary.states) {
    const infer::Contents& c = state.Of(object.object);
    for (const infer::Cell& cell : c.cells)
      if (IsAddress(cell.value)) {
        const NamedLeaf& leaf = LeafAtPlace(engine, object, cell.offset);
        leaves.try_emplace(leaf.key, leaf);
      }
    for (const auto& [key, value] : c.any)
      if (const NamedLeaf* leaf = LeafOfKey(object, key); leaf != nullptr && IsAddress(value))
        leaves.try_emplace(leaf->key, *leaf);
  }
  std::vector<NamedLeaf> out;
  for (auto& [key, leaf] : leaves)
    out.push_back(std::move(leaf));
  return out;
}

std::string WhyUntyped(const infer::Engine& engine, const NamedObject& object) {
  std::map<rir::TypeId, rir::Location> records;
  for (const auto& [view, at] : engine.ViewsOf(object.object))
    if (engine.Program().types[view.type].kind == rir::TypeKind::Record)
      records.try_emplace(view.type, at);
  if (engine.objects[object.object].kind == infer::ObjectKind::Variable)
    return "but is a union, of which nothing tells the member in use; give them a member of their own";
  if (records.size() < 2)
    return "but no type says where; allocate it with the type of what is in it, so that they can be restored";
  const auto& [first, at] = *records.begin();
  const auto& [second, where] = *std::next(records.begin());
  return "and is used as " + Seen(engine, first, at) + " and as " + Seen(engine, second, where) +
         "; allocate what is used as one type at a place of its own, so that they can be restored";
}

}  // namespace detrain::plan
