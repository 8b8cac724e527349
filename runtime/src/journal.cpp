// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "disk.h"
#include "fail.h"
#include "json.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

std::string JournalPath(const std::string& dir) {
  return dir + "/outputs.jsonl";
}

int Append(const std::string& path, const std::string& line) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0)
    return errno;
  int error = WriteAll(fd, line.data(), line.size());
  if (error == 0 && fsync(fd) != 0)
    error = errno;
  close(fd);
  return error;
}

}  // namespace

void ClearJournal() {
  unlink(JournalPath(GetSettings().dir).c_str());
}

void AddToJournal(const OutputRecord& record) {
  const std::string& dir = GetSettings().dir;
  if (dir.empty())
    return;
  Json line;
  line["path"] = record.key;
  line["exists"] = record.origin_exists;
  line["length"] = record.origin_length;
  line["hash"] = Hex(record.hash);
  const int error = Append(JournalPath(dir), line.dump() + "\n");
  if (error != 0)
    Fail("cannot write " + JournalPath(dir) + ": " + ErrorText(error));
}

std::vector<OutputRecord> ReadJournal(const std::string& dir) {
  std::vector<OutputRecord> records;
  std::string text;
  if (ReadWhole(JournalPath(dir), text) != 0)
    return records;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const Json json = ParseJson(line);
    JsonReader reader(json);
    OutputRecord record;
    record.key = reader.Text("path");
    record.exists = record.origin_exists = reader.Bool("exists");
    record.length = record.origin_length = reader.Natural("length");
    record.hash = reader.HexValue("hash");
    // The last line may be cut short: its file was then not written to yet.
    if (reader.ok())
      records.push_back(record);
  }
  return records;
}

}  // namespace detrain::runtime
