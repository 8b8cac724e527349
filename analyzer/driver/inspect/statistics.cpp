// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/inspect/statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace detrain::driver {
namespace {

double FromBf16(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U));
}

// IEEE 754 binary16: five bits of exponent, ten of fraction.
double FromF16(std::uint16_t bits) {
  const int exponent = (bits >> 10U) & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  if (exponent == 31)
    return fraction != 0 ? std::nan("") : sign * INFINITY;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

template <typename T, typename Convert>
Statistics Of(std::string_view bytes, Convert convert) {
  Statistics statistics;
  std::uint64_t finite = 0;
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T raw;
    std::memcpy(&raw, bytes.data() + at, sizeof raw);
    const double value = convert(raw);
    ++statistics.count;
    statistics.nans += std::isnan(value) ? 1 : 0;
    statistics.infinities += std::isinf(value) ? 1 : 0;
    if (!std::isfinite(value))
      continue;
    statistics.min = finite == 0 ? value : std::min(statistics.min, value);
    statistics.max = finite == 0 ? value : std::max(statistics.max, value);
    ++finite;
    statistics.mean += (value - statistics.mean) / static_cast<double>(finite);
  }
  return statistics;
}

template <typename T>
Statistics Of(std::string_view bytes) {
  return Of<T>(bytes, [](T value) { return static_cast<double>(value); });
}

}  // namespace

std::optional<Statistics> StatisticsOf(std::string_view dtype, std::string_view bytes) {
  if (dtype == "F32")
    return Of<float>(bytes);
  if (dtype == "F64")
    return Of<double>(bytes);
  if (dtype == "F16")
    return Of<std::uint16_t>(bytes, FromF16);
  if (dtype == "BF16")
    return Of<std::uint16_t>(bytes, FromBf16);
  if (dtype == "I8")
    return Of<std::int8_t>(bytes);
  if (dtype == "U8" || dtype == "BOOL")
    return Of<std::uint8_t>(bytes);
  if (dtype == "I16")
    return Of<std::int16_t>(bytes);
  if (dtype == "U16")
    return Of<std::uint16_t>(bytes);
  if (dtype == "I32")
    return Of<std::int32_t>(bytes);
  if (dtype == "U32")
    return Of<std::uint32_t>(bytes);
  if (dtype == "I64")
    return Of<std::int64_t>(bytes);
  if (dtype == "U64")
    return Of<std::uint64_t>(bytes);
  return std::nullopt;
}

std::string Describe(const Statistics& statistics) {
  char text[128];
  std::snprintf(text, sizeof text, "%.6g .. %.6g, mean %.6g", statistics.min, statistics.max, statistics.mean);
  std::string line = text;
  if (statistics.nans > 0)
    line.append(", ").append(std::to_string(statistics.nans)).append(" NaN");
  if (statistics.infinities > 0)
    line.append(", ").append(std::to_string(statistics.infinities)).append(" infinite");
  return line;
}

}  // namespace detrain::driver
