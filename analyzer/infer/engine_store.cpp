// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores, and contents that nobody follows.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

bool LeadsOnlyTo(const Value& pointer, ObjectId id) {
  return std::ranges::all_of(pointer.alternatives,
                             [&](const Alternative& a) { return a.is_null || a.target.object == id; });
}

constexpr std::size_t kMaxSymbolicCells = 8;

}  // namespace

bool Engine::Disjoint(ExprId a, ExprId a_size, ExprId b, ExprId b_size, const State& state) {
  const ExprId gap = pool.Sub(b, a);
  auto distance = pool.AsConstant(gap);
  auto ca = pool.AsConstant(a_size), cb = pool.AsConstant(b_size);
  if (distance && ca && cb)
    return *distance >= *ca || -*distance >= *cb;
  Prover prover(pool, state.facts);
  return prover.AtLeastZero(pool.Sub(gap, a_size)) || prover.AtLeastZero(pool.Sub(pool.Scale(gap, -1), b_size));
}

// What a cell of the object keeps of a value. Whether a float is zero is kept where the text sets it once, as it does
// factors: in each sum that a loop builds up, that the first summand is zero would have to be forgotten again.
Value Engine::ToKeep(Value value, const Object& o) const {
  if (value.IsToldFromZero() && (o.kind != ObjectKind::Variable || accumulators_.contains(o.region)))
    value.number = kNoExpr;
  return value;
}

// Whether the bytes of the value are all zero.
bool Engine::IsZeros(const Value& v) const {
  if (v.HasNumber() || v.IsToldFromZero())
    return pool.IsZero(v.number);
  return v.kind == Value::Kind::Pointer && v.IsOnlyNull() && v.functions.empty();
}

// A run of bytes gets zeros, or something else.
void Engine::NoteZeros(const Target& t, ExprId length, bool is_zero, bool certain, std::vector<ExprId> guards,
                       Contents& c) {
  const Object& o = objects[t.object];
  if (!is_zero)
    return c.Stain(next_version_++);
  if (!certain || o.IsSeveral() || length == kNoExpr)
    return;
  if (guards.empty() && pool.IsZero(t.offset) && length == o.extent) {
    c.is_zero = true;
  } else if (!c.is_zero && !(guards.empty() && pool.AsConstant(t.offset))) {
    std::ranges::sort(guards);
    AddPiece(pool, c.zeros, {t.offset, length, {}, std::move(guards)});
  }
}

// Whether a run of bytes surely lies in the first record of a block.
bool Engine::IsInFirst(const Target& t, ExprId length) {
  const auto start = pool.AsConstant(t.offset);
  const auto bytes = length == kNoExpr ? std::nullopt : pool.AsConstant(length);
  const auto size = static_cast<std::int64_t>(SizeOf(objects[t.object].element));
  return start && bytes && *start >= 0 && *start + *bytes <= size;
}

// An address, or the number of an open file, is put into a member of a record.
void Engine::NoteLink(const Target& t, ExprId length, const Value& value) {
  const bool leads = (value.IsPointerLike() && !(value.IsOnlyNull() && value.functions.empty())) || HandleOf(value);
  const Object& o = objects[t.object];
  if (leads && o.kind == ObjectKind::Heap && o.element != rir::kNone && !IsRun(o.element) && !IsInFirst(t, length) &&
      LeafAt(t.object, t.offset, t.low, t.high) != kAnywhere)
    linked_behind.insert(t.object);
}

