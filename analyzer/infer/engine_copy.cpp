// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of bytes that are copied.
#include <algorithm>
#include <functional>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

struct Most {
  std::optional<std::int64_t> bytes;
  bool begins_anywhere = false;  // in the member; else the run begins where it is said to
};

// How many bytes a run has at most: as many as it is said to have, or as there are in the member that it is in.
Most MostBytes(ExprPool& pool, const Target& t, ExprId length) {
  if (const auto bytes = length == kNoExpr ? std::nullopt : pool.AsConstant(length))
    return {bytes};
  if (t.high == kNoExpr)
    return {};
  if (const auto bytes = pool.AsConstant(pool.Sub(t.high, t.offset)))
    return {bytes};
  return {t.low == kNoExpr ? std::nullopt : pool.AsConstant(pool.Sub(t.high, t.low)), true};
}

}  // namespace

// The pointers at unknown places of a run of bytes, by how far behind its beginning their leaf stands.
void Engine::AddCopied(const Target& t, ExprId length, const Contents& from, std::map<std::uint64_t, Value>& any) {
  const std::uint64_t start = LeafOfStart(t);
  const auto [bytes, begins_anywhere] = MostBytes(pool, t, length);
  const std::uint64_t element = SizeOf(objects[t.object].element);
  const bool is_part = bytes && static_cast<std::uint64_t>(*bytes) < element;
  for (const auto& [key, value] : from.any) {
    if (key == kAnywhere || start == kAnywhere || (!is_part && start != 0))
      AddAny(any, kAnywhere, value);
    else if (!is_part || (key >= start && key < start + static_cast<std::uint64_t>(*bytes)))
      AddAny(any, begins_anywhere ? kAnywhere : key - start, value);
  }
}

// The cells of a run of bytes: as the type of a copied record tells them, so that values nobody wrote yet keep their
// names on both sides; and those in unions, and where no type is known.
std::vector<Engine::Moved> Engine::MovedFrom(const Target& t, ExprId length, State& state) {
  std::vector<Moved> moved;
  const Contents c = state.Of(t.object);
  const auto bytes = pool.AsConstant(length);
  const std::int64_t end = bytes.value_or(0);
  const Object& o = objects[t.object];
  auto base = pool.AsConstant(t.offset);
  std::set<std::pair<std::uint64_t, rir::TypeId>> scalars;
  std::function<void(rir::TypeId, std::uint64_t)> walk = [&](rir::TypeId type, std::uint64_t offset) {
    const rir::Type& of = TypeAt(type);
    if (of.kind == rir::TypeKind::Record && !of.is_union) {
      for (const auto& f : of.fields)
        walk(f.type, offset + f.offset);
    } else if (of.kind == rir::TypeKind::Array) {
      if (of.count && *of.count <= 64 && of.element != rir::kNone)
        for (std::uint64_t i = 0; i < *of.count; ++i)
          walk(of.element, offset + i * SizeOf(of.element));
    } else if (of.kind == rir::TypeKind::Pointer || of.kind == rir::TypeKind::Int) {
      scalars.insert({offset, type});
    }
  };
  if (bytes && base && o.element != rir::kNone && TypeAt(o.element).kind == rir::TypeKind::Record) {
    walk(o.element, 0);
    for (auto [offset, type] : scalars) {
      const auto at_byte = static_cast<std::int64_t>(offset);
      if (at_byte < *base || at_byte + static_cast<std::int64_t>(SizeOf(type)) > *base + end)
        continue;
      Value v = LoadFrom({t.object, pool.Constant(at_byte), kNoExpr, kNoExpr}, type, state);
      moved.push_back({pool.Constant(at_byte - *base), SizeOf(type), std::move(v)});
    }
  }
  const auto is_moved = [&](ExprId offset) {
    return std::ranges::any_of(moved, [&](const Moved& m) { return m.offset == offset; });
  };
  for (const Cell& cell : c.cells) {  // in unions, and where no type is known
    const auto offset = pool.AsConstant(pool.Sub(cell.offset, t.offset));
    if (offset && *offset >= 0 && (!bytes || *offset + static_cast<std::int64_t>(cell.size) <= end) &&
        !is_moved(pool.Constant(*offset)))
      moved.push_back({pool.Constant(*offset), cell.size, cell.value});
  }
  return moved;
}

// Whether what is copied has addresses in its first record alone, and becomes the beginning of a like block.
bool Engine::LinksStayInFirst(const Target& to, const Value& from) {
  const rir::TypeId element = objects[to.object].element;
  return pool.IsZero(to.offset) && std::ranges::all_of(from.alternatives, [&](const Alternative& a) {
           const ObjectId id = a.target.object;
           return a.is_null || (objects[id].kind == ObjectKind::Heap && objects[id].element == element &&
                                pool.IsZero(a.target.offset) && !linked_behind.contains(id));
         });
}

