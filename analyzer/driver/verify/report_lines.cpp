// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/report_lines.h"

#include <nlohmann/json.hpp>

#include "analyzer/driver/options.h"

namespace detrain::driver::verify {

namespace {

using Json = nlohmann::json;

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

}  // namespace detrain::driver::verify