void Engine::StoreTo(const Target& t, const Value& value, std::uint64_t size, bool strong,
                     const std::vector<ExprId>& guards, State& state) {
  const ExprId length = pool.Constant(static_cast<std::int64_t>(size));
  const Object& o = objects[t.object];
  const bool constant = pool.AsConstant(t.offset).has_value();
  Contents& c = state.Change(t.object);
  c.deps.Add(LeafOfStored(t, length), value.deps);
  NoteLink(t, length, value);
  if (c.version == 0 && c.cells.empty() && c.clobbers.empty() && o.zeroed)
    c.zeroed = true;
  NoteZeros(t, length, IsZeros(value), strong || !guards.empty(), strong ? std::vector<ExprId>{} : guards, c);
  const ExprId window_low = t.low != kNoExpr ? t.low : pool.Zero();
  const ExprId window_high = t.high != kNoExpr ? t.high : o.extent;
  // What is outside the window stays, as the clobber below leaves it.
  const auto is_outside = [&](const Cell& cell) {
    return !constant && window_high != kNoExpr &&
           Disjoint(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size)), window_low,
                    pool.Sub(window_high, window_low), state);
  };
  std::optional<Value> old;
  std::vector<Cell> kept;
  for (Cell& cell : c.cells) {
    if (cell.offset == t.offset && cell.size == size) {
      old = std::move(cell.value);
      continue;
    }
    if (Disjoint(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size)), t.offset, length, state) ||
        is_outside(cell))
      kept.push_back(std::move(cell));
    else if (cell.value.IsPointerLike())  // may still be there
      AddAny(c.any, LeafAt(t.object, cell.offset, kNoExpr), cell.value);
  }
  c.cells = std::move(kept);
  std::erase_if(c.ranges, [&](const Contents::Range& r) {
    return !Disjoint(r.where.offset, r.where.length, t.offset, length, state) || !r.where.dimensions.empty();
  });
  const bool is_pointer = value.kind == Value::Kind::Pointer || value.kind == Value::Kind::Function;
  if (!strong && !constant && is_pointer) {
    auto key = LeafAt(t.object, t.offset, t.low, t.high);
    auto [it, fresh] = c.any.try_emplace(key, value);
    if (!fresh)
      it->second = JoinValues(it->second, value, kNoExpr);
  }
  if (strong) {
    if (is_pointer && !constant) {
      auto key = LeafAt(t.object, t.offset, t.low, t.high);
      auto [it, fresh] = c.any.try_emplace(key, value);
      if (!fresh)
        it->second = JoinValues(it->second, value, kNoExpr);
    }
    auto symbolic =
        std::count_if(c.cells.begin(), c.cells.end(), [&](const Cell& x) { return !pool.AsConstant(x.offset); });
    if (constant || (value.kind != Value::Kind::Other && symbolic < static_cast<std::ptrdiff_t>(kMaxSymbolicCells)))
      c.cells.push_back({t.offset, size, ToKeep(value, o)});
  } else if (constant && old) {
    Value joined = JoinValues(*old, value, guards.size() == 1 ? pool.Not(guards[0]) : kNoExpr);
    c.cells.push_back({t.offset, size, ToKeep(std::move(joined), o)});
  } else if (constant && is_pointer) {
    auto key = LeafAt(t.object, t.offset, t.low, t.high);
    auto [it, fresh] = c.any.try_emplace(key, value);
    if (!fresh)
      it->second = JoinValues(it->second, value, kNoExpr);
  }
  if (!constant || !strong) {
    if (c.zeroed)
      AddNulls(c.any);
    ExprId low = window_low, high = window_high;
    if (constant) {
      low = t.offset;
      high = pool.Add(t.offset, length);
    }
    std::erase_if(c.clobbers, [&](const Contents::Clobber& x) { return x.low == low && x.high == high; });
    if (high == kNoExpr || (low == pool.Zero() && high == o.extent)) {
      c.version = next_version_++;
      c.zeroed = false;
      c.clobbers.clear();
    } else {
      c.clobbers.push_back({low, high, next_version_++});
      if (c.clobbers.size() > 32) {
        c.version = next_version_++;
        c.zeroed = false;
        c.clobbers.clear();
      }
    }
  }
}

// Where zeros are no longer told from what overwrites some of them: any of the pointers may be null still.
void Engine::AddNulls(std::map<std::uint64_t, Value>& any) {
  for (const auto& [leaf, value] : any)
    AddAny(any, leaf, NullPointer());
}

// An open file that the program has tested is not null, which joins of states would forget.
void Engine::DropTestedNull(Value& file, const State& state) {
  const auto is_file = [&](const Alternative& a) {
    return !a.is_null && objects[a.target.object].kind == ObjectKind::Handle;
  };
  if (file.alternatives.size() < 2 || !std::ranges::any_of(file.alternatives, is_file))
    return;
  Prover prover(pool, state.facts);
  std::erase_if(file.alternatives, [&](const Alternative& a) {
    return a.is_null && std::ranges::any_of(a.guards, [&](ExprId guard) { return prover.Holds(pool.Not(guard)); });
  });
}

