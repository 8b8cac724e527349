// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/report_lines.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::verify {

namespace {

using Json = nlohmann::json;

// A random device was recorded by the two words that key its stream.
void AddInput(const Json& input, std::string& list) {
  std::vector<std::string> numbers;
  for (const Json& number : input.value("numbers", Json::array()))
    numbers.push_back(std::to_string(number.get<std::int64_t>()));
  const std::string bytes = input.value("bytes", std::string("-"));
  list.append(input.value("call", std::string("?"))).append(" ");
  list.append(numbers.empty() ? "-" : Join(numbers, ",")).append(" ").append(bytes).append("\n");
}

}  // namespace

// {"event": "poison", "entries": {PATH: BYTES}}
std::map<std::string, std::uint64_t> PoisonedBytes(std::string_view report) {
  std::map<std::string, std::uint64_t> bytes;
  for (const std::string& line : Split(report, '\n')) {
    const Json row = Json::parse(line, nullptr, false);
    if (!row.is_object() || !row.contains("poisoned") || !row["poisoned"].is_object())
      continue;
    for (const auto& [path, count] : row["poisoned"].items())
      if (count.is_number_unsigned())
        bytes[path] += count.get<std::uint64_t>();
  }
  return bytes;
}

bool ChangesNumbers(const std::string& manifest) {
  const Json json = Json::parse(manifest, nullptr, false);
  return json.is_object() && json.value("changes_numbers", false);
}

std::string ReplayList(const std::string& manifest, const std::string& inputs_log) {
  std::string list;
  const Json json = Json::parse(manifest, nullptr, false);
  if (json.is_object())
    for (const Json& input : json.value("inputs", Json::array()))
      AddInput(input, list);
  for (const std::string& line : Split(inputs_log, '\n'))
    if (const Json input = Json::parse(line, nullptr, false); input.is_object())
      AddInput(input, list);
  return list;
}

}  // namespace detrain::driver::verify
