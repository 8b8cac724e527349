// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "journal.h"

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

}  // namespace

void ClearJournal() {
  const std::string path = JournalPath(GetSettings().dir);
  if (const int error = Remove(path))
    Fail("cannot remove " + path + ": " + ErrorText(error));
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
  if (record.since != 0)
    line["since"] = record.since;
  Seal(line);
  const int error = AppendLine(JournalPath(dir), PrintJson(line));
  if (error != 0)
    Fail("cannot write " + JournalPath(dir) + ": " + ErrorText(error));
}

std::vector<OutputRecord> ReadJournal(const std::string& dir) {
  std::vector<OutputRecord> records;
  std::string text;
  const int error = ReadWhole(JournalPath(dir), text);
  if (error != 0 && error != ENOENT)
    Fail("cannot read " + JournalPath(dir) + ": " + ErrorText(error));
  // A last line without an end is one that a process did not live to finish: its file was then not written to yet.
  std::istringstream lines(text.substr(0, text.rfind('\n') + 1));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty())
      continue;
    const Json json = ParseJson(line);
    JsonReader reader(json);
    OutputRecord record;
    record.key = reader.Text("path");
    record.exists = record.origin_exists = reader.Bool("exists");
    record.length = record.origin_length = reader.Natural("length");
    record.hash = record.origin_hash = reader.HexValue("hash");
    if (reader.Has("since"))
      record.since = reader.Natural("since");
    if (!reader.ok() || !IsSealed(json))
      Fail(JournalPath(dir) + " is damaged: " + line.substr(0, 80));
    records.push_back(record);
  }
  return records;
}

}  // namespace detrain::runtime
