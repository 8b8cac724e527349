// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons and truth.
#include <algorithm>

#include "analyzer/infer/arithmetic.h"
#include "analyzer/infer/bits.h"
#include "analyzer/infer/engine.h"

namespace detrain::infer {

using rir::Opcode;

// Two pointers into one block compare as their offsets do.
std::optional<std::pair<Value, Value>> Engine::OffsetsInOne(const Value& a, const Value& b) const {
  const Target *x = a.OnlyPlace(), *y = b.OnlyPlace();
  if (x == nullptr || y == nullptr || x->object != y->object)
    return std::nullopt;
  if (objects[x->object].IsSeveral())
    return std::nullopt;
  return std::pair{Number(x->offset), Number(y->offset)};
}

// Two pointers into memory that is none of each other's, a block of the heap among it: which of them comes first is
// another one in each run. Of what the program's file lays out it is not.
bool Engine::LieApart(const Value& a, const Value& b) const {
  const auto kind_of = [&](const Alternative& x) {
    return x.is_null ? ObjectKind::Unknown : objects[x.target.object].kind;
  };
  const auto is_own = [&](const Alternative& x) {
    return kind_of(x) == ObjectKind::Heap || kind_of(x) == ObjectKind::Variable;
  };
  // What leads to the same place of one object is one address, unless it stands for several blocks: an order that is
  // asked for is then that of others.
  bool are_two = false;
  const auto is_apart = [&](const Alternative& x) {
    return is_own(x) && std::ranges::all_of(b.alternatives, [&](const Alternative& y) {
             const bool is_heap = kind_of(x) == ObjectKind::Heap || kind_of(y) == ObjectKind::Heap;
             const bool is_one = x.target.object == y.target.object;
             are_two = are_two || !is_one || objects[x.target.object].IsSeveral();
             return is_own(y) && is_heap && (!is_one || x.target.offset == y.target.offset);
           });
  };
  return !b.alternatives.empty() && std::ranges::all_of(a.alternatives, is_apart) && are_two;
}

// Whether the pointer leads to a byte of memory that is certainly the program's own, and not to the end of it.
bool Engine::LiesInside(const Alternative& x) const {
  if (x.is_null || IsFromNull(x))
    return false;
  const Object& o = objects[x.target.object];
  const auto at = pool.AsConstant(x.target.offset);
  const auto extent = o.extent == kNoExpr ? std::nullopt : pool.AsConstant(o.extent);
  return (o.kind == ObjectKind::Heap || o.kind == ObjectKind::Variable) && at && extent && *at >= 0 && *at < *extent;
}

// Two pointers of which one leads to a variable, and the other elsewhere or nowhere. Of two blocks of the heap it is
// not said: where one is freed, the other may be made in its place.
bool Engine::NeverMeet(const Value& a, const Value& b) const {
  const auto is_variable = [&](const Alternative& x) {
    return LiesInside(x) && objects[x.target.object].kind == ObjectKind::Variable;
  };
  const auto are_apart = [&](const Alternative& x, const Alternative& y) {
    if (x.is_null || y.is_null)
      return is_variable(x) || is_variable(y);
    return x.target.object != y.target.object && LiesInside(x) && LiesInside(y) && (is_variable(x) || is_variable(y));
  };
  return !a.alternatives.empty() && !b.alternatives.empty() && a.functions.empty() && b.functions.empty() &&
         std::ranges::all_of(a.alternatives, [&](const Alternative& x) {
           return std::ranges::all_of(b.alternatives, [&](const Alternative& y) { return are_apart(x, y); });
         });
}

// Memory of the outside may be null without an alternative that says so: then a number decides, the same one wherever
// the same pointer is asked.
ExprId Engine::VagueNull(const Value& pointer) {
  ExprId key = pool.Zero();
  for (const Alternative& x : PlacesOf(pointer)) {
    const ObjectId id = x.target.object;
    const ExprId part = objects[id].stands_for_many
                            ? pool.Fresh("null")
                            : pool.Apply(AtomOp::Bits, {x.target.offset}, {DetailOf(BitsKind::Address), id});
    key = pool.Add(key, part);
  }
  return pool.Eq0(key);
}

// Whether a pointer is null: exactly where a null alternative's guards hold.
ExprId Engine::NullTruth(const Value& pointer) {
  ExprId is_null = pool.Zero();
  bool is_vague = false;
  for (const Alternative& x : pointer.alternatives) {
    if (!IsFromNull(x)) {
      const ObjectKind kind = objects[x.target.object].kind;
      is_vague = is_vague || kind == ObjectKind::External || kind == ObjectKind::Unknown;
      continue;
    }
    ExprId all = x.is_null ? pool.One() : pool.Eq0(x.target.offset);
    for (ExprId g : x.guards)
      all = pool.And(all, g);
    if (x.guards.empty() && pointer.alternatives.size() > 1)
      all = pool.Fresh("null");
    is_null = pool.Or(is_null, all);
  }
  return is_vague ? pool.Or(is_null, VagueNull(pointer)) : is_null;
}

// Two pointers into one block that are null under the same condition (the begin and the end of what may be empty).
std::optional<ExprId> Engine::CompareWithNull(Opcode opcode, const Value& a, const Value& b, const State& state) {
  const Target *x = a.OnlyPlaceOrNull(), *y = b.OnlyPlaceOrNull();
  if (x == nullptr || y == nullptr || x->object != y->object || objects[x->object].IsSeveral())
    return std::nullopt;
  const ExprId is_null = NullTruth(a);
  if (is_null != NullTruth(b))
    return std::nullopt;
  const ExprId offsets = CompareNumbers(pool, opcode, x->offset, y->offset, state.facts);
  const bool holds_for_equals = opcode == Opcode::Eq || opcode == Opcode::Le || opcode == Opcode::Ge;
  return holds_for_equals ? pool.Or(is_null, offsets) : pool.And(pool.Not(is_null), offsets);
}

Value Engine::Compare(Opcode opcode, const Value& a, const Value& b, const State& state) {
  if (a.HasNumber() && b.HasNumber())
    return Number(CompareNumbers(pool, opcode, a.number, b.number, state.facts));
  const bool is_equality = opcode == Opcode::Eq || opcode == Opcode::Ne;
  if (is_equality && a.kind == Value::Kind::Pointer && b.kind == Value::Kind::Pointer) {
    const Value* tested = b.IsOnlyNull() ? &a : a.IsOnlyNull() ? &b : nullptr;
    if (tested != nullptr && !tested->alternatives.empty()) {
      const ExprId is_null = NullTruth(*tested);
      return Number(opcode == Opcode::Eq ? is_null : pool.Not(is_null));
    }
    if (NeverMeet(a, b))
      return Number(opcode == Opcode::Eq ? pool.Zero() : pool.One());
  }
  if (is_equality && a.IsToldFromZero() && b.IsToldFromZero() && (pool.IsZero(a.number) || pool.IsZero(b.number))) {
    const ExprId differs = pool.IsZero(b.number) ? a.number : b.number;
    return Number(opcode == Opcode::Ne ? differs : pool.Not(differs));
  }
  if (const auto offsets = OffsetsInOne(a, b))
    return Compare(opcode, offsets->first, offsets->second, state);
  if (const auto truth = CompareWithNull(opcode, a, b, state))
    return Number(*truth);
  return Number(pool.Not(pool.Not(pool.Eq0(pool.Fresh("compare")))));
}

ExprId Engine::Truth(const Value& v, const State& state) {
  if (v.HasNumber())
    return IsTruth(pool, v.number) ? v.number : Compare(Opcode::Ne, v, Number(pool.Zero()), state).number;
  if (v.kind == Value::Kind::Pointer)
    return Compare(Opcode::Ne, v, NullPointer(), state).number;
  if (v.kind == Value::Kind::Function)
    return pool.One();
  if (v.IsToldFromZero())
    return v.number;
  return pool.Not(pool.Eq0(pool.Fresh("truth")));
}

}  // namespace detrain::infer
