// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/unit_file.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver::cc {
namespace {

OrderedJson ErrorJson(const Error& error) {
  return {{"kind", ExitCode(error.kind)},
          {"message", error.message},
          {"file", error.location.file},
          {"line", error.location.line},
          {"column", error.location.column}};
}

Error ErrorFrom(const Json& json) {
  const std::uint64_t kind = NumberAt(json, "kind");
  return Error{kind == 4   ? ErrorKind::Coverage
               : kind == 2 ? ErrorKind::Usage
                           : ErrorKind::Input,
               TextAt(json, "message"),
               Location{TextAt(json, "file"), static_cast<std::uint32_t>(NumberAt(json, "line")),
                        static_cast<std::uint32_t>(NumberAt(json, "column"))}};
}

OrderedJson ToJson(const UnitFile& unit) {
  OrderedJson json = {{"schema", "detrain-unit/1"},   {"directory", unit.command.directory},
                      {"file", unit.command.file},    {"arguments", unit.command.arguments},
                      {"object", unit.object_hash},   {"depfiles", unit.depfiles},
                      {"sources", unit.sources_hash}, {"rir", unit.rir}};
  if (unit.error)
    json["error"] = ErrorJson(*unit.error);
  return json;
}

std::optional<UnitFile> FromJson(const Json& json) {
  const std::vector<std::string> arguments = TextsAt(json, "arguments");
  if (TextAt(json, "schema") != "detrain-unit/1" || TextAt(json, "file").empty() || arguments.empty())
    return std::nullopt;
  UnitFile unit;
  unit.command = {TextAt(json, "directory"), TextAt(json, "file"), arguments};
  unit.object_hash = TextAt(json, "object");
  unit.depfiles = TextsAt(json, "depfiles");
  unit.sources_hash = TextAt(json, "sources");
  unit.rir = TextAt(json, "rir");
  if (json.contains("error"))
    unit.error = ErrorFrom(json["error"]);
  return unit;
}

}  // namespace

std::string UnitFileName(const std::string& object) {
  return object + ".detrain";
}

Result<std::string> HashOfSources(const load::LoadedUnit& unit) {
  std::string hashes;
  for (const std::string& file : unit.user_files()) {
    DETRAIN_TRY(const std::string hash, HashOfFile(PathOf(unit.command(), file).string()));
    hashes += hash;
  }
  return HashText(hashes);
}

Result<std::string> HashOfFile(const std::string& path) {
  DETRAIN_TRY(const std::string bytes, ReadFile(path));
  return HashText(bytes);
}

Result<void> WriteUnitFile(const std::string& object, const UnitFile& unit) {
  return WriteFileAtomically(UnitFileName(object),
                             ToJson(unit).dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
}

std::optional<UnitFile> ReadUnitFileOf(const std::string& path, const std::string& object_hash) {
  const Result<std::string> text = ReadFile(path);
  std::optional<UnitFile> unit = text ? FromJson(Json::parse(*text, nullptr, false)) : std::nullopt;
  return unit && unit->object_hash == object_hash ? unit : std::nullopt;
}

Result<std::optional<UnitFile>> ReadUnitFile(const std::string& object) {
  const std::string name = UnitFileName(object);
  std::error_code error;
  if (!std::filesystem::exists(name, error))
    return std::optional<UnitFile>();
  DETRAIN_TRY(const std::string text, ReadFile(name));
  std::optional<UnitFile> unit = FromJson(Json::parse(text, nullptr, false));
  if (!unit)
    return diag::Fail<diag::Failure::BadUnitFile>(Location{name, 0, 0});
  DETRAIN_TRY(const std::string hash, HashOfFile(object));
  if (hash != unit->object_hash)
    return diag::Fail<diag::Failure::StaleUnitFile>(Location{name, 0, 0}, object);
  return unit;
}

}  // namespace detrain::driver::cc
