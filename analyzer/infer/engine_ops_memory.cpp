// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations on memory that the program names itself: variables, blocks, copies.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

void Engine::Perform(const rir::Op&, const rir::DeclareOp& data, State& state) {
  const ObjectId id = VariableOf(data.region);
  Contents& c = state.Change(id);
  auto written = std::move(c.written);
  c = Contents{};
  c.version = next_version_++;
  c.Stain(c.version);
  c.written = std::move(written);
  if (IsNoted(id))
    AddPiece(pool, c.written, {pool.Zero(), objects[id].extent, {}, {}});
}

void Engine::Perform(const rir::Op& op, const rir::LoadOp& data, State& state) {
  Value made;
  const bool closes = closing_uses_.OnlyCloses(*stack_.back().function, op);
  SetResult(op, Load(Operand(data.address, made), op.type, state, op.location, closes ? Use::Close : Use::Value));
}

void Engine::Perform(const rir::Op& op, const rir::StoreOp& data, State& state) {
  Value place, made;
  const Value& address = Operand(data.address, place);
  const auto loaded_from = LoadedFrom(data.value, op.type);
  Store(address, Operand(data.value, made), op.type, state, op.location, loaded_from ? &*loaded_from : nullptr);
}

// While the step loop is looked for: where a number that is stored as it is was loaded.
std::optional<Value> Engine::LoadedFrom(const rir::Operand& value, rir::TypeId type) {
  if (options_.step_loop != nullptr || !IsTrained(type))
    return std::nullopt;
  const rir::Op* op = CalleesInProgram().Yielding(*stack_.back().function, value);
  const auto* load = op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&op->data);
  if (load == nullptr)
    return std::nullopt;
  return Operand(load->address);
}

void Engine::Perform(const rir::Op& op, const rir::AtomicOp& data, State& state) {
  const Value address = Operand(data.address);
  const rir::TypeId type = op.type;
  const Value old = type == rir::kNone ? Value{} : Load(address, type, state, op.location);
  Value v = Operand(data.value);
  Merge(v.deps, old.deps);
  v.kind = IsInt(type) ? Value::Kind::Int : Value::Kind::Other;
  v.number = v.kind == Value::Kind::Int ? pool.Fresh("atomic") : kNoExpr;
  Store(address, v, type, state, op.location);
  SetResult(op, old);
}

// What is known of the blocks of one site, with the one that is being allocated.
void Engine::DescribeBlock(ObjectId id, const rir::AllocOp& data, ExprId bytes, const State& state) {
  Object& o = objects[id];
  const bool earlier_lives = state.memory.contains(id) && IsReferred(id, state);
  if (earlier_lives) {
    o.many = true;
    if (o.extent != bytes)
      o.extent = kNoExpr;
  } else {
    o.extent = o.many ? kNoExpr : bytes;
  }
  o.space = data.space;
  o.zeroed = data.zeroed;
  o.can_fail = data.can_fail;
  o.uninitialized = !data.zeroed && !data.old;
}

// realloc: the new block may hold all that the old one held.
void Engine::TakeOver(ObjectId id, const Value& old, State& state) {
  const Deps deps = ContentDeps(old, state);  // `old` may be a block of the same site
  state.Change(id).deps.Add(kAnywhere, deps);
  for (const Alternative& a : PlacesOf(old)) {
    const Contents from = state.Of(a.target.object);
    Contents& to = state.Change(id);
    for (const Cell& cell : from.cells)
      if (cell.value.IsPointerLike())
        AddAny(to.any, LeafAt(id, cell.offset, kNoExpr), cell.value);
    const bool is_alike = objects[a.target.object].element == objects[id].element;
    if (linked_behind.contains(a.target.object))
      linked_behind.insert(id);
    for (const auto& [leaf, value] : from.any)
      AddAny(to.any, is_alike ? leaf : kAnywhere, value);
  }
}

