// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/metric.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "analyzer/diag/message.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<double> NumberAtStart(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t:=");
  if (begin == std::string_view::npos)
    return std::nullopt;
  const std::string number(text.substr(begin, 64));
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  return end == number.c_str() ? std::nullopt : std::optional(value);
}

template <typename T>
double As(const std::string& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return static_cast<double>(value);
}

std::optional<double> ScalarOf(const StepFolder& folder, const std::string& name) {
  const auto entry = std::ranges::find(folder.entries, name, &StepEntry::name);
  if (entry == folder.entries.end())
    return std::nullopt;
  const Result<std::string> bytes = ReadEntryBytes(folder, *entry);
  if (bytes && entry->dtype == "F32" && bytes->size() == sizeof(float))
    return As<float>(*bytes);
  if (bytes && entry->dtype == "F64" && bytes->size() == sizeof(double))
    return As<double>(*bytes);
  return std::nullopt;
}

std::string TextAtStep(const StepFolder& folder) {
  for (const Json& output : ListAt(folder.meta, "outputs")) {
    if (TextAt(output, "path") != "<stdout>")
      continue;
    std::string text(NumberAt(output, "length"), '\0');
    std::ifstream file(folder.run / "text", std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
  }
  return "";
}

}  // namespace

std::optional<double> LastNumberBehind(std::string_view text, std::string_view name) {
  for (std::size_t at = text.rfind(name); at != std::string_view::npos; at = text.rfind(name, at - 1)) {
    const bool is_whole = at == 0 || !IsWord(text[at - 1]) || !IsWord(name.front());
    const auto number = is_whole ? NumberAtStart(text.substr(at + name.size())) : std::nullopt;
    if (number)
      return number;
    if (at == 0)
      break;
  }
  return std::nullopt;
}

std::optional<double> MetricAt(const std::filesystem::path& run, std::uint64_t step, const Metric& metric) {
  const Result<StepFolder> folder = ReadStep(StepPath(run, step));
  if (!folder)
    return std::nullopt;
  auto value = ScalarOf(*folder, metric.name);
  if (!value)
    value = LastNumberBehind(TextAtStep(*folder), metric.name);
  return value && std::isnan(*value) ? std::nullopt : value;
}

Result<std::uint64_t> ParseBest(const std::string& text, Metric& metric) {
  const std::size_t colon = text.find(':');
  const auto count = ParseNumber(std::string_view(text).substr(0, colon));
  metric.name = colon == std::string::npos ? "" : text.substr(colon + 1);
  for (const std::string_view word : {"min:", "max:"}) {
    if (!metric.name.starts_with(word))
      continue;
    metric.name.erase(0, word.size());
    metric.is_high_good = word == "max:";
  }
  if (!count || *count < 1 || metric.name.empty())
    return diag::Fail<diag::Failure::BadUsage>(
        {}, "run", "--best takes N:METRIC, as 3:val loss or 3:max:accuracy, not '" + text + "'");
  return static_cast<std::uint64_t>(*count);
}

}  // namespace detrain::driver
