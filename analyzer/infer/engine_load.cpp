// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a load gives: what cells, unknown contents and the memory of the outside tell.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"
#include "analyzer/infer/tables.h"

namespace detrain::infer {

namespace {

bool IsStandardOutput(const rir::Module& module, const Object& o) {
  if (o.kind != ObjectKind::Variable || o.region == rir::kNone)
    return false;
  const rir::Region& variable = module.regions[o.region];
  return !variable.is_defined && (variable.name == "::stdout" || variable.name == "::stderr");
}

bool IsPointerToFunction(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone || module.types[type].kind != rir::TypeKind::Pointer)
    return false;
  const rir::TypeId pointee = module.types[type].element;
  return pointee != rir::kNone && module.types[pointee].kind == rir::TypeKind::Function;
}

// A table of virtual functions is what members lead to that tell an object's class. Where it is not known which member
// of a record holds which pointer, no pointer to anything else is one of these.
void LeaveOutTables(const Engine& engine, rir::TypeId pointee, Value& v) {
  if (pointee == rir::kNone || IsPointerToFunction(engine.Program(), pointee))
    return;
  std::erase_if(v.alternatives, [&](const Alternative& a) {
    const rir::TypeId table = a.is_null ? rir::kNone : engine.objects[a.target.object].element;
    if (table == rir::kNone || !IsTable(engine.Program(), engine.objects[a.target.object]))
      return false;
    const rir::Type& t = engine.Program().types[table];
    return IsPointerToFunction(engine.Program(), t.kind == rir::TypeKind::Array ? t.element : table);
  });
}

}  // namespace