// That an allocation fails (AllocOp::can_fail) is no path of its own: its result is the block, never null.
void Engine::Perform(const rir::Op& op, const rir::AllocOp& data, State& state) {
  const ObjectId id = AllocatedAt(op, ObjectKind::Heap, data.callee, data.element);
  ExprId bytes = LengthOf(data.bytes);
  if (bytes != kNoExpr)
    bytes = pool.Sub(bytes, pool.Constant(objects[id].header));
  DescribeBlock(id, data, bytes, state);
  NoteMadeAtOnce(id);
  if (bytes != kNoExpr)
    state.facts.Assume(pool, pool.Ge0(bytes));  // sizes do not wrap around
  Value old;
  if (data.old) {
    old = Operand(data.old);
    ReadThrough(old, kNoExpr, state, op.location);
  }
  Contents& c = state.Change(id);
  if (!objects[id].many) {
    c = Contents{};
    c.zeroed = data.zeroed;
    c.version = next_version_++;
    c.Stain(c.version);
    c.is_zero = data.zeroed;
    if (!data.old && bytes != kNoExpr && noting_)
      AddPiece(pool, c.written, {pool.Zero(), bytes, {}, {}});
  }
  if (data.old)
    TakeOver(id, old, state);
  if (data.content) {
    const Value text = Operand(data.content);
    ReadThrough(text, kNoExpr, state, op.location);
    const Deps deps = ContentDeps(text, state);
    state.Change(id).deps.Add(kAnywhere, deps);
  }
  NoteCreation(id, op.location, state.control);
  SetResult(op, Pointer(id));
}

void Engine::Perform(const rir::Op&, const rir::HeaderOp& data, State&) {
  const Value size = Operand(data.bytes);
  const Value block = Operand(data.address);
  for (const Alternative& a : PlacesOf(block)) {
    Object& o = objects[a.target.object];
    if (o.kind != ObjectKind::Heap)
      continue;
    if (data.element != rir::kNone && o.is_untyped)
      o.element = data.element;
    const std::int64_t header = pool.AsConstant(size.number).value_or(0);
    if (o.extent != kNoExpr && o.header == 0)
      o.extent = pool.Sub(o.extent, pool.Constant(header));
    o.header = header;
  }
}

// The cell whose value is freed names the block.
void Engine::Perform(const rir::Op&, const rir::FreeOp& data, State& state) {
  const Value v = Operand(data.address);
  const bool single = v.alternatives.size() == 1;
  for (const Alternative& a : PlacesOf(v)) {
    const ObjectId id = a.target.object;
    if (objects[id].kind != ObjectKind::Heap)
      continue;
    if (v.origin != ~ObjectId{0})
      released[id].emplace_back(v.origin, v.origin_offset);
    if (single && !objects[id].IsSeveral())
      state.memory.erase(id);
  }
}

void Engine::Perform(const rir::Op& op, const rir::CopyOp& data, State& state) {
  const Value to = Operand(data.target);
  const Value from = Operand(data.source);
  CopyBytes(to, from, LengthOf(data.bytes), state, op.location);
  SetResult(op, to);
}

// One place of a memset.
void Engine::FillAt(const Alternative& a, bool single, const Value& byte, ExprId bytes, State& state,
                    const rir::Location& at) {
  const Object& o = objects[a.target.object];
  Deps deps = byte.deps;
  Merge(deps, state.control);
  NoteWrite(a.target, bytes, single ? std::vector<ExprId>{} : a.guards, single || !a.guards.empty(), state, at, deps);
  const bool whole = single && pool.IsZero(a.target.offset) && bytes != kNoExpr && bytes == o.extent && !o.IsSeveral();
  const Contents& before = state.Of(a.target.object);
  const bool was_zero = before.is_zero;
  const std::uint64_t stained = before.stained;
  std::vector<Piece> zeros = before.zeros;
  Clobber(a.target, bytes, single, state, deps);
  if (!byte.HasNumber() || !pool.IsZero(byte.number))
    return;
  Contents& c = state.Change(a.target.object);
  c.is_zero = was_zero;
  c.stained = stained;
  c.zeros = std::move(zeros);
  NoteZeros(a.target, bytes, true, single || !a.guards.empty(), single ? std::vector<ExprId>{} : a.guards, c);
  if (!whole)
    return AddAny(c.any, LeafOfRun(a.target, bytes), NullPointer());
  c.cells.clear();
  c.clobbers.clear();
  c.any.clear();
  c.zeroed = true;
  c.deps.Set(deps);
}

void Engine::Perform(const rir::Op& op, const rir::FillOp& data, State& state) {
  const Value target = Operand(data.target);
  const Value to = WithExposed(target).value_or(target);
  const Value byte = Operand(data.byte);
  const ExprId bytes = LengthOf(data.bytes);
  auto places = PlacesOf(to);
  const bool single = std::ranges::distance(places) == 1;
  for (const Alternative& a : places)
    FillAt(a, single, byte, bytes, state, op.location);
  SetResult(op, target);
}

}  // namespace detrain::infer
