// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "data_files.h"

#include <sys/stat.h>

#include <cerrno>
#include <mutex>
#include <set>
#include <sstream>

#include "disk.h"
#include "fail.h"
#include "outputs.h"
#include "paths.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

struct Table {
  std::mutex mutex;
  std::set<std::string> of_start;
  std::set<std::string> of_loop;  // still to be written
  std::set<std::string> written;
};

Table& T() {
  static auto* table = new Table;
  return *table;
}

std::string LogPath(const std::string& dir) {
  return dir + "/data.jsonl";
}

// Null where the file is gone, or something else is there now that may have no end. 0 or an errno.
int DataOf(const std::string& key, Json& data) {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;
  const std::string path = PathOf(key);
  data = nullptr;
  if (path.empty() || IsSpecial(path))
    return 0;
  const int error = HashWhole(path, size, hash);
  if (error == 0)
    data = {{"path", key}, {"bytes", size}, {"hash", Hex(hash)}};
  return error == ENOENT || error == ENOTDIR || error == EACCES ? 0 : error;
}

Json DataNow(const std::string& key) {
  Json data;
  if (const int error = DataOf(key, data))
    Fail("cannot read " + key + ": " + ErrorText(error));
  return data;
}

}  // namespace

void NoteDataFile(const std::string& path) {
  struct stat status{};
  if (!FollowsFiles() || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
      path.compare(0, 6, "/proc/") == 0 || path.compare(0, 5, "/sys/") == 0)
    return;
  const std::string key = KeyOf(path);
  const bool is_output = TheRun().started && IsOutput(key);
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  if (!TheRun().started)
    t.of_start.insert(key);
  else if (!is_output && t.of_start.count(key) == 0 && t.written.count(key) == 0)
    t.of_loop.insert(key);
}

Json DataOfStart() {
  Json list = Json::array();
  for (const std::string& key : T().of_start) {
    Json data = DataNow(key);
    if (!data.is_null())
      list.push_back(std::move(data));
  }
  return list;
}

int WriteDataOfLoop(const std::string& dir) {
  Table& t = T();
  std::set<std::string> keys;
  {
    const std::lock_guard<std::mutex> holding(t.mutex);
    keys.swap(t.of_loop);
    t.written.insert(keys.begin(), keys.end());
  }
  Json line = {{"files", Json::array()}};
  for (const std::string& key : keys) {
    Json data;
    if (const int error = DataOf(key, data))
      return error;
    if (!data.is_null())
      line["files"].push_back(std::move(data));
  }
  if (line["files"].empty())
    return 0;
  Seal(line);
  return AppendLine(LogPath(dir), PrintJson(line));
}

namespace {

// Those of this DIR are not written again; those of another go to this one with the next save.
void Adopt(const std::string& dir, const Json& files) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  for (const Json& file : files)
    (dir == GetSettings().dir ? t.written : t.of_loop).insert(JsonReader(file).Text("path"));
}

}  // namespace

std::vector<Json> ReadDataOfLoop(const std::string& dir) {
  std::string text;
  const int error = ReadWhole(LogPath(dir), text);
  if (error != 0 && error != ENOENT)
    Fail("cannot read " + LogPath(dir) + ": " + ErrorText(error));
  std::vector<Json> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const Json json = ParseJson(line);
    JsonReader reader(json);
    const Json& files = reader.Array("files");
    const bool is_good = reader.ok() && IsSealed(json);
    if (!is_good && lines.peek() == std::istringstream::traits_type::eof())
      break;  // of a step that did not become durable
    if (!is_good)
      Fail(LogPath(dir) + " is damaged: " + line.substr(0, 80));
    Adopt(dir, files);
    all.insert(all.end(), files.begin(), files.end());
  }
  return all;
}

std::string HashOfData(const std::string& key) {
  const Json data = DataNow(key);
  return data.is_null() ? "" : data["hash"].get<std::string>();
}

}  // namespace detrain::runtime
