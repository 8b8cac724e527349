// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's memory: loads, stores, unknown contents, and the notes of what is read and written.
#include <algorithm>

#include "analyzer/infer/engine_threads.h"
#include "analyzer/infer/pieces.h"
#include "analyzer/rir/types.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxSymbolicCells = 8;

// How many bytes a run has at most: as many as it is said to have, or as there are in the member that it is in.
std::optional<std::int64_t> MostBytes(ExprPool& pool, const Target& t, ExprId length) {
  if (length != kNoExpr)
    if (const auto bytes = pool.AsConstant(length))
      return bytes;
  return t.high == kNoExpr ? std::nullopt : pool.AsConstant(pool.Sub(t.high, t.offset));
}

}  // namespace

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
  o.site = r.declared;
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

// The blocks of one site and call path are one object; iterations that run as they are have their own.
ObjectId Engine::AllocatedAt(const rir::Op& op, ObjectKind kind, const std::string& callee, rir::TypeId element) {
  auto [it, fresh] = allocated_[SiteOf(op)].try_emplace(stack_.back().path, 0);
  if (!fresh)
    return it->second;
  Object o;
  o.kind = kind;
  o.element = element;
  o.path = stack_.back().path;
  o.site = op.location;
  o.name = callee;
  o.is_untyped = kind == ObjectKind::Heap && element == rir::kNone;
  if (!o.is_untyped)
    return it->second = NewObject(std::move(o));
  Untyped untyped{BlockSiteOf(op), {}};
  o.element = TypeAtSite(options_.block_types, untyped.site).value_or(rir::kNone);
  it->second = NewObject(std::move(o));
  untyped_.emplace(it->second, std::move(untyped));
  return it->second;
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

bool Engine::Disjoint(ExprId a, ExprId a_size, ExprId b, ExprId b_size, const State& state) {
  const ExprId gap = pool.Sub(b, a);
  auto distance = pool.AsConstant(gap);
  auto ca = pool.AsConstant(a_size), cb = pool.AsConstant(b_size);
  if (distance && ca && cb)
    return *distance >= *ca || -*distance >= *cb;
  Prover prover(pool, state.facts);
  return prover.AtLeastZero(pool.Sub(gap, a_size)) || prover.AtLeastZero(pool.Sub(pool.Scale(gap, -1), b_size));
}

// A scalar, or an array of scalars.
bool Engine::IsRun(rir::TypeId type) const {
  return TypeAt(Innermost(type)).kind != rir::TypeKind::Record;
}

// What an array is made of, arrays of arrays taken apart; any other type itself.
rir::TypeId Engine::Innermost(rir::TypeId type) const {
  while (type != rir::kNone && TypeAt(type).kind == rir::TypeKind::Array && TypeAt(type).element != rir::kNone)
    type = TypeAt(type).element;
  return type;
}

// The leaf of a block or array of records that C's rules keep an access in: the member of whichever record.
std::uint64_t Engine::LeafOfWindow(const Object& o, ExprId low, ExprId high) {
  const bool is_array = o.kind == ObjectKind::Variable && TypeAt(o.element).kind == rir::TypeKind::Array;
  const rir::TypeId record = is_array ? Innermost(o.element) : o.element;
  const auto size = static_cast<std::int64_t>(SizeOf(record));
  const bool has_window = (o.kind == ObjectKind::Heap || is_array) && size != 0 && low != kNoExpr && high != kNoExpr;
  const auto width = has_window ? pool.AsConstant(pool.Sub(high, low)) : std::nullopt;
  if (!width)
    return kAnywhere;
  std::int64_t at = 0;
  for (const Term& t : pool.Terms(low)) {
    if (t.monomial != 0 && t.coefficient % size != 0)
      return kAnywhere;
    at = t.monomial == 0 ? t.coefficient : at;
  }
  return at < 0 && !is_array ? kAnywhere : LeafIn(record, static_cast<std::uint64_t>((at % size + size) % size), width);
}

// Walks a type to the scalar, or the array of scalars, at a byte offset.
// A cast may see a whole record as one array; its access is then anywhere.
std::uint64_t Engine::LeafAt(ObjectId object, ExprId offset, ExprId low, ExprId high) {
  const Object& o = objects[object];
  if (o.element == rir::kNone)
    return 0;
  const auto element_size = SizeOf(o.element);
  std::int64_t at = 0;
  for (const Term& t : pool.Terms(offset)) {
    if (t.monomial == 0)
      at = t.coefficient;
    else if (o.kind == ObjectKind::Variable && element_size != 0 && low != kNoExpr && pool.AsConstant(low))
      continue;
    else if (o.kind == ObjectKind::Heap && element_size != 0 &&
             t.coefficient % static_cast<std::int64_t>(element_size) == 0)
      continue;
    else if (TypeAt(o.element).kind != rir::TypeKind::Record && TypeAt(o.element).kind != rir::TypeKind::Array)
      return 0;
    else
      return LeafOfWindow(o, low, high);
  }
  if (o.kind == ObjectKind::Variable && low != kNoExpr && pool.Terms(offset).size() > (at != 0 ? 1U : 0U)) {
    if (auto c = pool.AsConstant(low)) {
      // Inside an array: keep the member within one element of it.
      at = std::max(at, *c);
    }
  }
  if (element_size == 0)
    return 0;
  std::uint64_t rest = o.kind == ObjectKind::Heap
                           ? static_cast<std::uint64_t>(((at % static_cast<std::int64_t>(element_size)) +
                                                         static_cast<std::int64_t>(element_size))) %
                                 element_size
                           : static_cast<std::uint64_t>(std::max<std::int64_t>(at, 0));
  const bool is_window = low != kNoExpr && high != kNoExpr && !pool.AsConstant(offset);
  return LeafIn(o.element, rest, is_window ? pool.AsConstant(pool.Sub(high, low)) : std::nullopt);
}

// The leaf at byte `rest` of a type; anywhere where it is smaller than the `width` that an access may go over.
std::uint64_t Engine::LeafIn(rir::TypeId type, std::uint64_t rest, std::optional<std::int64_t> width) const {
  std::uint64_t leaf = 0;
  for (;;) {
    const rir::Type& t = TypeAt(type);
    if (width && IsRun(type) && static_cast<std::uint64_t>(*width) > t.size)
      return kAnywhere;
    if (t.kind == rir::TypeKind::Array && t.element != rir::kNone && SizeOf(t.element) != 0) {
      const auto& e = TypeAt(t.element);
      if (e.kind != rir::TypeKind::Record && e.kind != rir::TypeKind::Array)
        return leaf;
      rest %= e.size;
      type = t.element;
    } else if (t.kind == rir::TypeKind::Record && !t.is_union) {
      const rir::Field* found = nullptr;
      for (const auto& f : t.fields)
        if (f.offset <= rest && rest < f.offset + std::max<std::uint64_t>(SizeOf(f.type), 1))
          found = &f;
      if (found == nullptr)
        return leaf + rest;
      leaf += found->offset;
      rest -= found->offset;
      type = found->type;
    } else {
      return leaf;
    }
  }
}

// The same of a run of bytes; kNoExpr: of unknown length, but within the window.
std::uint64_t Engine::LeafOfRun(const Target& t, ExprId length) {
  const std::uint64_t first = LeafAt(t.object, t.offset, t.low, t.high);
  const Object& o = objects[t.object];
  if (o.element == rir::kNone || IsRun(o.element))
    return first;
  const ExprId known = length == kNoExpr && t.high != kNoExpr ? pool.Sub(t.high, t.offset) : length;
  const auto bytes = known == kNoExpr ? std::nullopt : pool.AsConstant(known);
  if (!bytes || *bytes <= 0 || static_cast<std::uint64_t>(*bytes) > SizeOf(o.element))
    return kAnywhere;
  const ExprId last = pool.Add(t.offset, pool.Constant(*bytes - 1));
  return LeafAt(t.object, last, t.low, t.high) == first ? first : kAnywhere;
}

bool Engine::HoldsFloats(ObjectId id) const {
  const rir::TypeId type = rir::OfVector(module_.types, Innermost(objects[id].element));
  return type != rir::kNone && TypeAt(type).kind == rir::TypeKind::Float;
}

// Whether it is a variable that holds one vector: what such a one holds was computed a moment ago.
bool Engine::IsVector(ObjectId id) const {
  const Object& o = objects[id];
  return o.kind == ObjectKind::Variable && rir::OfVector(module_.types, o.element) != o.element;
}

// What can matter to a boundary: variables of functions that are called and return within a step cannot. While the step
// loop is still looked for, only floating-point buffers do.
bool Engine::IsNoted(ObjectId id) const {
  const Object& o = objects[id];
  if (!noting_ || o.kind == ObjectKind::Text)
    return false;
  if (threads_->IsBeside())
    return threads_->IsOwn(id);
  if (options_.step_loop == nullptr) {
    const auto kind = o.element == rir::kNone ? rir::TypeKind::Void : TypeAt(o.element).kind;
    return kind != rir::TypeKind::Int && kind != rir::TypeKind::Pointer;
  }
  return o.path.empty() || o.kind != ObjectKind::Variable ||
         (o.path.size() <= boundary_path_.size() && std::equal(o.path.begin(), o.path.end(), boundary_path_.begin()));
}

void Engine::NoteRead(const Target& t, ExprId length, const std::vector<ExprId>& guards, State& state,
                      const rir::Location& at, Use use) {
  if (threads_->NoteRead(t, length) || levels_.empty() || !IsNoted(t.object))
    return;
  if (use == Use::Value && options_.step_loop == nullptr)
    last_read[t.object] = ++reads_;
  const Object& o = objects[t.object];
  Facts facts = state.facts;
  for (ExprId g : guards)
    if (!facts.Assume(pool, g))
      return;
  if (length != kNoExpr && !o.IsSeveral() && Covers(pool, facts, state.Of(t.object).written, t.offset, length))
    return;
  if (!o.IsSeveral() && o.extent != kNoExpr) {  // all of it was written: any read inside it is covered
    if (Covers(pool, facts, state.Of(t.object).written, pool.Zero(), o.extent))
      return;
    if (t.low != kNoExpr && Covers(pool, facts, state.Of(t.object).written, t.low, pool.Sub(t.high, t.low)))
      return;
  }
  Read read{t.object, t.offset, length,        t.low, t.high, std::make_shared<Facts>(std::move(facts)),
            at,       use,      state.control, {}};
  FindConditions(read, state.Of(t.object).written);
  levels_.back().pending.push_back(std::move(read));
}

void Engine::NoteWrite(const Target& t, ExprId length, const std::vector<ExprId>& guards, bool certain, State& state,
                       const rir::Location& at, const Deps& deps, WriteKind kind) {
  if (threads_->NoteWrite(t, length, deps))
    return;
  if (levels_.empty() || !IsNoted(t.object)) {
    if (!levels_.empty() && between_ && !noting_)  // a resumed run jumps over what the nest does before the first step
      levels_.back().writes.push_back({t.object, t.offset, length, t.low, t.high, at, {}, kind, nullptr});
    return;
  }
  const bool is_recorded = options_.step_loop == nullptr && kind != WriteKind::Other;
  levels_.back().writes.push_back({t.object, t.offset, length, t.low, t.high, at, deps, kind,
                                   is_recorded ? std::make_shared<Facts>(state.facts) : nullptr});
  if (!certain || length == kNoExpr || objects[t.object].IsSeveral())
    return;
  Piece piece{t.offset, length, {}, guards};
  std::sort(piece.guards.begin(), piece.guards.end());
  AddPiece(pool, state.Change(t.object).written, std::move(piece));
}

Value Engine::Initial(const Target& t, rir::TypeId type, std::uint64_t size, std::uint64_t version) {
  Value v;
  const ExprId memory = pool.Apply(AtomOp::Memory, {t.offset}, {t.object, version, size});
  if (IsPointer(type)) {
    v.kind = Value::Kind::Pointer;
    const rir::TypeId pointee = TypeAt(type).element;
    // One object for all that a table of such pointers leads to: its elements are not told apart.
    const bool is_table = !pool.AsConstant(t.offset) || objects[t.object].stands_for_many;
    const ExprId key = is_table ? pool.Apply(AtomOp::Memory, {pool.Zero()}, {t.object, kAnywhere, size}) : memory;
    const ObjectId external = ExternalOf(key, pointee, objects[t.object].name);
    objects[external].stands_for_many = is_table;
    v.alternatives.push_back({{}, false, {external, pool.Zero(), kNoExpr, kNoExpr}});
  } else if (IsInt(type)) {
    v.kind = Value::Kind::Int;
    v.number = memory;
    const rir::Type& info = TypeAt(type);
    auto atom = pool.AsAtom(memory);
    if (atom && pool.At(*atom).lower.empty() && pool.At(*atom).upper.empty()) {
      if (!info.is_signed)
        pool.SetLower(*atom, pool.Zero());
      if (!info.is_signed && info.size <= 2)
        pool.SetUpper(*atom, pool.Constant(info.name == "bool" ? 1 : (std::int64_t{1} << (8 * info.size)) - 1));
    }
  } else {
    v.kind = Value::Kind::Other;
  }
  return v;
}

// Whether a table of pointers holds null where it was not stored to: what ends a list of names, say.
bool Engine::HasGaps(const Target& t, std::uint64_t size, const Contents& c) {
  const Object& o = objects[t.object];
  const auto kind = o.kind == ObjectKind::Variable ? module_.regions[o.region].kind : rir::RegionKind::Local;
  const bool is_static = kind != rir::RegionKind::Local && kind != rir::RegionKind::Param;
  const auto extent = o.extent == kNoExpr ? std::nullopt : pool.AsConstant(o.extent);
  if (!(is_static || c.zeroed) || !extent || c.version != 0 || !c.any.empty() || !c.clobbers.empty())
    return false;
  std::uint64_t stored = 0;
  const std::uint64_t leaf = LeafAt(t.object, t.offset, t.low, t.high);
  for (const Cell& cell : c.cells) {
    if (!pool.AsConstant(cell.offset))
      return false;
    stored += cell.size == size && LeafAt(t.object, cell.offset, kNoExpr) == leaf ? 1 : 0;
  }
  rir::TypeId element = o.element;
  while (element != rir::kNone && TypeAt(element).kind == rir::TypeKind::Array)
    element = TypeAt(element).element;
  return stored * SizeOf(element) < static_cast<std::uint64_t>(*extent);
}

// Whether a pointer to `pointee` may be this one, of a table in which several kinds of them lie.
bool Engine::MayBe(const Value& v, rir::TypeId pointee) const {
  const auto kind = pointee == rir::kNone ? rir::TypeKind::Void : TypeAt(pointee).kind;
  if (v.kind == Value::Kind::Function)
    return kind == rir::TypeKind::Function || kind == rir::TypeKind::Void;
  const auto is_text = [&](const Alternative& a) {
    return !a.is_null && objects[a.target.object].kind == ObjectKind::Text;
  };
  return v.kind == Value::Kind::Pointer &&
         (kind != rir::TypeKind::Function || !std::ranges::any_of(v.alternatives, is_text));
}

// Whether an access is certainly not within its object.
bool Engine::LiesOutside(const Target& t, std::uint64_t size) const {
  const Object& o = objects[t.object];
  if (o.kind != ObjectKind::Variable && o.kind != ObjectKind::Heap)
    return false;
  const auto at = pool.AsConstant(t.offset);
  const auto extent = o.extent == kNoExpr ? std::nullopt : pool.AsConstant(o.extent);
  return at && extent && *extent > 0 && (*at < 0 || *at + static_cast<std::int64_t>(size) > *extent);
}

// The places that an access goes to: not null, and not outside of objects (A2) where it may be inside of another. The
// end of a tree is its header seen as a node, of which only the links are there.
std::vector<const Alternative*> Engine::Accessed(const Value& address, std::uint64_t size) const {
  std::vector<const Alternative*> out;
  for (const Alternative& a : PlacesOf(address))
    out.push_back(&a);
  const auto is_outside = [&](const Alternative* a) { return LiesOutside(a->target, size); };
  if (!std::ranges::all_of(out, is_outside))
    std::erase_if(out, is_outside);
  return out;
}

Value Engine::LoadFrom(const Target& t, rir::TypeId type, State& state) {
  const std::uint64_t size = SizeOf(type);
  const ExprId length = pool.Constant(static_cast<std::int64_t>(size));
  const Object& o = objects[t.object];
  const Contents& c = state.Of(t.object);
  Deps deps;
  Value v;
  v.kind = IsPointer(type) ? Value::Kind::Pointer : IsInt(type) ? Value::Kind::Int : Value::Kind::Other;
  const bool is_several = o.many && (o.kind != ObjectKind::External || o.stands_for_many);
  bool unclear = is_several;
  // NOLINTNEXTLINE(modernize-loop-convert): newest first
  for (auto it = c.cells.rbegin(); it != c.cells.rend(); ++it) {
    if (it->offset == t.offset && it->size == size) {
      v = it->value;
      if (is_several && v.HasNumber() && !pool.AsConstant(v.number))  // another one in each of them
        v.number = Initial(t, type, size, next_version_++).number;
      if (IsInt(type) && v.kind == Value::Kind::Other) {
        v.kind = Value::Kind::Int;
        v.number = pool.Fresh("bits");
      }
      if (v.kind == Value::Kind::Other &&
          options_.step_loop == nullptr)  // what reaches what, for the choice of the loop
        v.deps.insert(SourceOf({SourceKind::Cell, t.object, LeafAt(t.object, t.offset, t.low, t.high), "", {}}));
      return v;
    }
    if (!Disjoint(it->offset, pool.Constant(static_cast<std::int64_t>(it->size)), t.offset, length, state)) {
      unclear = true;
      Merge(deps, it->value.deps);
    }
  }
  Merge(deps, c.deps);
  deps.insert(SourceOf({SourceKind::Cell, t.object, LeafAt(t.object, t.offset, t.low, t.high), "", {}}));
  std::uint64_t version = c.version;
  bool zeroed = c.zeroed;
  if (!state.memory.contains(t.object))
    zeroed = o.zeroed;
  // NOLINTNEXTLINE(modernize-loop-convert): newest first
  for (auto it = c.clobbers.rbegin(); it != c.clobbers.rend(); ++it)
    if (!Disjoint(it->low, pool.Sub(it->high, it->low), t.offset, length, state)) {
      version = it->version;
      zeroed = false;
      break;
    }
  if (IsPointer(type)) {
    for (AtomId a : pool.TopAtoms(t.offset))
      if (pool.At(a).is_iteration)
        picks_.insert(a);
    const auto element = std::max<std::uint64_t>(SizeOf(o.element), 1);
    const auto at = LeafAt(t.object, t.offset, t.low, t.high);
    const auto leaf = at == kAnywhere ? at : at % element;
    for (const auto& [key, value] : c.any)
      if (key == leaf || leaf == kAnywhere || key == kAnywhere)
        v = JoinValues(v.alternatives.empty() && v.functions.empty() ? value : v, value, kNoExpr);
    MoveAnyPlaces(v);
    const auto may_meet = [&](const Cell& cell) {
      const auto there = LeafAt(t.object, cell.offset, kNoExpr);
      return there == kAnywhere || leaf == kAnywhere || there % element == leaf;
    };
    if (unclear)
      for (const Cell& cell : c.cells)
        if (may_meet(cell) && MayBe(cell.value, TypeAt(type).element))
          v = JoinValues(v.alternatives.empty() && v.functions.empty() ? cell.value : v, cell.value, kNoExpr);
    if (unclear && HasGaps(t, size, c))
      v = JoinValues(v.alternatives.empty() && v.functions.empty() ? NullPointer() : v, NullPointer(), kNoExpr);
    // What stood in memory of the outside before may still be there.
    if (o.kind == ObjectKind::External && !(v.alternatives.empty() && v.functions.empty()))
      v = JoinValues(v, Initial(t, type, size, unclear ? next_version_++ : version), kNoExpr);
    if (v.alternatives.empty() && v.functions.empty()) {
      if (zeroed && !unclear)
        v.alternatives.push_back({{}, true, {}});
      else
        v = Initial(t, type, size, unclear ? next_version_++ : version);
    }
  } else if (zeroed && !unclear && IsInt(type)) {
    v.number = pool.Zero();
  } else {
    v = Initial(t, type, size, unclear ? next_version_++ : version);
    if (v.kind == Value::Kind::Int)
      for (const auto& range : c.ranges)
        if (Covers(pool, state.facts, {range.where}, t.offset, length)) {
          if (range.low != kNoExpr)
            state.facts.Assume(pool, pool.Ge0(pool.Sub(v.number, range.low)));
          if (range.high != kNoExpr)
            state.facts.Assume(pool, pool.Ge0(pool.Sub(range.high, v.number)));
        }
  }
  v.deps = std::move(deps);
  return v;
}

Value Engine::Load(const Value& address, rir::TypeId type, State& state, const rir::Location& at, Use use) {
  const ExprId length = pool.Constant(static_cast<std::int64_t>(SizeOf(type)));
  NoteView(address, type, at);
  Value out;
  bool first = true;
  for (const Alternative* a : Accessed(address, SizeOf(type))) {
    NoteRead(a->target, length, a->guards, state, at, use);
    Value v = LoadFrom(a->target, type, state);
    for (Alternative& x : v.alternatives) {
      x.guards.insert(x.guards.end(), a->guards.begin(), a->guards.end());
      std::sort(x.guards.begin(), x.guards.end());
      x.guards.erase(std::unique(x.guards.begin(), x.guards.end()), x.guards.end());
    }
    if (first)
      out = std::move(v);
    else
      out = JoinValues(out, v, kNoExpr);
    first = false;
  }
  if (first) {  // an address that is not known: whatever it is
    out.kind = IsPointer(type) ? Value::Kind::Pointer : IsInt(type) ? Value::Kind::Int : Value::Kind::Other;
    if (out.kind == Value::Kind::Int)
      out.number = pool.Fresh("unknown");
    if (out.kind == Value::Kind::Pointer)
      out.alternatives.push_back(
          {{},
           false,
           {ExternalOf(pool.Fresh("unknown"), TypeAt(type).element, "unknown"), pool.Zero(), kNoExpr, kNoExpr}});
  }
  Merge(out.deps, address.deps);
  out.origin = ~ObjectId{0};
  if (address.alternatives.size() == 1 && !address.alternatives[0].is_null) {
    out.origin = address.alternatives[0].target.object;
    out.origin_offset = address.alternatives[0].target.offset;
  }
  return out;
}

void Engine::StoreTo(const Target& t, const Value& value, std::uint64_t size, bool strong,
                     const std::vector<ExprId>& guards, State& state) {
  const ExprId length = pool.Constant(static_cast<std::int64_t>(size));
  const Object& o = objects[t.object];
  const bool constant = pool.AsConstant(t.offset).has_value();
  Contents& c = state.Change(t.object);
  Merge(c.deps, value.deps);
  if (c.version == 0 && c.cells.empty() && c.clobbers.empty() && o.zeroed)
    c.zeroed = true;
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
      c.cells.push_back({t.offset, size, value});
  } else if (constant && old) {
    Value joined = JoinValues(*old, value, guards.size() == 1 ? pool.Not(guards[0]) : kNoExpr);
    c.cells.push_back({t.offset, size, joined});
  } else if (constant && is_pointer) {
    auto key = LeafAt(t.object, t.offset, t.low, t.high);
    auto [it, fresh] = c.any.try_emplace(key, value);
    if (!fresh)
      it->second = JoinValues(it->second, value, kNoExpr);
  }
  if (!constant || !strong) {
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

void Engine::Store(const Value& address, const Value& value, rir::TypeId type, State& state, const rir::Location& at) {
  const std::uint64_t size = SizeOf(type);
  const ExprId length = pool.Constant(static_cast<std::int64_t>(size));
  NoteView(address, type, at);
  std::vector<const Alternative*> real = Accessed(address, size);
  std::erase_if(real, [&](const Alternative* a) { return objects[a->target.object].kind == ObjectKind::Text; });
  Value v = value;
  DropTestedNull(v, state);
  Merge(v.deps, state.control);
  Merge(v.deps, address.deps);
  const bool is_float = type != rir::kNone && TypeAt(type).kind == rir::TypeKind::Float;
  for (const Alternative* a : real) {
    const Object& o = objects[a->target.object];
    const bool single = real.size() == 1;
    NoteWrite(a->target, length, single ? std::vector<ExprId>{} : a->guards, single || !a->guards.empty(), state, at,
              v.deps, is_float ? WriteKind::Float : WriteKind::Other);
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
// does (`certain` is false, or the object stands for several), the pointers that stood there may still be there.
void Engine::Clobber(const Target& t, ExprId length, bool certain, State& state, const Deps& deps) {
  const Object& o = objects[t.object];
  Contents& c = state.Change(t.object);
  Merge(c.deps, deps);
  if (c.version == 0 && c.cells.empty() && c.clobbers.empty() && o.zeroed)
    c.zeroed = true;
  ExprId low = t.offset,
         high = length == kNoExpr ? (t.high != kNoExpr ? t.high : o.extent) : pool.Add(t.offset, length);
  if (length == kNoExpr && t.low != kNoExpr)
    low = t.low;
  auto touched = [&](ExprId offset, ExprId bytes) {
    return high == kNoExpr || !Disjoint(offset, bytes, low, pool.Sub(high, low), state);
  };
  const bool replaces = certain && !o.IsSeveral();
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
  if (high == kNoExpr || (pool.IsZero(low) && high == o.extent) || c.clobbers.size() > 32) {
    c.version = next_version_++;
    c.zeroed = false;
    c.clobbers.clear();
    if (replaces && pool.IsZero(low))
      c.any.clear();
  } else {
    c.clobbers.push_back({low, high, next_version_++});
  }
}

// The pointers at unknown places of a run of bytes, by how far behind its beginning their leaf stands.
void Engine::AddCopied(const Target& t, ExprId length, const Contents& from, std::map<std::uint64_t, Value>& any) {
  const std::uint64_t start = LeafAt(t.object, t.offset, t.low, t.high);
  const auto bytes = MostBytes(pool, t, length);
  const std::uint64_t element = SizeOf(objects[t.object].element);
  const bool is_part = bytes && static_cast<std::uint64_t>(*bytes) < element;
  for (const auto& [key, value] : from.any) {
    if (key == kAnywhere || start == kAnywhere || (!is_part && start != 0))
      AddAny(any, kAnywhere, value);
    else if (!is_part || (key >= start && key < start + static_cast<std::uint64_t>(*bytes)))
      AddAny(any, key - start, value);
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

void Engine::CopyBytes(const Value& to, const Value& from, ExprId length, State& state, const rir::Location& at) {
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
  const WriteKind of_floats = is_computed ? WriteKind::Float : WriteKind::CopiedFloat;
  for (const Alternative& a : from.alternatives) {
    if (a.is_null)
      continue;
    NoteRead(a.target, length, a.guards, state, at, Use::Value);
    const Target& t = a.target;
    Contents c = state.Of(t.object);
    Merge(deps, c.deps);
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
              HoldsFloats(a.target.object) ? of_floats : WriteKind::Other);
    Clobber(a.target, length, single, state, deps);
    Contents& c = state.Change(a.target.object);
    const std::uint64_t start = LeafAt(a.target.object, a.target.offset, a.target.low, a.target.high);
    for (const auto& [key, value] : any)
      AddAny(c.any, key == kAnywhere || start == kAnywhere ? kAnywhere : start + key, value);
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

void Engine::Reach(const Value& v, const State& state, std::set<ObjectId>& out) {
  for (const Alternative& a : v.alternatives) {
    if (a.is_null || !out.insert(a.target.object).second)
      continue;
    const Contents& c = state.Of(a.target.object);
    for (const Cell& cell : c.cells)
      Reach(cell.value, state, out);
    for (const auto& [key, value] : c.any)
      Reach(value, state, out);
  }
}

// What an unknown function may do: read and write all that its arguments reach, and all globals.
void Engine::Worst(const std::vector<Value>& args, State& state, const rir::Location& at) {
  std::set<ObjectId> reached;
  Deps deps = state.control;
  for (const Value& v : args) {
    Merge(deps, v.deps);
    Reach(v, state, reached);
  }
  for (rir::RegionId r = 0; r < module_.regions.size(); ++r) {
    const auto kind = module_.regions[r].kind;
    if (kind == rir::RegionKind::Global && !module_.regions[r].is_const) {
      const ObjectId id = VariableOf(r);
      Reach(Pointer(id), state, reached);
    }
  }
  for (ObjectId id : reached) {
    ReadAll(id, state, at);
    WriteAll(id, deps, state, at);
  }
}

void Engine::ReadAll(ObjectId id, State& state, const rir::Location& at) {
  if (objects[id].kind != ObjectKind::Text)
    NoteRead({id, pool.Zero(), kNoExpr, kNoExpr}, kNoExpr, {}, state, at, Use::Value);
}

// Any part of the object may now hold anything; pointers what they held before.
void Engine::WriteAll(ObjectId id, const Deps& deps, State& state, const rir::Location& at) {
  if (objects[id].kind == ObjectKind::Text)
    return;
  const Target whole{id, pool.Zero(), kNoExpr, kNoExpr};
  NoteWrite(whole, kNoExpr, {}, false, state, at, deps);
  Contents& c = state.Change(id);
  for (Cell& cell : c.cells)
    if (cell.value.IsPointerLike())
      AddAny(c.any, kAnywhere, cell.value);
  auto any = std::move(c.any);
  Clobber(whole, kNoExpr, true, state, deps);
  state.Change(id).any = std::move(any);
  state.Change(id).cells.clear();
}

}  // namespace detrain::infer
