// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "numbers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace detrain::runtime {
namespace {

template <typename T>
T Load(const char* bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes + i * sizeof value, sizeof value);
  return value;
}

double OfF64(const char* bytes, std::size_t i) {
  return Load<double>(bytes, i);
}
double OfF32(const char* bytes, std::size_t i) {
  return static_cast<double>(Load<float>(bytes, i));
}
double OfBf16(const char* bytes, std::size_t i) {
  const std::uint32_t bits = static_cast<std::uint32_t>(Load<std::uint16_t>(bytes, i)) << 16;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<double>(value);
}
double OfF16(const char* bytes, std::size_t i) {
  const unsigned bits = Load<std::uint16_t>(bytes, i);
  const double fraction = (bits & 0x3FF) / 1024.0;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  double value = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
  if (exponent == 31)
    value = fraction == 0 ? INFINITY : NAN;
  return (bits & 0x8000) != 0 ? -value : value;
}

struct Type {
  const char* name;
  std::size_t size;
  double (*value)(const char*, std::size_t);
};
constexpr Type kTypes[] = {{"F32", 4, OfF32}, {"F64", 8, OfF64}, {"BF16", 2, OfBf16}, {"F16", 2, OfF16}};

const Type* Find(const char* dtype) {
  for (const Type& type : kTypes) {
    if (std::strcmp(type.name, dtype) == 0)
      return &type;
  }
  return nullptr;
}

}  // namespace

bool IsFloat(const char* dtype) {
  return Find(dtype) != nullptr;
}

Numbers NumbersOf(const char* dtype, const char* bytes, std::size_t size) {
  Numbers n;
  const Type* type = Find(dtype);
  n.count = type == nullptr ? 0 : size / type->size;
  for (std::size_t i = 0; i < n.count; ++i) {
    const double value = type->value(bytes, i);
    n.first = i == 0 ? value : n.first;
    if (!std::isfinite(value)) {
      ++n.odd;
      continue;
    }
    n.magnitude = std::max(n.magnitude, std::fabs(value));
    n.sum += value;
  }
  return n;
}

void ForEachNonZero(const char* dtype, const char* bytes, std::size_t size,
                    const std::function<void(std::size_t)>& use) {
  const Type* type = Find(dtype);
  for (std::size_t i = 0; type != nullptr && i < size / type->size; ++i) {
    if (type->value(bytes, i) != 0)
      use(i);
  }
}

}  // namespace detrain::runtime