void Engine::NoteCopiedLinks(const Target& to, const Value& from, ExprId length, const std::vector<Moved>& moved,
                             const std::map<std::uint64_t, Value>& any) {
  for (const Moved& m : moved)
    NoteLink({to.object, pool.Add(to.offset, m.offset), to.low, to.high},
             pool.Constant(static_cast<std::int64_t>(m.size)), m.value);
  if (LinksStayInFirst(to, from))
    return;
  for (const auto& [key, value] : any)
    if (key != kAnywhere)
      NoteLink(to, length, value);
}

void Engine::CopyBytes(const Value& target, const Value& source, ExprId length, State& state, const rir::Location& at) {
  const std::optional<Value> exposed_target = WithExposed(target), exposed_source = WithExposed(source);
  const Value &to = exposed_target ? *exposed_target : target, &from = exposed_source ? *exposed_source : source;
  std::vector<Moved> moved;
  std::vector<Contents::Range> ranges;
  Deps deps = from.deps;
  std::map<std::uint64_t, Value> any;
  // What is copied where is told only then.
  const bool is_exact = from.alternatives.size() == 1 && length != kNoExpr && pool.AsConstant(length);
  const bool is_computed =
      !from.alternatives.empty() && std::ranges::all_of(from.alternatives, [&](const Alternative& a) {
        return a.is_null || IsVector(a.target.object);
      });
  const WriteKind of_numbers = is_computed ? WriteKind::Float : WriteKind::CopiedFloat;
  const bool are_numbers =
      !from.alternatives.empty() && std::ranges::all_of(from.alternatives, [&](const Alternative& a) {
        return a.is_null || HoldsTrained(a.target.object);
      });
  for (const Alternative& a : from.alternatives) {
    if (a.is_null)
      continue;
    NoteRead(a.target, length, a.guards, state, at, Use::Value);
    const Target& t = a.target;
    Contents c = state.Of(t.object);
    Merge(deps, c.deps.At(LeafOfStored(t, length)));
    if (!is_exact)
      for (const Cell& cell : c.cells)
        if (cell.value.IsPointerLike())
          AddAny(c.any, LeafAt(t.object, cell.offset, kNoExpr), cell.value);
    deps.insert(SourceOf({SourceKind::Cell, t.object, LeafOfRun(t, length), "", {}}));
    AddCopied(t, length, c, any);
    if (from.alternatives.size() == 1 && pool.IsZero(t.offset))
      ranges = c.ranges;
    if (is_exact)
      moved = MovedFrom(t, length, state);
  }
  Merge(deps, state.control);
  std::size_t real = 0;
  for (const Alternative& a : to.alternatives)
    real += a.is_null ? 0 : 1;
  for (const Alternative& a : to.alternatives) {
    if (a.is_null)
      continue;
    const bool single = real == 1;
    NoteWrite(a.target, length, single ? std::vector<ExprId>{} : a.guards, single || !a.guards.empty(), state, at, deps,
              HoldsTrained(a.target.object) || (are_numbers && objects[a.target.object].element == rir::kNone)
                  ? of_numbers
                  : WriteKind::Other);
    Clobber(a.target, length, single, state, deps);
    Contents& c = state.Change(a.target.object);
    const std::uint64_t start = LeafOfStart(a.target);
    const std::uint64_t only = OnlyLeafOf(a.target);
    NoteCopiedLinks(a.target, from, length, moved, any);
    for (const auto& [key, value] : any)
      AddAny(c.any, key == kAnywhere || start == kAnywhere || only != kAnywhere ? only : start + key, value);
    if (!single || objects[a.target.object].IsSeveral()) {
      for (const Moved& m : moved)
        if (m.value.IsPointerLike())
          AddAny(c.any, LeafAt(a.target.object, pool.Add(a.target.offset, m.offset), kNoExpr), m.value);
      continue;
    }
    // Numbers that move within one array in each iteration would be new cells without end.
    const bool shifts = std::any_of(from.alternatives.begin(), from.alternatives.end(), [&](const Alternative& x) {
      return !x.is_null && x.target.object == a.target.object;
    });
    for (const Moved& m : moved)
      if (!shifts || m.value.kind == Value::Kind::Pointer || m.value.kind == Value::Kind::Function)
        c.cells.push_back({pool.Add(a.target.offset, m.offset), m.size, m.value});
    if (pool.IsZero(a.target.offset) && length != kNoExpr)
      for (const auto& r : ranges)
        if (r.where.offset == pool.Zero() && (r.where.length == length))
          c.ranges.push_back(r);
  }
}

}  // namespace detrain::infer
