// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading JSON that may be damaged: no exceptions; a missing or ill-typed key gives the default and clears `ok`.
#ifndef DETRAIN_RUNTIME_SRC_JSON_H
#define DETRAIN_RUNTIME_SRC_JSON_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "hash.h"

namespace detrain::runtime {

using Json = nlohmann::ordered_json;

inline Json ParseJson(const std::string& text) {
  return Json::parse(text, nullptr, false);
}

// Paths are bytes, not always UTF-8.
inline std::string PrintJson(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// What stands by itself, and not under the hash of a checkpoint, carries its own.
inline void Seal(Json& json) {
  json["hash_of_rest"] = Hex(Hash(PrintJson(json)));
}
inline bool IsSealed(Json json) {
  const auto found = json.is_object() ? json.find("hash_of_rest") : json.end();
  if (!json.is_object() || found == json.end() || !found->is_string())
    return false;
  const std::string hash = found->get<std::string>();
  json.erase(found);
  return hash == Hex(Hash(PrintJson(json)));
}

class JsonReader {
 public:
  explicit JsonReader(const Json& json) : json_(json) { ok_ = json.is_object(); }

  [[nodiscard]] bool ok() const { return ok_; }

  std::string Text(const char* key) {
    const Json* value = Find(key);
    return Check(value != nullptr && value->is_string()) ? value->get<std::string>() : std::string();
  }
  std::int64_t Int(const char* key) {
    const Json* value = Find(key);
    return Check(value != nullptr && value->is_number_integer()) ? value->get<std::int64_t>() : 0;
  }
  std::uint64_t Natural(const char* key) {
    const Json* value = Find(key);
    return Check(value != nullptr && value->is_number_unsigned()) ? value->get<std::uint64_t>() : 0;
  }
  bool Bool(const char* key) {
    const Json* value = Find(key);
    return Check(value != nullptr && value->is_boolean()) && value->get<bool>();
  }
  std::uint64_t HexValue(const char* key) {
    std::uint64_t value = 0;
    Check(FromHex(Text(key), value));
    return value;
  }
  // An empty array where there is none.
  const Json& Array(const char* key) {
    static const auto* none = new Json(Json::array());
    const Json* value = Find(key);
    return Check(value != nullptr && value->is_array()) ? *value : *none;
  }
  [[nodiscard]] bool Has(const char* key) const { return Find(key) != nullptr; }

 private:
  [[nodiscard]] const Json* Find(const char* key) const {
    if (!json_.is_object())
      return nullptr;
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  bool Check(bool good) {
    ok_ = ok_ && good;
    return good;
  }

  const Json& json_;
  bool ok_ = true;
};

}  // namespace detrain::runtime

#endif
