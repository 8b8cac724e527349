// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "manifest.h"

#include <unistd.h>

#include <cstring>
#include <sstream>
#include <thread>

#include "bindings.h"
#include "disk.h"
#include "fail.h"
#include "image.h"
#include "inputs.h"
#include "json.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

Json Environment() {
  Json json = Json::object();
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    if (std::strncmp(*at, "DETRAIN_", 8) != 0 && std::strncmp(*at, "OMP_", 4) != 0)
      continue;
    const std::string text = *at;
    const std::size_t equals = text.find('=');
    json[text.substr(0, equals)] = equals == std::string::npos ? "" : text.substr(equals + 1);
  }
  return json;
}

std::string ProcessorModel() {
  std::string text;
  ReadWhole("/proc/cpuinfo", text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  return "unknown";
}

Json Entries() {
  Json list = Json::array();
  const char* const* entries = Plan()->entries;
  for (; entries != nullptr && *entries != nullptr; ++entries) {
    const Json entry = ParseJson(*entries);
    if (!entry.is_discarded())
      list.push_back(entry);
  }
  return list;
}

}  // namespace

void WriteManifest(const std::string& dir) {
  const Settings& s = GetSettings();
  Json json = {{"schema", "detrain-manifest/1"}, {"program", Plan()->program}, {"plan", Plan()->hash}};
  json["loop"] = Plan()->loop;
  json["changes_numbers"] = Plan()->changes_numbers != 0;
  json["arguments"] = s.arguments;
  json["folder"] = s.start_folder;
  json["environment"] = Environment();
  json["compiler"] = __VERSION__;  // of the runtime
  json["libraries"] = Libraries();
  json["hardware"] = {{"processor", ProcessorModel()}, {"threads", std::thread::hardware_concurrency()}};
  json["seed"] = s.seed ? Json(*s.seed) : Json(nullptr);
  json["inputs"] = InputsToJson();
  json["entries"] = Entries();
  const std::string path = dir + "/manifest.json";
  int error = ReplaceWhole(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  if (error == 0)
    error = SyncFolder(dir);
  if (error != 0)
    Fail("cannot write " + path + ": " + ErrorText(error));
}

void CheckArguments(const std::string& manifest) {
  std::string text;
  if (const int error = ReadWhole(manifest, text))
    Fail("cannot read " + manifest + ": " + ErrorText(error));
  const Json json = ParseJson(text);
  JsonReader reader(json);
  const Json& then = reader.Array("arguments");
  if (!reader.ok())
    Fail(manifest + ": entry arguments is damaged");
  const std::vector<std::string>& now = GetSettings().arguments;
  // The program's own name may differ: it may have been moved.
  for (std::size_t i = 1; i < then.size() || i < now.size(); ++i) {
    const std::string was = i < then.size() && then[i].is_string() ? then[i].get<std::string>() : "nothing";
    const std::string is = i < now.size() ? now[i] : "nothing";
    if (was == is && i < then.size() && i < now.size())
      continue;
    Refuse("entry arguments: argument " + std::to_string(i) + " is " + is + ", the checkpoint's run had " + was);
  }
}

}  // namespace detrain::runtime
