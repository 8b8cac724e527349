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
      {"bool", 1}, {"i8", 1},  {"u8", 1},   {"i16", 2}, {"u16", 2}, {"i32", 4},  {"u32", 4}, {"i64", 8},
      {"u64", 8},  {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"f80", 16}, {"ptr", 16}};
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

Size SizeOf(const Entry& entry) {
  constexpr std::string_view in_bytes = " bytes";
  const bool counts_bytes = entry.extent.ends_with(in_bytes);
  const std::uint64_t scalar = counts_bytes ? 1 : ScalarBytes(entry.type);
  const std::string extent =
      counts_bytes ? entry.extent.substr(0, entry.extent.size() - in_bytes.size()) : entry.extent;
  const bool is_scalar = extent.empty() && entry.type.find('[') == std::string::npos;
  if (scalar == 0 || (extent.empty() && !is_scalar))
    return {};
  if (is_scalar)
    return {scalar, ""};
  return IsNumber(extent) ? Size{scalar * std::stoull(extent), ""} : Size{scalar, extent};
}

std::string Spelled(const Size& size) {
  if (size.symbol.empty())
    return std::to_string(size.factor) + (size.factor == 1 ? " byte" : " bytes");
  const bool is_sum = size.symbol.find_first_of("+-/ ") != std::string::npos;
  const std::string symbol = is_sum ? "(" + size.symbol + ")" : size.symbol;
  return (size.factor == 1 ? symbol : std::to_string(size.factor) + " * " + symbol) + " bytes";
}

}  // namespace

std::string SizeText(const Entry& entry) {
  const Size size = SizeOf(entry);
  return size.factor == 0 ? entry.extent : Spelled(size);
}

std::string TotalSizeText(std::span<const Entry> entries) {
  std::map<std::string, std::uint64_t> factors;
  for (const Entry& entry : entries) {
    const Size size = SizeOf(entry);
    if (entry.saved && size.factor != 0)
      factors[size.symbol] += size.factor;
  }
  std::string text;
  for (const auto& [symbol, factor] : factors)
    text += (text.empty() ? "" : " + ") + Spelled({factor, symbol});
  return text;
}

}  // namespace detrain::plan
