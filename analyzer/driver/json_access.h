// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads of JSON that somebody else wrote: a member that is missing or of another kind reads as empty.
#ifndef DETRAIN_ANALYZER_DRIVER_JSON_ACCESS_H
#define DETRAIN_ANALYZER_DRIVER_JSON_ACCESS_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace detrain::driver {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

inline const Json& MemberAt(const Json& json, const char* name) {
  static const Json none;
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() ? *found : none;
}

inline std::string TextAt(const Json& json, const char* name) {
  const Json& member = MemberAt(json, name);
  return member.is_string() ? member.get<std::string>() : std::string();
}

inline std::uint64_t NumberAt(const Json& json, const char* name) {
  const Json& member = MemberAt(json, name);
  return member.is_number_unsigned() ? member.get<std::uint64_t>() : 0;
}

inline const Json& ListAt(const Json& json, const char* name) {
  static const Json none = Json::array();
  const Json& member = MemberAt(json, name);
  return member.is_array() ? member : none;
}

inline std::vector<std::string> TextsAt(const Json& json, const char* name) {
  std::vector<std::string> texts;
  for (const Json& text : ListAt(json, name))
    if (text.is_string())
      texts.push_back(text.get<std::string>());
  return texts;
}

}  // namespace detrain::driver

#endif
