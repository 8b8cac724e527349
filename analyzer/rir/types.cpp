// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/types.h"

#include <algorithm>

namespace detrain::rir {
namespace {

struct Scalar {
  std::string_view name;
  TypeKind kind;
  std::uint32_t size;
  bool is_signed;
};

constexpr Scalar scalars[] = {
    {"i8", TypeKind::Int, 1, true},      {"u8", TypeKind::Int, 1, false},     {"i16", TypeKind::Int, 2, true},
    {"u16", TypeKind::Int, 2, false},    {"i32", TypeKind::Int, 4, true},     {"u32", TypeKind::Int, 4, false},
    {"i64", TypeKind::Int, 8, true},     {"u64", TypeKind::Int, 8, false},    {"i128", TypeKind::Int, 16, true},
    {"u128", TypeKind::Int, 16, false},  {"bool", TypeKind::Int, 1, false},   {"f16", TypeKind::Float, 2, false},
    {"bf16", TypeKind::Float, 2, false}, {"f32", TypeKind::Float, 4, false},  {"f64", TypeKind::Float, 8, false},
    {"f80", TypeKind::Float, 16, false}, {"f128", TypeKind::Float, 16, false}};

constexpr std::string_view type_words[] = {"void", "ptr", "array", "fn", "handle", "int", "record", "union", "float"};

}  // namespace

std::optional<Type> FindScalar(std::string_view name) {
  for (const Scalar& scalar : scalars)
    if (scalar.name == name) {
      Type type;
      type.kind = scalar.kind;
      type.size = type.align = scalar.size;
      type.is_signed = scalar.is_signed;
      type.name = scalar.name;
      return type;
    }
  return std::nullopt;
}

bool IsReservedTypeWord(std::string_view word) {
  for (const std::string_view reserved : type_words)
    if (reserved == word)
      return true;
  return FindScalar(word).has_value();
}

Type Implied(const Type& type) {
  Type implied;
  implied.kind = type.kind;
  switch (type.kind) {
    case TypeKind::Void:
    case TypeKind::Function:
      break;
    case TypeKind::Int:
    case TypeKind::Float: {
      implied.name = type.name;
      const std::optional<Type> scalar = FindScalar(type.name);
      if (scalar && scalar->kind == type.kind)
        implied = *scalar;
      break;
    }
    case TypeKind::Pointer:
      implied.element = type.element;
      implied.size = implied.align = 8;
      break;
    case TypeKind::Array:
      implied.element = type.element;
      implied.count = type.count;
      break;
    case TypeKind::Record:
      implied.is_union = type.is_union;
      implied.name = type.name;
      break;
    case TypeKind::Handle:
      implied.name = type.name;
      break;
  }
  return implied;
}

void LayOut(const std::vector<Type>& types, Type& record) {
  const auto align_up = [](std::uint64_t offset, std::uint64_t align) { return (offset + align - 1) / align * align; };
  record.size = 0;
  record.align = 1;
  for (Field& field : record.fields) {
    const Type type = field.type < types.size() ? types[field.type] : Type{};
    const std::uint32_t align = std::max(type.align, 1U);
    field.offset = record.is_union ? 0 : align_up(record.size, align);
    record.size = std::max(record.size, field.offset + type.size);
    record.align = std::max(record.align, align);
  }
  record.size = align_up(record.size, record.align);
}

TypeId OfVector(const std::vector<Type>& types, TypeId type) {
  if (type == kNone || types[type].kind != TypeKind::Record || types[type].fields.size() != 1)
    return type;
  const Field& only = types[type].fields[0];
  const bool is_vector = only.name.empty() && only.type != kNone && types[only.type].kind == TypeKind::Array;
  return is_vector ? types[only.type].element : type;
}

}  // namespace detrain::rir