Value Engine::Initial(const Target& t, rir::TypeId type, std::uint64_t size, std::uint64_t version) {
  Value v;
  const ExprId memory = pool.Apply(AtomOp::Memory, {t.offset}, {t.object, version, size});
  if (IsPointer(type)) {
    v.kind = Value::Kind::Pointer;
    const rir::TypeId pointee = TypeAt(type).element;
    // One object for all that a table of such pointers leads to, and one for a member of blocks that are not told
    // apart.
    const Object& o = objects[t.object];
    const bool is_table = !pool.AsConstant(t.offset) || o.stands_for_many;
    const bool is_member = !is_table && o.kind == ObjectKind::Heap && o.many;
    const ExprId place = is_member ? t.offset : pool.Zero();
    const ExprId key =
        is_table || is_member ? pool.Apply(AtomOp::Memory, {place}, {t.object, kAnywhere, size}) : memory;
    const ObjectId external = ExternalOf(key, pointee, o.name);
    objects[external].stands_for_many = is_table || is_member;
    objects[external].holder = t.object;
    if (IsStandardOutput(module_, o))
      consoles_.insert(external);
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

// Whether a table of pointers holds null where it was not stored to: what ends a list of names, say. `remains`: what no
// cell tells of the place is as it was at the start.
bool Engine::HasGaps(const Target& t, std::uint64_t size, const Contents& c, bool is_zeroed, bool remains) {
  const Object& o = objects[t.object];
  const auto kind = o.kind == ObjectKind::Variable ? module_.regions[o.region].kind : rir::RegionKind::Local;
  const bool is_static = kind != rir::RegionKind::Local && kind != rir::RegionKind::Param;
  if (!is_zeroed && !(is_static && remains))
    return false;
  const auto extent = o.extent == kNoExpr ? std::nullopt : pool.AsConstant(o.extent);
  if (!extent)
    return is_zeroed;
  const std::uint64_t leaf = LeafAt(t.object, t.offset, t.low, t.high);
  const auto is_stored = [&](const Cell& cell) {
    return cell.size == size && pool.AsConstant(cell.offset) && LeafAt(t.object, cell.offset, kNoExpr) == leaf;
  };
  const auto stored = static_cast<std::uint64_t>(std::ranges::count_if(c.cells, is_stored));
  const std::uint64_t element = std::max<std::uint64_t>(SizeOf(Innermost(o.element)), 1);
  const bool has_window = t.low != kNoExpr && t.high != kNoExpr;
  const auto window = has_window ? pool.AsConstant(pool.Sub(t.high, t.low)) : std::nullopt;
  const auto width = static_cast<std::uint64_t>(window.value_or(0));  // of the member that is an array of them
  const std::uint64_t in_each = width > size && width <= element ? width / size : 1;
  return stored < static_cast<std::uint64_t>(*extent) / element * in_each;
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

// Whether a variable's activation or iteration is over: a declaration puts it into memory, and its end takes it out.
bool Engine::HasEnded(const Target& t, const State& state) const {
  const Object& o = objects[t.object];
  return o.kind == ObjectKind::Variable && module_.regions[o.region].kind == rir::RegionKind::Local &&
         !state.memory.contains(t.object);
}

// The places that an access goes to: not null, and not outside of objects (A2) or in variables that are no more where
// it may be inside of another. The end of a tree is its header seen as a node, of which only the links are there.
std::vector<const Alternative*> Engine::Accessed(const Value& address, std::uint64_t size, const State& state) const {
  std::vector<const Alternative*> out;
  for (const Alternative& a : PlacesOf(address))
    if (!IsFromNull(a))
      out.push_back(&a);
  const auto is_outside = [&](const Alternative* a) {
    return LiesOutside(a->target, size) || HasEnded(a->target, state);
  };
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
      if (is_several && v.IsToldFromZero() && !pool.AsConstant(v.number))
        v.number = kNoExpr;
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
  Merge(deps, c.deps.At(LeafOfStored(t, length)));
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
        picks_[a].insert(t.object);
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
    LeaveOutTables(*this, TypeAt(type).element, v);
    if (unclear && HasGaps(t, size, c, zeroed, version == 0))
      v = JoinValues(v.alternatives.empty() && v.functions.empty() ? NullPointer() : v, NullPointer(), kNoExpr);
    // What stood in memory of the outside before may still be there.
    if (o.kind == ObjectKind::External && !(v.alternatives.empty() && v.functions.empty()))
      v = JoinValues(v, Initial(t, type, size, unclear ? next_version_++ : version), kNoExpr);
    if (v.alternatives.empty() && v.functions.empty()) {
      // Reading what none of several blocks was ever given is the program's error (A2).
      const bool is_unwritten = o.uninitialized && o.many && version == 0 && state.memory.contains(t.object);
      if ((zeroed && !unclear) || is_unwritten)
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

Value Engine::Load(const Value& pointer, rir::TypeId type, State& state, const rir::Location& at, Use use) {
  const std::optional<Value> exposed = WithExposed(pointer);
  const Value& address = exposed ? *exposed : pointer;
  const ExprId length = pool.Constant(static_cast<std::int64_t>(SizeOf(type)));
  NoteView(address, type, at);
  Value out;
  bool first = true;
  const std::vector<const Alternative*> accessed = Accessed(address, SizeOf(type), state);
  for (const Alternative* a : accessed) {
    NoteRead(a->target, length, a->guards, state, at, use);
    Value v = LoadFrom(a->target, type, state);
    const bool is_sure = accessed.size() == 1;  // as for stores: through null the program does not get further (A2)
    for (Alternative& x : v.alternatives) {
      if (is_sure || !IsTold(v.alternatives, x))
        continue;
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
  const auto is_counted = [&](const Alternative* a) {
    return std::ranges::any_of(pool.TopAtoms(a->target.offset), [&](AtomId i) { return pool.At(i).is_iteration; });
  };
  if (options_.step_loop == nullptr && accessed.size() > 1 && out.HasNumber())
    if (const auto atom = pool.AsAtom(out.number))
      for (const Alternative* a : accessed)
        if (is_counted(a))
          began_[*atom].push_back(a->target.offset);
  if (first) {  // an address that is not known: whatever it is
    out.kind = IsPointer(type) ? Value::Kind::Pointer : IsInt(type) ? Value::Kind::Int : Value::Kind::Other;
    if (out.kind == Value::Kind::Int)
      out.number = pool.Fresh("unknown");
    // Reading through null ends the program (A2): it leads nowhere, and not somewhere else each time.
    if (out.kind == Value::Kind::Pointer && !address.alternatives.empty())
      out.alternatives.push_back({{}, true, {}});
    else if (out.kind == Value::Kind::Pointer)
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

}  // namespace detrain::infer
