// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which scalar, or array of scalars, of an object an access meets.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/rir/types.h"

namespace detrain::infer {

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

// The leaf that a run of bytes begins in, however far it goes.
std::uint64_t Engine::LeafOfStart(const Target& t) {
  const std::uint64_t exact = LeafAt(t.object, t.offset, kNoExpr, kNoExpr);
  return exact == kAnywhere ? LeafAt(t.object, t.offset, t.low, t.high) : exact;
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

// The leaf by which StoredDeps tells what is stored in a record; other objects have but one.
std::uint64_t Engine::LeafOfStored(const Target& t, ExprId length) {
  const Object& o = objects[t.object];
  return o.element == rir::kNone || IsRun(o.element) ? kAnywhere : LeafOfRun(t, length);
}

// The leaf that the window of an address lies in, which no access through it leaves, however far it goes.
std::uint64_t Engine::OnlyLeafOf(const Target& t) {
  if (t.low == kNoExpr || t.high == kNoExpr)
    return kAnywhere;
  return LeafOfRun({t.object, t.low, t.low, t.high}, pool.Sub(t.high, t.low));
}

bool Engine::IsTrained(rir::TypeId type) const {
  if (type == rir::kNone)
    return false;
  const rir::TypeKind kind = TypeAt(type).kind;
  return kind == rir::TypeKind::Float || (options_.counts_integers && kind == rir::TypeKind::Int);
}

// Records count as integers do: what a model is made of, a tree's node.
bool Engine::HoldsTrained(ObjectId id) const {
  const rir::TypeId type = rir::OfVector(module_.types, Innermost(objects[id].element));
  const bool is_record = type != rir::kNone && TypeAt(type).kind == rir::TypeKind::Record;
  return IsTrained(type) || (options_.counts_integers && is_record);
}

// A local integer is a loop's index, a flag or a sum of its own.
WriteKind Engine::KindOf(ObjectId id, rir::TypeId type) const {
  if (!IsTrained(type))
    return WriteKind::Other;
  const Object& o = objects[id];
  const bool is_local = o.kind == ObjectKind::Variable && IsAutomatic(o.region) && o.element == type;
  return is_local && TypeAt(type).kind == rir::TypeKind::Int ? WriteKind::Other : WriteKind::Float;
}

// Whether it is a variable that holds one vector: what such a one holds was computed a moment ago.
bool Engine::IsVector(ObjectId id) const {
  const Object& o = objects[id];
  return o.kind == ObjectKind::Variable && rir::OfVector(module_.types, o.element) != o.element;
}

}  // namespace detrain::infer
