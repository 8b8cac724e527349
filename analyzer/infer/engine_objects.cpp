// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects of memory: variables of activations, blocks, memory of the outside; and the sources of values.
#include <algorithm>
#include <ranges>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

ObjectId Engine::NewObject(Object o) {
  objects.push_back(std::move(o));
  return static_cast<ObjectId>(objects.size() - 1);
}

std::uint32_t Engine::SourceOf(Source s) {
  if (s.kind == SourceKind::Cell) {
    const std::uint64_t hash = Combine(Combine(0, s.object), s.leaf);
    auto id = cell_sources_.Find(hash, [&](std::uint32_t other) { return sources[other] == s; });
    if (id != IdTable::kNone)
      return id;
    id = static_cast<std::uint32_t>(sources.size());
    cell_sources_.Add(hash, id);
    sources.push_back(std::move(s));
    return id;
  }
  auto [it, fresh] = source_ids_.try_emplace(s, static_cast<std::uint32_t>(sources.size()));
  if (fresh)
    sources.push_back(std::move(s));
  return it->second;
}

Value Engine::Pointer(ObjectId object) {
  Value v;
  v.kind = Value::Kind::Pointer;
  v.alternatives.push_back({{}, false, {object, pool.Zero(), kNoExpr, kNoExpr}});
  return v;
}

ObjectId Engine::VariableOf(rir::RegionId region) {
  const bool automatic = IsAutomatic(region);
  Frame* const frame = automatic && !stack_.empty() ? &stack_.back() : nullptr;
  auto& known = frame != nullptr ? frame->variables : globals_;
  if (const ObjectId* id = known.Find(region))
    return *id;
  const std::uint64_t key = PairKey(region, frame != nullptr ? frame->path_id : 0);
  const ObjectId* earlier = variables_.Find(key);
  const ObjectId id = earlier != nullptr ? *earlier : NewVariable(region, frame);
  if (earlier == nullptr) {
    variables_.Set(key, id);
    if (frame != nullptr)
      path_variables_[frame->path_id].push_back(id);
  }
  known.Set(region, id);
  return id;
}

// `frame`: null for what each activation shares.
ObjectId Engine::NewVariable(rir::RegionId region, const Frame* frame) {
  const rir::Region& r = module_.regions[region];
  Object o;
  o.kind = r.kind == rir::RegionKind::Hidden ? ObjectKind::Hidden : ObjectKind::Variable;
  o.region = region;
  if (frame != nullptr)
    o.path = frame->path;
  o.element = r.type;
  // What a library hides has no size that we know; it is read and written as one.
  o.extent = o.kind == ObjectKind::Hidden ? pool.One() : pool.Constant(static_cast<std::int64_t>(SizeOf(r.type)));
  o.zeroed = !IsAutomatic(region) && !r.has_initializer && r.is_defined;
  o.site = o.shown = r.declared;
  o.name = r.name;
  return NewObject(std::move(o));
}

// Memory that the program did not allocate: what argv, environment and library structures point to. Told apart by the
// cell that held the address.
ObjectId Engine::ExternalOf(ExprId key, rir::TypeId element, const std::string& name) {
  auto [it, fresh] = externals_.try_emplace(key, 0);
  if (!fresh)
    return it->second;
  Object o;
  o.kind = ObjectKind::External;
  o.element = element;
  o.many = true;
  o.name = name;
  return it->second = NewObject(std::move(o));
}

bool Engine::IsReferred(ObjectId id, const State& state) {
  const auto is_excluded = [&](ExprId guard) { return state.facts.Knows(pool.Not(guard)); };
  const auto refers = [&](const Value& v) {
    return std::any_of(v.alternatives.begin(), v.alternatives.end(), [&](const Alternative& a) {
      return !a.is_null && a.target.object == id && std::none_of(a.guards.begin(), a.guards.end(), is_excluded);
    });
  };
  return std::any_of(state.memory.begin(), state.memory.end(), [&](const auto& entry) {
    const Contents& c = *entry.second;
    return entry.first != id &&
           (std::any_of(c.cells.begin(), c.cells.end(), [&](const Cell& x) { return refers(x.value); }) ||
            std::any_of(c.any.begin(), c.any.end(), [&](const auto& x) { return refers(x.second); }));
  });
}

void Engine::DropFreed(State& state) {
  std::set<ObjectId> freed;
  for (const auto& [id, cells] : released)
    if (state.memory.contains(id))
      freed.insert(id);
  std::vector<ObjectId> unfollowed;
  const auto hold = [&](const Value& v) {
    for (const Alternative& a : PlacesOf(v))
      if (freed.erase(a.target.object) > 0)
        unfollowed.push_back(a.target.object);
  };
  const auto follow = [&](const Contents& c) {
    std::ranges::for_each(c.cells, hold, &Cell::value);
    std::ranges::for_each(c.any | std::views::values, hold);
  };
  if (freed.empty())
    return;
  for (const Frame& frame : stack_)
    std::ranges::for_each(frame.values, hold);
  const std::set<ObjectId> all = freed;
  for (const auto& [id, contents] : state.memory) {
    if (freed.empty())  // what may be freed is mostly held by something
      return;
    if (!all.contains(id))
      follow(*contents);
  }
  while (!unfollowed.empty()) {
    const ObjectId held = unfollowed.back();
    unfollowed.pop_back();
    follow(state.Of(held));
  }
  for (const ObjectId id : freed)
    state.memory.erase(id);
}

}  // namespace detrain::infer
