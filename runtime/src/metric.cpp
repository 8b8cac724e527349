// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "metric.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "disk.h"
#include "paths.h"
#include "store.h"

namespace detrain::runtime {
namespace {

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<double> NumberAtStart(const std::string& text, std::size_t at) {
  const std::size_t begin = text.find_first_not_of(" \t:=", at);
  if (begin == std::string::npos)
    return std::nullopt;
  const std::string number = text.substr(begin, 64);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  return end == number.c_str() ? std::nullopt : std::optional(value);
}

template <typename T>
double As(const std::vector<char>& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return static_cast<double>(value);
}

std::optional<double> ScalarOf(const std::string& dir, const Entry& entry) {
  const bool is_float = entry.dtype == "F32" && entry.length == sizeof(float);
  const bool is_double = entry.dtype == "F64" && entry.length == sizeof(double);
  std::vector<char> bytes;
  std::string why;
  if ((!is_float && !is_double) || !TryReadEntry(dir, entry, bytes, why))
    return std::nullopt;
  return is_float ? As<float>(bytes) : As<double>(bytes);
}

std::string TextAt(const Checkpoint& checkpoint) {
  std::string text;
  for (const OutputRecord& output : checkpoint.outputs) {
    if (output.key == kTextKey && ReadWhole(PathOf(kTextKey), text) == 0)
      text.resize(std::min<std::size_t>(text.size(), output.length));
  }
  return text;
}

}  // namespace

std::optional<double> LastNumberBehind(const std::string& text, const std::string& name) {
  for (std::size_t at = text.rfind(name); at != std::string::npos; at = text.rfind(name, at - 1)) {
    const bool is_whole = at == 0 || !IsWord(text[at - 1]) || !IsWord(name.front());
    const auto number = is_whole ? NumberAtStart(text, at + name.size()) : std::nullopt;
    if (number)
      return number;
    if (at == 0)
      break;
  }
  return std::nullopt;
}

std::optional<double> MetricAt(const std::string& dir, const Checkpoint& checkpoint, const std::string& name) {
  std::optional<double> value;
  for (const Entry& entry : checkpoint.entries) {
    if (entry.name == name)
      value = ScalarOf(dir, entry);
  }
  if (!value)
    value = LastNumberBehind(TextAt(checkpoint), name);
  return value && std::isnan(*value) ? std::nullopt : value;
}

}  // namespace detrain::runtime
