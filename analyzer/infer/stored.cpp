// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/stored.h"

#include <algorithm>
#include <string_view>

namespace detrain::infer {

namespace {

constexpr std::string_view kTable = "$vptr";  // the member that leads to the table of virtual functions

}  // namespace

void Stored::AddThrough(rir::TypeId type, bool is_text) {
  if (type == rir::kNone)
    return AddAnything();
  const rir::Type& t = TypeAt(type);
  switch (t.kind) {
    case rir::TypeKind::Array:
      return AddThrough(t.element, is_text);
    case rir::TypeKind::Record:
      for (std::uint32_t i = 0; i < t.fields.size(); ++i)
        AddMember(type, i);
      if (t.fields.empty() && t.size > 1)  // one that is not known
        AddAnything();
      return;
    case rir::TypeKind::Int:
    case rir::TypeKind::Float:
    case rir::TypeKind::Pointer:
      if (!IsByte(type))
        through_.insert(type);
      else if (is_text)
        is_text_ = true;
      else
        AddAnything();
      return;
    default:
      return AddAnything();
  }
}

// The members of a union are one another's.
void Stored::AddMember(rir::TypeId record, std::uint32_t member) {
  if (!members_.insert({record, member}).second)
    return;
  const rir::Type& t = TypeAt(record);
  for (std::uint32_t i = 0; t.is_union && i < t.fields.size(); ++i)
    AddMember(record, i);
  rir::TypeId inner = t.fields[member].type;
  while (TypeAt(inner).kind == rir::TypeKind::Array && TypeAt(inner).element != rir::kNone)
    inner = TypeAt(inner).element;
  if (TypeAt(inner).kind == rir::TypeKind::Record)
    AddThrough(inner, true);
  else if (IsOfNumbers(record))
    AddThrough(inner, true);
}

// A vector, a complex number, a point: programs look at arrays and at members beside one another in this way.
bool Stored::IsOfNumbers(rir::TypeId type) const {
  const rir::Type& t = TypeAt(type);
  switch (t.kind) {
    case rir::TypeKind::Int:
    case rir::TypeKind::Float:
      return true;
    case rir::TypeKind::Array:
      return t.element != rir::kNone && IsOfNumbers(t.element);
    case rir::TypeKind::Record:
      return std::ranges::all_of(t.fields, [&](const rir::Field& field) { return IsOfNumbers(field.type); });
    default:
      return false;
  }
}

std::optional<std::vector<Part>> Stored::PartsOf(rir::TypeId whole) const {
  if (is_unknown_ || whole == rir::kNone || (is_anything_ && (ChangesClasses() || !HasClass(whole))))
    return std::nullopt;
  std::vector<Part> parts;
  Around around;
  Collect(whole, 0, around, parts);
  return parts;
}

void Stored::Collect(rir::TypeId type, std::uint64_t offset, Around& around, std::vector<Part>& parts) const {
  const rir::Type& t = TypeAt(type);
  if (t.kind == rir::TypeKind::Array && t.element != rir::kNone) {
    std::vector<Part> of_element;
    Collect(t.element, offset, around, of_element);
    if (!of_element.empty())
      parts.push_back({offset, t.size, type});
    return;
  }
  if (t.kind != rir::TypeKind::Record) {
    if (IsStored(type, offset, around))
      parts.push_back({offset, t.size, type});
    return;
  }
  std::vector<Part> inside;
  around.emplace_back(type, offset);
  for (const rir::Field& field : t.fields)
    if (!TellsClass(field) || ChangesClasses())
      Collect(field.type, offset + field.offset, around, inside);
  around.pop_back();
  if (t.is_union && !inside.empty())
    inside = {{offset, t.size, type}};
  parts.insert(parts.end(), inside.begin(), inside.end());
}

// A member of another record counts where it would be at the same place: structures that begin alike are taken for one
// another in C. Those of the standard library are not.
bool Stored::IsStored(rir::TypeId type, std::uint64_t offset, const Around& around) const {
  if (is_anything_)
    return true;
  if (IsByte(type))
    return is_text_ || !through_.empty() || !members_.empty();
  if (std::ranges::any_of(through_, [&](rir::TypeId stored) { return MayBe(stored, type); }))
    return true;
  return std::ranges::any_of(members_, [&](const Member& member) {
    const rir::Type& record = TypeAt(member.first);
    const rir::Field& field = record.fields[member.second];
    if (!MayBe(field.type, type))
      return false;
    const bool is_librarys = rir::IsStandardName(record.name);
    const bool is_inside = !around.empty() && Contains(around.front().first, member.first);
    if (around.empty())
      return !is_librarys;
    return std::ranges::any_of(around, [&](const auto& outer) {
      return offset - outer.second == field.offset && (outer.first == member.first || !(is_inside || is_librarys));
    });
  });
}

bool Stored::TellsClass(const rir::Field& field) {
  return field.name == kTable;
}

bool Stored::HasClass(rir::TypeId type) const {
  const rir::Type& t = TypeAt(type);
  if (t.kind == rir::TypeKind::Array)
    return t.element != rir::kNone && HasClass(t.element);
  return t.kind == rir::TypeKind::Record && std::ranges::any_of(t.fields, [&](const rir::Field& field) {
           return TellsClass(field) || HasClass(field.type);
         });
}

// Whether an object begins or ends to be one of its class: a constructor or a destructor is among the code. They store
// the address of the table where the object begins.
bool Stored::ChangesClasses() const {
  const auto is_table = [&](rir::TypeId type) {
    const rir::Type& t = TypeAt(type);
    const bool leads_to_pointer =
        t.kind == rir::TypeKind::Pointer && t.element != rir::kNone && TypeAt(t.element).kind == rir::TypeKind::Pointer;
    const rir::TypeId slot = leads_to_pointer ? TypeAt(t.element).element : rir::kNone;
    return slot != rir::kNone && TypeAt(slot).kind == rir::TypeKind::Function;
  };
  return std::ranges::any_of(through_, is_table) || std::ranges::any_of(members_, [&](const Member& member) {
           return TellsClass(TypeAt(member.first).fields[member.second]);
         });
}

bool Stored::IsByte(rir::TypeId type) const {
  const rir::Type& t = TypeAt(type);
  return t.kind == rir::TypeKind::Int && t.size == 1 && t.name != "bool";
}

// Whether a store of one may write the other. Numbers of one size are taken for one another, as programs do that look
// at the bits of a float.
bool Stored::MayBe(rir::TypeId a, rir::TypeId b) const {
  if (a == b || a == rir::kNone || b == rir::kNone)
    return true;
  const rir::Type &x = TypeAt(a), &y = TypeAt(b);
  if (x.kind == rir::TypeKind::Array)
    return MayBe(x.element, b);
  if (y.kind == rir::TypeKind::Array)
    return MayBe(a, y.element);
  const auto is_number = [](const rir::Type& t) {
    return t.kind == rir::TypeKind::Int || t.kind == rir::TypeKind::Float;
  };
  if (is_number(x) && is_number(y))
    return x.size == y.size || IsByte(a) || IsByte(b);
  if (x.kind != y.kind)
    return false;
  if (x.kind == rir::TypeKind::Record)
    return x.name == y.name;
  return x.kind != rir::TypeKind::Pointer || MayBe(x.element, y.element);
}

bool Stored::Contains(rir::TypeId whole, rir::TypeId record) const {
  const rir::Type& t = TypeAt(whole);
  if (whole == record)
    return true;
  if (t.kind == rir::TypeKind::Array)
    return t.element != rir::kNone && Contains(t.element, record);
  return t.kind == rir::TypeKind::Record &&
         std::ranges::any_of(t.fields, [&](const rir::Field& field) { return Contains(field.type, record); });
}

}  // namespace detrain::infer
