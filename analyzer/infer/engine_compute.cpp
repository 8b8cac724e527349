// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a `compute` op yields: addresses, arithmetic, casts.
#include <algorithm>
#include <array>

#include "analyzer/infer/arithmetic.h"
#include "analyzer/infer/engine.h"

namespace detrain::infer {

using rir::Opcode;

// The memory that null would lead to: nothing is read or written there, but programs keep numbers as distances from it
// (`end = begin + n` before there is a block).
ObjectId Engine::NullBase() {
  if (!null_base_) {
    Object base;
    base.kind = ObjectKind::Text;
    null_base_ = NewObject(std::move(base));
  }
  return *null_base_;
}

// What a pointer leads to that was made of a number (`(Entry*)1`, `(void*)(long)thread`): the number is its offset.
// Nothing is read or written there, but it may be passed on, compared, moved on, and made a number again.
ObjectId Engine::NumberBase() {
  if (!number_base_) {
    Object base;
    base.kind = ObjectKind::Text;
    number_base_ = NewObject(std::move(base));
  }
  return *number_base_;
}

bool Engine::IsFromNull(const Alternative& a) const {
  return a.is_null || a.target.object == null_base_ || a.target.object == number_base_;
}

// `window`: the bytes, from the old place on, that the new pointer stays in.
Value Engine::ShiftPointer(const Value& base, ExprId bytes, std::optional<std::pair<ExprId, ExprId>> window) {
  Value out = base;
  if (out.IsOnlyNull() && !pool.IsZero(bytes))
    out.alternatives[0] = {out.alternatives[0].guards, false, {NullBase(), pool.Zero(), kNoExpr, kNoExpr}};
  for (Alternative& a : out.alternatives) {
    if (a.is_null)
      continue;
    if (window) {
      a.target.low = pool.Add(a.target.offset, window->first);
      a.target.high = pool.Add(a.target.offset, window->second);
    }
    a.target.offset = pool.Recombined(pool.Add(a.target.offset, bytes));
  }
  return out;
}

Value Engine::AddressOfMember(const Value& record, const rir::Op& op, const rir::ComputeOp& data) {
  NoteView(record, data.pointee, op.location);
  const rir::Field& member = TypeAt(data.pointee).fields[data.member];
  const ExprId at = pool.Constant(static_cast<std::int64_t>(member.offset));
  const auto size = static_cast<std::int64_t>(SizeOf(member.type));
  std::optional<std::pair<ExprId, ExprId>> window;
  if (!TypeAt(data.pointee).is_union && size != 0)
    window = {{at, pool.Add(at, pool.Constant(size))}};
  // A base of an object is had from pointers to either; that of none is none.
  const bool is_base = member.name.empty();
  if (is_base && record.IsOnlyNull())
    return record;
  return ShiftPointer(is_base && member.offset == 0 ? record : LeadingTo(record, data.pointee), at, window);
}

Value Engine::AddressOfElement(const Value& array, const Value& at, const rir::ComputeOp& data) {
  const ExprId size = pool.Constant(static_cast<std::int64_t>(SizeOf(data.pointee)));
  const ExprId index = at.HasNumber() ? at.number : pool.Fresh("index");
  std::optional<std::pair<ExprId, ExprId>> window;
  if (data.bound)
    window = {{pool.Zero(), pool.Scale(size, static_cast<std::int64_t>(*data.bound))}};
  return ShiftPointer(array, pool.Mul(index, size), window);
}

// Of two places in one object; nullopt where it may be any.
std::optional<ExprId> Engine::DistanceIn(const Target& x, const Target& y, std::uint64_t size) {
  const Object& o = objects[x.object];
  if (o.stands_for_many || (o.many && (GridOf(x.offset) || GridOf(y.offset))))  // one place stands for several there
    return std::nullopt;
  return pool.Div(pool.Sub(x.offset, y.offset),
                  pool.Constant(std::max<std::int64_t>(1, static_cast<std::int64_t>(size))));
}

// C has no distance between two objects, so both pointers lead into one.
Value Engine::Distance(const Value& a, const Value& b, rir::TypeId element) {
  std::vector<std::pair<std::vector<ExprId>, ExprId>> cases;  // a distance, and when it is that
  const auto place_of = [&](const Alternative& p) {
    return p.is_null ? Target{NullBase(), pool.Zero(), kNoExpr, kNoExpr} : p.target;
  };
  for (const Alternative& x : a.alternatives) {
    for (const Alternative& y : b.alternatives) {
      const Target from = place_of(y), to = place_of(x);
      if (from.object != to.object)
        continue;
      std::vector<ExprId> guards = x.guards;
      for (const ExprId guard : y.guards)
        AddGuard(guards, guard);
      Facts together;
      if (!std::ranges::all_of(guards, [&](ExprId g) { return together.Assume(pool, g); }))
        continue;
      const auto number = DistanceIn(to, from, SizeOf(element));
      if (!number)
        return Number(pool.Fresh("distance"));
      cases.emplace_back(std::move(guards), *number);
    }
  }
  if (cases.empty() || !a.functions.empty() || !b.functions.empty())
    return Number(pool.Fresh("distance"));
  if (std::ranges::all_of(cases, [&](const auto& c) { return c.second == cases[0].second; }))
    return Number(cases[0].second);
  const bool is_told = cases.size() == 2 && cases[0].first.size() == 1 && cases[1].first.size() == 1 &&
                       cases[1].first[0] == pool.Not(cases[0].first[0]);
  return is_told ? JoinValues(Number(cases[0].second), Number(cases[1].second), cases[0].first[0])
                 : Number(pool.Fresh("distance"));
}

Value Engine::Cast(const Value& v, const rir::Op& op) {
  Value out;
  out.kind = KindOf(op.type);
  if (v.kind == Value::Kind::Function || (v.kind == Value::Kind::Pointer && out.kind == Value::Kind::Pointer))
    return v;
  if (out.kind == Value::Kind::Pointer)
    return v.HasNumber() ? PointerOfNumber(v.number) : Outside(TypeAt(op.type).element, "cast");
  if (out.kind != Value::Kind::Int) {
    const bool is_zero = (v.HasNumber() || v.IsToldFromZero()) && pool.IsZero(v.number);
    if (is_zero && TypeAt(op.type).kind == rir::TypeKind::Float)
      out.number = pool.Zero();
    return out;
  }
  const auto constant = v.HasNumber() ? pool.AsConstant(v.number) : std::nullopt;
  if (constant && *constant < 0 && !TypeAt(op.type).is_signed && TypeAt(op.type).size == sizeof *constant) {
    return LargeNumber(*constant);
  }
  if (v.HasNumber())
    return Number(Narrowed(pool, v.number, TypeAt(op.type)));
  if (v.kind != Value::Kind::Pointer)
    return Number(pool.Fresh("rounded"));
  if (const auto number = NumberOfPointer(v))
    return Number(Narrowed(pool, *number, TypeAt(op.type)));
  out = AddressNumberOf(v);
  const std::uint32_t source = SourceOfAddresses({&v}, op.location);
  out.deps.insert(source);
  Expose(v, source);
  return out;
}

Value Engine::Choose(const Value& condition, const Value& yes, const Value& no, const rir::Op& op, const State& state) {
  const ExprId truth = Truth(condition, state);
  Prover prover(pool, state.facts);
  Value out = prover.Holds(truth) ? yes : prover.Holds(pool.Not(truth)) ? no : JoinValues(yes, no, truth);
  if (IsPointer(op.type))
    out.kind = Value::Kind::Pointer;
  return out;
}

// A binary operation on numbers; on anything else the result is some value of its type.
Value Engine::Arithmetic(Opcode opcode, const Value& a, const Value& b, const rir::Op& op, State& state) {
  Value out;
  out.kind = KindOf(op.type);
  if (out.kind == Value::Kind::Pointer)
    return Outside(rir::kNone, "computed");
  if (out.kind == Value::Kind::Int)
    out.number = a.HasNumber() && b.HasNumber()
                     ? ComputeNumbers(pool, opcode, a.number, b.number, TypeAt(op.type), state.facts)
                     : pool.Fresh("computed");
  return out;
}

// A function of one or more operands of which only the type of its result is known.
Value Engine::SomeFunction(const rir::Op& op, const char* name) {
  Value out;
  out.kind = KindOf(op.type);
  if (out.kind == Value::Kind::Int)
    out.number = pool.Fresh(name);
  return out;
}

// What is in the header of the block: as many as it has room for.
Value Engine::ElementsOf(const Value& block, rir::TypeId element) {
  const Target* only = block.OnlyPlace();
  const auto size = static_cast<std::int64_t>(SizeOf(element));
  if (only != nullptr && objects[only->object].extent != kNoExpr && !objects[only->object].IsSeveral())
    if (const auto count = pool.DivideExactly(objects[only->object].extent, pool.Constant(size)))
      return Number(*count);
  return Number(pool.Fresh("elements"));
}

namespace {

// What a rewritten program's containers order and hash in place of an address (load/address_keys.h): of a block of the
// heap a number that is the same in every run, of what the program's file lays out its place there. Of a variable on
// the stack the order is the same, not the hash; of memory of the outside neither.
bool IsSameInEveryRun(const Engine& engine, const Value& address, bool is_hash) {
  return !address.alternatives.empty() && std::ranges::all_of(address.alternatives, [&](const Alternative& a) {
    if (a.is_null)
      return true;
    const Object& o = engine.objects[a.target.object];
    if (o.kind != ObjectKind::Variable)
      return o.kind == ObjectKind::Text || (o.kind == ObjectKind::Heap && o.name != "vla");
    const rir::RegionKind kind = engine.Program().regions[o.region].kind;
    return !is_hash || (kind != rir::RegionKind::Local && kind != rir::RegionKind::Param);
  });
}

}  // namespace

Value Engine::ComputeFrom(const Arguments& args, const rir::Op& op, const rir::ComputeOp& data, State& state) {
  switch (data.opcode) {
    case Opcode::Field:
      return AddressOfMember(*args[0], op, data);
    case Opcode::Index:
      return AddressOfElement(*args[0], *args[1], data);
    case Opcode::PtrDiff:
      return Distance(*args[0], *args[1], data.pointee);
    case Opcode::Cast:
      return Cast(*args[0], op);
    case Opcode::LNot:
      return Number(pool.Not(Truth(*args[0], state)));
    case Opcode::LAnd: {
      const ExprId first = Truth(*args[0], state);
      return Number(pool.And(first, Truth(*args[1], state)));
    }
    case Opcode::LOr: {
      const ExprId first = Truth(*args[0], state);
      return Number(pool.Or(first, Truth(*args[1], state)));
    }
    case Opcode::Select:
      return ChooseTested(op, data, state);
    case Opcode::Neg:
      return args[0]->HasNumber() && IsInt(op.type) ? Number(pool.Scale(args[0]->number, -1)) : SomeFunction(op, "neg");
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::Lt:
    case Opcode::Le:
    case Opcode::Gt:
    case Opcode::Ge:
      compared_ = {*args[0], *args[1]};
      return Compare(data.opcode, *args[0], *args[1], state);
    case Opcode::Count:
      return ElementsOf(*args[0], data.pointee);
    case Opcode::Not:
      return SomeFunction(op, "math");
    case Opcode::Math: {
      Value out = SomeFunction(op, "math");
      const bool is_hash = data.callee == "std::hash";
      if ((is_hash || data.callee == "std::less") && !IsSameInEveryRun(*this, *args[0], is_hash))
        out.deps.insert(SourceOf({SourceKind::Environment, 0, 0, kAddress, op.location}));
      return out;
    }
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
    case Opcode::Div:
    case Opcode::Rem:
    case Opcode::Shl:
    case Opcode::Shr:
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
      return Arithmetic(data.opcode, *args[0], *args[1], op, state);
  }
  return {};
}

Value Engine::Compute(const rir::Op& op, const rir::ComputeOp& data, State& state) {
  Arguments args{};
  std::array<Value, std::tuple_size_v<Arguments>> made;
  const std::size_t count = std::min(data.args.size(), args.size());
  for (std::size_t i = 0; i < count; ++i)
    args[i] = &Operand(data.args[i], made[i]);
  if (data.opcode == Opcode::Cast && count == 1 && IsPointer(op.type))
    if (auto pointer = PointerOfAddress(*args[0]))
      return *std::move(pointer);
  if (count == 2) {
    if (auto rest = RestOfAddress(data.opcode, *args[0], *args[1]))
      return *std::move(rest);
    if (auto aligned = AlignedAddress(data.opcode, *args[0], *args[1]))
      return *std::move(aligned);
    if (auto distance = DistanceOfAddresses(data.opcode, *args[0], *args[1]))
      return *std::move(distance);
  }
  Value out = ComputeFrom(args, op, data, state);
  if (count == 2)
    NoteAddressPart(data.opcode, *args[0], *args[1], out);
  const bool is_three_way = data.opcode == Opcode::Math && data.callee == "three-way comparison" && count == 2;
  const bool is_order = is_three_way || (data.opcode >= Opcode::Lt && data.opcode <= Opcode::Ge);
  if (is_order && LieApart(*args[0], *args[1]))
    out.deps.insert(SourceOfAddresses({args[0], args[1]}, op.location));
  for (std::size_t i = 0; i < count; ++i)
    Merge(out.deps, args[i]->deps);
  return out;
}

}  // namespace detrain::infer
