// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses as numbers: what allocators that align by hand, and loops that look for an aligned beginning, make of them.
// An address differs from run to run, its rest by a power of two up to the block's alignment does not.
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/infer.h"

namespace detrain::infer {

using rir::Opcode;

namespace {

constexpr std::int64_t kOfMalloc = 16, kOfDevice = 256;
// A page: the runtime aligns the program's blocks by no more.
constexpr std::int64_t kMostAligned = 4096;

bool IsPowerOfTwo(std::int64_t number) {
  return number > 0 && std::has_single_bit(static_cast<std::uint64_t>(number));
}

}  // namespace

bool IsHooked(std::string_view allocator) {
  static constexpr std::array<std::string_view, 9> kHooked = {
      "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "strdup", "strndup", "new"};
  return std::ranges::find(kHooked, allocator) != kHooked.end();
}

// What hangs on these addresses hangs on the environment, unless the runtime places all of them.
std::uint32_t Engine::SourceOfAddresses(std::initializer_list<const Value*> pointers, const rir::Location& at) {
  const auto is_placed = [&](const Value* v) {
    return v->functions.empty() && !v->alternatives.empty() &&
           std::ranges::all_of(v->alternatives,
                               [&](const Alternative& a) { return a.is_null || IsPlacedByRuntime(a.target.object); });
  };
  const auto is_at_once = [&](const Value* v) {
    return std::ranges::any_of(v->alternatives,
                               [&](const Alternative& a) { return made_at_once.contains(a.target.object); });
  };
  const bool are_placed = std::ranges::all_of(pointers, is_placed);
  const char* const what = are_placed                                  ? kHeapAddress
                           : std::ranges::any_of(pointers, is_at_once) ? kAddressAtOnce
                                                                       : kAddress;
  return SourceOf({SourceKind::Environment, 0, 0, what, at, are_placed});
}

Value Engine::AddressNumberOf(const Value& pointer) {
  Value out;
  out.kind = Value::Kind::Int;
  out.number = pool.Fresh("address");
  addresses_.emplace(*pool.AsAtom(out.number), AddressNumber{pointer});
  return out;
}

// SIZE_MAX and its kind are no numbers of ours.
Value Engine::LargeNumber(std::int64_t bits) {
  Value out;
  out.kind = Value::Kind::Int;
  out.number = pool.Fresh("large");
  const AtomId atom = *pool.AsAtom(out.number);
  pool.SetLower(atom, pool.Zero());
  large_.emplace(atom, bits);
  return out;
}

// The power of two that the address of the object can be made a multiple of in every run.
std::int64_t Engine::AlignmentOf(const Target& t) const {
  const Object& o = objects[t.object];
  if (o.kind == ObjectKind::Variable && o.element != rir::kNone)
    return TypeAt(o.element).align;
  if (o.kind != ObjectKind::Heap || o.header != 0 || o.name == "vla")
    return 1;
  if (o.space != rir::Space::Host && o.name != "__shared__")
    return kOfDevice;
  return IsHooked(o.name) ? kMostAligned : kOfMalloc;
}

bool Engine::IsPlacedByRuntime(ObjectId id) const {
  const Object& o = objects[id];
  return o.kind == ObjectKind::Heap && o.space == rir::Space::Host && IsHooked(o.name) && !made_at_once.contains(id);
}

// Whether all places that it may be lie in memory that begins at a multiple of `alignment`; the runtime sees to it
// where malloc does not.
bool Engine::AreAligned(const Value& pointer, std::int64_t alignment) {
  const auto is_aligned = [&](const Alternative& a) { return a.is_null || AlignmentOf(a.target) >= alignment; };
  if (alignment > kMostAligned || !std::ranges::all_of(pointer.alternatives, is_aligned))
    return false;
  const bool is_of_heap = std::ranges::any_of(pointer.alternatives, [&](const Alternative& a) {
    return !a.is_null && objects[a.target.object].kind == ObjectKind::Heap &&
           objects[a.target.object].space == rir::Space::Host && objects[a.target.object].name != "__shared__";
  });
  if (is_of_heap && alignment > kOfMalloc)
    block_alignment = std::max(block_alignment, alignment);
  return true;
}

// An address, and one that numbers were added to. Integers are not kept in the array or member that the pointer was.
std::optional<Engine::AddressNumber> Engine::AddressIn(const Value& number) {
  if (!number.HasNumber())
    return std::nullopt;
  if (const auto atom = pool.AsAtom(number.number)) {
    const auto known = addresses_.find(*atom);
    return known == addresses_.end() ? std::nullopt : std::optional(known->second);
  }
  std::optional<AddressNumber> found;
  for (const AtomId atom : pool.TopAtoms(number.number)) {
    const auto known = addresses_.find(atom);
    if (known == addresses_.end())
      continue;
    const auto linear = pool.LinearIn(number.number, atom);
    if (found || known->second.divisor != 1 || !linear || pool.AsConstant(linear->slope) != 1)
      return std::nullopt;
    found = {ShiftPointer(known->second.pointer, linear->rest, std::nullopt), 1};
    for (Alternative& a : found->pointer.alternatives)
      a.target.low = a.target.high = kNoExpr;
  }
  return found;
}

// That a pointer was a number meanwhile makes it hang on no address.
std::optional<Value> Engine::PointerOfAddress(const Value& number) {
  auto address = AddressIn(number);
  return address && address->divisor == 1 ? std::optional(std::move(address->pointer)) : std::nullopt;
}

Value Engine::PointerOfNumber(ExprId number) {
  if (pool.IsZero(number))
    return NullPointer();
  Value out;
  out.kind = Value::Kind::Pointer;
  out.alternatives.push_back({{}, false, {NumberBase(), number, kNoExpr, kNoExpr}});
  return out;
}

// What stands in a place as a number, and in the same place as a pointer on another way.
Value Engine::PointerFrom(const Value& number) {
  if (auto pointer = PointerOfAddress(number))
    return *std::move(pointer);
  Value out = PointerOfNumber(number.HasNumber() ? number.number : pool.Fresh("number"));
  out.deps = number.deps;
  return out;
}

// What a pointer is as a number that surely leads nowhere; `&((T*)1)->member` is one.
std::optional<ExprId> Engine::NumberOfPointer(const Value& pointer) const {
  if (!pointer.functions.empty() || pointer.alternatives.size() != 1 || !IsFromNull(pointer.alternatives[0]))
    return std::nullopt;
  const Alternative& only = pointer.alternatives[0];
  return only.is_null ? pool.Zero() : only.target.offset;
}

// Whether the place is a number that the program has computed, or keeps in memory: perhaps an address with something
// put into its low bits.
bool Engine::IsComputed(const Alternative& a) const {
  if (a.is_null || a.target.object != number_base_ || pool.AsConstant(a.target.offset))
    return false;
  const auto atom = pool.AsAtom(a.target.offset);
  return !atom || !large_.contains(*atom);
}

void Engine::Expose(const Value& pointer, std::uint32_t source) {
  for (const Alternative& a : PlacesOf(pointer))
    if (objects[a.target.object].kind != ObjectKind::Text)
      exposed_.try_emplace(a.target.object, source);
}

// Such an address may lead to all whose address was ever made a number; where there is none, nobody knows where it
// leads, which is no alternative. nullopt: it is no such address.
std::optional<Value> Engine::WithExposed(const Value& address) {
  const auto is_computed = [&](const Alternative& a) { return IsComputed(a); };
  if (std::ranges::none_of(address.alternatives, is_computed))
    return std::nullopt;
  Value out = address;
  std::erase_if(out.alternatives, is_computed);
  for (const auto& [id, source] : exposed_) {
    out.alternatives.push_back({{}, false, {id, pool.Fresh("address"), kNoExpr, kNoExpr}});
    out.deps.insert(source);
  }
  return out;
}

// The bits of a constant, of which the upper ones may be set.
std::optional<std::int64_t> Engine::MaskIn(const Value& number) const {
  if (!number.HasNumber())
    return std::nullopt;
  if (const auto constant = pool.AsConstant(number.number))
    return constant;
  const auto atom = pool.AsAtom(number.number);
  const auto large = atom ? large_.find(*atom) : large_.end();
  return large == large_.end() ? std::nullopt : std::optional(large->second);
}

// `(uintptr_t)p & ~63`: a place in the same block, told by the place that `p` is.
std::optional<Value> Engine::AlignedAddress(Opcode opcode, const Value& address, const Value& by) {
  if (opcode != Opcode::And)
    return std::nullopt;
  auto known = AddressIn(address);
  auto mask = MaskIn(known ? by : address);
  if (!known)
    known = AddressIn(by);
  const std::int64_t alignment = mask && *mask < 0 && *mask != INT64_MIN ? -*mask : 0;
  if (!known || known->divisor != 1 || !IsPowerOfTwo(alignment) || !AreAligned(known->pointer, alignment))
    return std::nullopt;
  Value pointer = known->pointer;
  for (Alternative& a : pointer.alternatives) {
    if (a.is_null)
      continue;
    const ExprId rest = pool.Rem(a.target.offset, pool.Constant(alignment), true);
    a.target.offset = pool.Sub(a.target.offset, rest);
    a.target.low = a.target.high = kNoExpr;
  }
  Value out = AddressNumberOf(pointer);
  Merge(out.deps, address.deps);
  Merge(out.deps, by.deps);
  return out;
}

// `(uintptr_t)p % 16`, `(uintptr_t)p & 15`, `(uintptr_t)p / 4 & 3`: where blocks are aligned so, it is told by the
// place in the block.
std::optional<Value> Engine::RestOfAddress(Opcode opcode, const Value& address, const Value& by) {
  if (opcode != Opcode::Rem && opcode != Opcode::And)
    return std::nullopt;
  const auto known = AddressIn(address);
  const auto constant = by.HasNumber() ? pool.AsConstant(by.number) : std::nullopt;
  if (!known || !constant || *constant < 0 || *constant > kMostAligned)
    return std::nullopt;
  const auto& [pointer, divisor] = *known;
  const std::int64_t parts = opcode == Opcode::Rem ? *constant : *constant + 1;
  if (!IsPowerOfTwo(parts) || !AreAligned(pointer, parts * divisor))
    return std::nullopt;
  const ExprId modulus = pool.Constant(parts * divisor), step = pool.Constant(divisor);
  std::optional<Value> out;
  for (const Alternative& a : pointer.alternatives) {
    const Value rest = Number(a.is_null ? pool.Zero() : pool.Div(pool.Rem(a.target.offset, modulus, true), step, true));
    out = out ? JoinValues(*out, rest, kNoExpr) : rest;
  }
  if (out)
    Merge(out->deps, pointer.deps);
  return out;
}

// `(intptr_t)end - (intptr_t)begin`, of pointers that surely lead into one object.
std::optional<Value> Engine::DistanceOfAddresses(Opcode opcode, const Value& a, const Value& b) {
  if (opcode != Opcode::Sub)
    return std::nullopt;
  const auto end = AddressIn(a), begin = AddressIn(b);
  const bool are_whole = end && begin && end->divisor == 1 && begin->divisor == 1;
  const Target *to = are_whole ? end->pointer.OnlyPlace() : nullptr,
               *from = are_whole ? begin->pointer.OnlyPlace() : nullptr;
  if (to == nullptr || from == nullptr || to->object != from->object)
    return std::nullopt;
  const auto bytes = DistanceIn(*to, *from, 1);
  if (!bytes)
    return std::nullopt;
  Value out = Number(*bytes);
  Merge(out.deps, end->pointer.deps);
  Merge(out.deps, begin->pointer.deps);
  return out;
}

// The number in front of `& 3` above.
void Engine::NoteAddressPart(Opcode opcode, const Value& address, const Value& by, const Value& part) {
  const auto known = opcode == Opcode::Div ? AddressIn(address) : std::nullopt;
  const auto constant = by.HasNumber() ? pool.AsConstant(by.number) : std::nullopt;
  const auto quotient = part.HasNumber() ? pool.AsAtom(part.number) : std::nullopt;
  constexpr std::int64_t kLargestElement = 4096;
  if (!known || !constant || !quotient || !IsPowerOfTwo(*constant) || *constant > kLargestElement)
    return;
  const AddressNumber divided{known->pointer, known->divisor * *constant};
  addresses_.emplace(*quotient, divided);
}

}  // namespace detrain::infer
