// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cache/entry.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/driver/cache/diagnostic_json.h"
#include "analyzer/driver/locate.h"

namespace detrain::driver::cache {
namespace {

namespace fs = std::filesystem;

// A file is one line of JSON, and behind it the RIR as it is.
constexpr const char* kSchema = "detrain-cache/1";

// A build that was made again is another tool, whatever its version says.
std::string ToolIdentity() {
  std::error_code error;
  const fs::path tool = ToolPath();
  const auto changed = fs::last_write_time(tool, error).time_since_epoch().count();
  return std::string(DETRAIN_VERSION) + " " + std::to_string(fs::file_size(tool, error)) + " " +
         std::to_string(changed);
}

// Every part with its length before it, so that no two lists read alike.
void Add(std::string& key, std::string_view part) {
  key.append(std::to_string(part.size())).append(":").append(part);
}

Json FilesJson(const Entry& entry) {
  Json files = Json::array();
  for (const FileStamp& file : entry.files)
    files.push_back({file.path, file.hash});
  return files;
}

bool ReadFiles(const Json& json, std::vector<FileStamp>& files) {
  for (const Json& pair : ListAt(json, "files")) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
      return false;
    files.push_back({pair[0].get<std::string>(), pair[1].get<std::string>()});
  }
  return !files.empty();
}

}  // namespace

std::optional<Entry> Find(const Store& store, const std::string& key, FileHashes& hashes) {
  const std::optional<std::string> text = store.Get(key);
  if (!text)
    return std::nullopt;
  const std::size_t end_of_head = std::min(text->find('\n'), text->size());
  const Json json =
      Json::parse(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(end_of_head), nullptr, false);
  Entry entry;
  if (TextAt(json, "schema") != kSchema || !ReadFiles(json, entry.files) || !hashes.AreCurrent(entry.files))
    return std::nullopt;
  entry.user_files = TextsAt(json, "user_files");
  entry.remarks = DiagnosticsFrom(MemberAt(json, "remarks"));
  entry.findings = DiagnosticsFrom(MemberAt(json, "findings"));
  entry.leaves_device = json.value("leaves_device", false);
  entry.rir = text->substr(std::min(end_of_head + 1, text->size()));
  return entry;
}

void Keep(const Store& store, const std::string& key, const Entry& entry) {
  if (!store.IsOn())
    return;
  const Json json = {{"schema", kSchema},
                     {"files", FilesJson(entry)},
                     {"user_files", entry.user_files},
                     {"remarks", ToJson(entry.remarks)},
                     {"findings", ToJson(entry.findings)},
                     {"leaves_device", entry.leaves_device}};
  store.Put(key, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + entry.rir);
}

std::string KeyOf(std::string_view kind, std::span<const load::Command> commands, const std::string& models) {
  std::string key;
  Add(key, kind);
  Add(key, ToolIdentity());
  Add(key, models);
  Add(key, fs::current_path().string());
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    const char* value = std::getenv(name);
    Add(key, value == nullptr ? "" : value);
  }
  for (const load::Command& command : commands) {
    Add(key, command.directory);
    Add(key, command.file);
    Add(key, command.view == load::View::Host ? "host" : "device");
    Add(key, std::to_string(command.arguments.size()));
    for (const std::string& argument : command.arguments)
      Add(key, argument);
  }
  return HashOf(key);
}

std::string HashOfModels(std::span<const std::string> models, FileHashes& hashes) {
  std::string all;
  for (const std::string& model : models)
    Add(all, hashes.Of(model));
  return HashOf(all);
}

}  // namespace detrain::driver::cache
