// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/entry_size.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <string_view>

namespace detrain::plan {
namespace {

// Bytes of a scalar, by the name that the plan's types have; 0 where the name does not tell.
std::uint64_t ScalarBytes(std::string_view type) {
  static const std::map<std::string_view, std::uint64_t> bytes = {
      {"bool", 1}, {"i8", 1},  {"u8", 1},   {"i16", 2}, {"u16", 2}, {"i32", 4},  {"u32", 4},  {"i64", 8},
      {"u64", 8},  {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"f80", 16}, {"ptr", 16}, {"bytes", 1}};
  const auto found = bytes.find(type.substr(0, type.find('[')));
  return found == bytes.end() ? 0 : found->second;
}

bool IsNumber(std::string_view text) {
  constexpr std::size_t longest = 15;
  return !text.empty() && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// factor * symbol bytes; the symbol is empty where the factor is all of it.
struct Size {
  std::uint64_t factor = 0;  // 0: not known
  std::string symbol;
};

// "64 * rows" of four bytes each are 256 * rows.
Size Multiplied(std::uint64_t scalar, const std::string& extent) {
  if (IsNumber(extent))
    return {scalar * std::stoull(extent), ""};
  const std::size_t times = extent.find(" * ");
  const bool is_product = times != std::string::npos && IsNumber(extent.substr(0, times)) &&
                          extent.find_first_of("+-(") == std::string::npos;
  return is_product ? Size{scalar * std::stoull(extent.substr(0, times)), extent.substr(times + 3)}
                    : Size{scalar, extent};
}

Size SizeOf(const Entry& entry) {
  constexpr std::string_view in_bytes = " bytes";
  const bool counts_bytes = entry.extent.ends_with(in_bytes);
  const std::uint64_t scalar = counts_bytes ? 1 : ScalarBytes(entry.type);
  const std::string extent =
      counts_bytes ? entry.extent.substr(0, entry.extent.size() - in_bytes.size()) : entry.extent;
  const bool is_scalar = extent.empty() && (entry.type.find('[') == std::string::npos || entry.type.ends_with("[1]"));
  if (scalar == 0 || (extent.empty() && !is_scalar))
    return {};
  if (is_scalar)
    return {scalar, ""};
  return Multiplied(scalar, extent);
}

bool IsBuffer(const Entry& entry) {
  return entry.type.find('[') != std::string::npos;
}

std::string Spelled(const Size& size) {
  if (size.symbol.empty())
    return std::to_string(size.factor) + (size.factor == 1 ? " byte" : " bytes");
  const bool is_sum = size.symbol.find(" + ") != std::string::npos || size.symbol.find(" - ") != std::string::npos;
  const std::string symbol = is_sum ? "(" + size.symbol + ")" : size.symbol;
  return (size.factor == 1 ? symbol : std::to_string(size.factor) + " * " + symbol) + " bytes";
}

}  // namespace

std::string SizeText(const Entry& entry) {
  const Size size = SizeOf(entry);
  if (size.factor == 0 && entry.extent.empty() && IsBuffer(entry))
    return "sized at run time";
  return size.factor == 0 ? entry.extent : Spelled(size);
}

std::string TotalSizeText(std::span<const Entry> entries) {
  std::map<std::string, std::uint64_t> factors;
  std::size_t unknown = 0;
  for (const Entry& entry : entries) {
    const Size size = SizeOf(entry);
    if (entry.saved && size.factor != 0)
      factors[size.symbol] += size.factor;
    unknown += entry.saved && size.factor == 0 && IsBuffer(entry) ? 1 : 0;
  }
  std::string text;
  for (const auto& [symbol, factor] : factors)
    text += (text.empty() ? "" : " + ") + Spelled({factor, symbol});
  if (unknown != 0)
    text += (text.empty() ? "" : " + ") + std::to_string(unknown) +
            (unknown == 1 ? " buffer sized at run time" : " buffers sized at run time");
  return text;
}

}  // namespace detrain::plan