void Engine::Store(const Value& pointer, const Value& value, rir::TypeId type, State& state, const rir::Location& at,
                   const Value* loaded_from) {
  const std::optional<Value> exposed = WithExposed(pointer);
  const Value& address = exposed ? *exposed : pointer;
  const std::uint64_t size = SizeOf(type);
  const ExprId length = pool.Constant(static_cast<std::int64_t>(size));
  NoteView(address, type, at);
  std::vector<const Alternative*> real = Accessed(address, size, state);
  std::erase_if(real, [&](const Alternative* a) { return objects[a->target.object].kind == ObjectKind::Text; });
  Value v = value;
  DropTestedNull(v, state);
  Merge(v.deps, state.control);
  Merge(v.deps, address.deps);
  for (const Alternative* a : real) {
    const Object& o = objects[a->target.object];
    const bool single = real.size() == 1;
    const bool is_moved = loaded_from != nullptr && LeadsOnlyTo(*loaded_from, a->target.object);
    const WriteKind kind = KindOf(a->target.object, type);
    NoteWrite(a->target, length, single ? std::vector<ExprId>{} : a->guards, single || !a->guards.empty(), state, at,
              v.deps, is_moved && kind == WriteKind::Float ? WriteKind::MovedFloat : kind);
    StoreTo(a->target, v, size, single && !o.IsSeveral(), a->guards, state);
    if (o.kind == ObjectKind::Variable || o.kind == ObjectKind::Heap)
      for (const Alternative& x : v.alternatives)
        if (!x.is_null && pool.IsZero(x.target.offset))
          received.try_emplace(x.target.object, a->target.object, a->target.offset);
  }
  if (address.alternatives.empty())
    Worst({}, state, at);
}

// A run of bytes gets content that nobody follows: fread, memset with a symbolic size. Where it may be another one that
// does (`certain` is false, or the object stands for several), or nobody knows how long it is (kNoExpr), the pointers
// that stood there may still be there.
void Engine::Clobber(const Target& t, ExprId length, bool certain, State& state, const Deps& deps) {
  const Object& o = objects[t.object];
  Contents& c = state.Change(t.object);
  c.deps.Add(LeafOfStored(t, length), deps);
  if (c.version == 0 && c.cells.empty() && c.clobbers.empty() && o.zeroed)
    c.zeroed = true;
  c.Stain(next_version_++);
  ExprId low = t.offset,
         high = length == kNoExpr ? (t.high != kNoExpr ? t.high : o.extent) : pool.Add(t.offset, length);
  if (length == kNoExpr && t.low != kNoExpr)
    low = t.low;
  auto touched = [&](ExprId offset, ExprId bytes) {
    return high == kNoExpr || !Disjoint(offset, bytes, low, pool.Sub(high, low), state);
  };
  const bool replaces = certain && length != kNoExpr && !o.IsSeveral();
  Prover prover(pool, state.facts);
  const auto is_inside = [&](ExprId offset, ExprId end) {
    return high == kNoExpr || (prover.AtLeastZero(pool.Sub(offset, low)) && prover.AtLeastZero(pool.Sub(high, end)));
  };
  std::erase_if(c.cells, [&](const Cell& cell) {
    if (!touched(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size))))
      return false;
    const ExprId end = pool.Add(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size)));
    if (cell.value.IsPointerLike() && !(replaces && is_inside(cell.offset, end)))
      AddAny(c.any, LeafAt(t.object, cell.offset, kNoExpr), cell.value);
    return true;
  });
  std::erase_if(c.ranges, [&](const Contents::Range& r) {
    return !r.where.dimensions.empty() || touched(r.where.offset, r.where.length);
  });
  if (c.zeroed)
    AddNulls(c.any);
  const bool is_whole = high == kNoExpr || (pool.IsZero(low) && high == o.extent);
  if (is_whole || c.clobbers.size() > 32) {
    c.version = next_version_++;
    c.zeroed = false;
    c.clobbers.clear();
    if (is_whole && replaces && pool.IsZero(low))
      c.any.clear();
  } else {
    c.clobbers.push_back({low, high, next_version_++});
  }
}

}  // namespace detrain::infer
