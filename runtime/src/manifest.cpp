// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "manifest.h"

#include <unistd.h>

#include <climits>
#include <cstring>

#include "bindings.h"
#include "disk.h"
#include "environment.h"
#include "fail.h"
#include "image.h"
#include "inputs.h"
#include "json.h"
#include "provenance.h"
#include "settings.h"
#include "standard_input.h"
#include "workers.h"

namespace detrain::runtime {
namespace {

std::string Executable() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "";
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
  json["executable"] = Executable();
  json["folder"] = s.start_folder;
  json["environment"] = RecordedVariables();
  json["environment_kinds"] = KindsOfVariables();
  json["compiler"] = __VERSION__;  // of the runtime
  json["libraries"] = Libraries();
  NoteStandardInput(json);
  AddProvenance(json);
  json["allowed"] = s.allow;
  json["seed"] = s.seed ? Json(*s.seed) : Json(nullptr);
  json["inputs"] = InputsToJson();
  json["workers"] = WorkersOfRun();
  json["entries"] = Entries();
  Seal(json);
  const std::string path = dir + "/manifest.json";
  int error = ReplacePrivate(path, PrintJson(json, 1) + "\n");
  if (error == 0)
    error = SyncFolder(dir);
  if (error != 0)
    Fail("cannot write " + path + ": " + ErrorText(error));
}

void CheckManifest(const std::string& manifest, const std::vector<std::string>& written) {
  std::string text;
  if (const int error = ReadWhole(manifest, text))
    Fail("cannot read " + manifest + ": " + ErrorText(error));
  const Json json = ParseJson(text);
  JsonReader reader(json);
  const Json& then = reader.Array("arguments");
  if (!reader.ok())
    Fail(manifest + ": entry arguments is damaged");
  const std::vector<std::string>& now = GetSettings().arguments;
  Comparison comparison(GetSettings().dir);
  // The program's own name may differ: it may have been moved.
  for (std::size_t i = 1; i < then.size() || i < now.size(); ++i) {
    const bool is_one = i < then.size() && i < now.size();
    const std::string was = i < then.size() && then[i].is_string() ? then[i].get<std::string>() : "nothing";
    const std::string is = i < now.size() ? now[i] : "nothing";
    if (was != is || !is_one)
      comparison.Require("arguments", "argument " + std::to_string(i), was, is);
  }
  CheckProvenance(json, written, comparison);
  comparison.Judge();
}

}  // namespace detrain::runtime
