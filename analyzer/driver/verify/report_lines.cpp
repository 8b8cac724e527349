// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/report_lines.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::verify {

namespace {

// A random device was recorded by the two words that key its stream.
void AddInput(const Json& input, std::string& list) {
  std::vector<std::string> numbers;
  for (const Json& number : ListAt(input, "numbers"))
    numbers.push_back(number.is_number_integer() ? std::to_string(number.get<std::int64_t>()) : "0");
  const std::string bytes = TextAt(input, "bytes");
  list.append(TextAt(input, "call")).append(" ");
  list.append(numbers.empty() ? "-" : Join(numbers, ",")).append(" ").append(bytes.empty() ? "-" : bytes).append("\n");
}

}  // namespace

// {"event": "poison", "path": PATH, "bytes": N}
std::map<std::string, std::uint64_t> PoisonedBytes(std::string_view report) {
  std::map<std::string, std::uint64_t> bytes;
  for (const std::string& line : Split(report, '\n')) {
    const Json row = Json::parse(line, nullptr, false);
    if (TextAt(row, "event") == "poison")
      bytes[TextAt(row, "path")] += NumberAt(row, "bytes");
  }
  return bytes;
}

// {"event": "poison-plan", "entries": N}
std::optional<std::uint64_t> PoisonedEntries(std::string_view report) {
  for (const std::string& line : Split(report, '\n'))
    if (const Json row = Json::parse(line, nullptr, false); TextAt(row, "event") == "poison-plan")
      return NumberAt(row, "entries");
  return std::nullopt;
}

// {"event": "ablate", "path": PATH, "entries": N}
std::uint64_t AblatedEntries(std::string_view report) {
  std::uint64_t entries = 0;
  for (const std::string& line : Split(report, '\n')) {
    const Json row = Json::parse(line, nullptr, false);
    entries += TextAt(row, "event") == "ablate" ? NumberAt(row, "entries") : 0;
  }
  return entries;
}

bool ChangesNumbers(const std::string& manifest) {
  const Json json = Json::parse(manifest, nullptr, false);
  return json.is_object() && json.contains("changes_numbers") && json["changes_numbers"] == true;
}

std::string ReplayList(const std::string& manifest, const std::string& inputs_log) {
  std::string list;
  const Json json = Json::parse(manifest, nullptr, false);
  for (const Json& input : ListAt(json, "inputs"))
    AddInput(input, list);
  for (const std::string& line : Split(inputs_log, '\n'))
    if (const Json input = Json::parse(line, nullptr, false); input.is_object())
      AddInput(input, list);
  return list;
}

}  // namespace detrain::driver::verify
