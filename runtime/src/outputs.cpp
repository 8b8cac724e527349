// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "outputs.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <map>
#include <mutex>

#include "common_files.h"
#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "journal.h"
#include "output_bytes.h"
#include "paths.h"
#include "rank_agreement.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

struct Output {
  OutputRecord now;            // length and hash as of the last save
  bool counted_on = false;     // a committed step needs the first now.length bytes
  bool origin_needed = false;  // the code before the loop read it before it wrote it
  // Incremental hash of a file that only grows.
  Hasher hasher;
  std::uint64_t hashed = 0;
  std::uint64_t changes = 0;  // of all ranks, as of the last save
};

struct Table {
  std::mutex mutex;
  std::map<std::string, Output> outputs;
  std::map<std::string, bool> read_first;      // keys read before the loop that were no outputs then
  std::map<std::string, std::string> overlay;  // while resuming: key -> scratch path
  std::string source;                          // DIR of `expected`
  ExpectedFiles expected;
};

Table& T() {
  static auto* table = new Table;
  return *table;
}

// --- bytes that go ---

// The bytes now in the file are about to go.
void Destroy(Output& output) {
  const bool origin = output.origin_needed && output.now.generation == 0;
  if ((output.counted_on && output.now.copy.empty()) || origin) {
    if (output.now.exists)
      KeepBytes(output.now);
  }
  output.now.origin_kept = output.now.origin_kept || (origin && output.now.exists);
  output.now.generation += 1;
  NoteGeneration(output.now.key, output.now.generation);
  output.now.copy.clear();
  output.now.in_place = false;
  output.counted_on = false;
  output.hasher.Reset();
  output.hashed = 0;
}

void Overwrite(Output& output) {
  if (output.now.in_place)
    return;
  Destroy(output);
  output.now.in_place = true;
}

// --- first contact ---

// A clock by which what two processes do to one file is told apart: the one that finds what the other has written is
// later.
std::uint64_t NowOfAllProcesses() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000U + static_cast<std::uint64_t>(now.tv_nsec);
}

// Whether the file is there, and its length; ends the process where nobody can say.
bool Measure(const std::string& path, std::uint64_t& length) {
  length = 0;
  const int error = FileSize(path, length);
  if (error != 0 && error != ENOENT && error != ENOTDIR)
    Fail("cannot read " + path + ": " + ErrorText(error));
  return error == 0;
}

OutputRecord Origin(const std::string& key) {
  OutputRecord r;
  r.key = key;
  const std::string path = PathOf(key);
  r.since = HasRanks() ? NowOfAllProcesses() : 0;
  r.exists = r.origin_exists = Measure(path, r.origin_length);
  r.length = r.origin_length;
  if (!r.exists)
    return r;
  // One may write a file that one may not read; then it can only be appended to.
  const int error = HashPrefix(path, r.length, r.hash);
  if (error != 0 && error != EACCES)
    Fail("cannot read " + path + ": " + ErrorText(error));
  r.origin_hash = r.hash;
  return r;
}

Output& OutputOf(const std::string& key) {
  Table& t = T();
  const auto found = t.outputs.find(key);
  if (found != t.outputs.end())
    return found->second;
  Output& output = t.outputs[key];
  output.now = Origin(key);
  // A later step of the run may append to what was there, and a restore must be able to bring that back.
  // So must the code before the loop of another rank, which may have read it.
  output.origin_needed = output.now.exists && (t.read_first.count(key) != 0 || TheRun().started || HasRanks());
  AddToJournal(output.now);
  return output;
}

void Apply(Output& output, Intent intent) {
  if (intent == Intent::Truncate || intent == Intent::Remove)
    Destroy(output);
  if (intent == Intent::Overwrite)
    Overwrite(output);
}

// --- the view while resuming ---

// One for all ranks: what one of them writes there another may read. Whoever comes first fills it.
std::string CommonOverlay(const std::string& dir, const OutputRecord& record) {
  const std::string scratch = T().expected.scratch + "/" + Hex(Hash(record.key));
  const Fd made(OpenToShare(scratch + ".made"));
  std::uint64_t size = 0;
  if (made.get() < 0 || Again([&] { return flock(made.get(), LOCK_EX); }) != 0)
    Fail("cannot write " + scratch + ".made: " + ErrorText(errno));
  if (FileSize(scratch + ".made", size) == 0 && size > 0)
    return scratch;
  MakeOrigin(dir, record, scratch);
  if (const int error = WriteAll(made.get(), "1", 1))
    Fail("cannot write " + scratch + ".made: " + ErrorText(error));
  return scratch;
}

const OutputRecord* ExpectedOf(const std::string& key) {
  const ExpectedFiles& expected = T().expected;
  const auto mine = expected.mine.find(key);
  if (mine != expected.mine.end())
    return &mine->second;
  const auto other = expected.others.find(key);
  return other != expected.others.end() ? &other->second : nullptr;
}

std::string Overlay(const std::string& key, const std::string& path, Intent intent) {
  Table& t = T();
  const auto found = t.overlay.find(key);
  if (found != t.overlay.end())
    return found->second;
  const OutputRecord* expected = ExpectedOf(key);
  if (expected == nullptr && intent == Intent::Read)
    return path;
  if (expected != nullptr && !t.expected.scratch.empty())
    return t.overlay[key] = CommonOverlay(t.source, *expected);
  const std::string scratch = ScratchFolder() + "/" + std::to_string(t.overlay.size());
  if (expected != nullptr) {
    MakeOrigin(t.source, *expected, scratch);
  } else {
    const int error = CopyPrefix(path, scratch, kWholeFile);
    if (error != 0 && error != ENOENT && error != ENOTDIR)
      Fail("cannot write " + scratch + ": " + ErrorText(error));
  }
  t.overlay[key] = scratch;
  return scratch;
}

}  // namespace

std::string PrepareFile(const std::string& path, Intent intent) {
  if (!FollowsFiles() || IsSpecial(path))
    return path;
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  const std::string key = KeyOf(path);
  if (TheRun().resuming)
    return Overlay(key, path, intent);
  if (intent == Intent::Read) {
    if (!TheRun().started && t.outputs.count(key) == 0)
      t.read_first[key] = true;
    return path;
  }
  Apply(OutputOf(key), intent);
  return path;
}

bool IsOutput(const std::string& key) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  return t.outputs.count(key) != 0;
}

void PrepareRewrite(const std::string& key) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  if (TheRun().resuming)
    return;
  const auto found = t.outputs.find(key);
  if (found != t.outputs.end())
    Overwrite(found->second);
}

// --- saving ---

namespace {

// Hashes what was added since the last save.
int HashGrown(Output& output, const std::string& path) {
  if (output.now.length < output.hashed) {
    output.hasher.Reset();
    output.hashed = 0;
  }
  std::string piece;
  while (output.hashed < output.now.length) {
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(output.now.length - output.hashed, 1 << 20)));
    if (const int error = ReadAt(path, output.hashed, piece.data(), piece.size()))
      return error;
    output.hasher.Add(piece.data(), piece.size());
    output.hashed += piece.size();
  }
  output.now.hash = output.hasher.Value();
  return 0;
}

int CopyIfChanged(Output& output, const std::string& path, const std::string& folder, const std::string& name) {
  const std::uint64_t before = output.now.hash;
  if (const int error = HashPrefix(path, output.now.length, output.now.hash))
    return error;
  if (!output.now.copy.empty() && output.now.hash == before)
    return 0;
  const std::string file = name.substr(name.find('/') + 1);
  int error = MakeFolder(folder);
  if (error == 0)
    error = CopyPrefix(path, folder + "/" + file, output.now.length, Durable::No);
  if (error != 0)
    return error;
  output.now.copy = name;
  return 0;
}

int RecordOne(Output& output, const std::string& folder, const std::string& name) {
  const std::string path = PathOf(output.now.key);
  const int error = FileSize(path, output.now.length);
  output.now.exists = error == 0;
  if (error != 0 && error != ENOENT && error != ENOTDIR)
    return error;
  if (!output.now.exists) {
    output.now.length = output.now.hash = 0;
    output.now.copy.clear();
    return 0;
  }
  return output.now.in_place ? CopyIfChanged(output, path, folder, name) : HashGrown(output, path);
}

}  // namespace

namespace {

std::vector<OutputRecord> RecordsNow() {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  std::vector<OutputRecord> records;
  for (const auto& [key, output] : t.outputs)
    records.push_back(output.now);
  return records;
}

// What other ranks do to the file.
void TakeCommon(Output& output, const CommonFiles& files) {
  const auto found = files.find(output.now.key);
  const CommonFile common = found != files.end() ? found->second : CommonFile();
  output.now.keeper = common.keeper;
  output.now.in_place = output.now.in_place || common.in_place;
  if (output.now.keeper != kThisRank)
    output.now.copy.clear();
  if (output.changes == common.changes)
    return;
  output.changes = common.changes;
  output.hasher.Reset();
  output.hashed = 0;
}

}  // namespace

int RecordOutputs(const std::string& folder, const std::string& step, std::vector<OutputRecord>& records,
                  std::string& where) {
  const CommonFiles common = FindCommonFiles(RecordsNow());
  Table& t = T();
  {
    const std::lock_guard<std::mutex> holding(t.mutex);
    for (auto& [key, output] : t.outputs) {
      if (PathOf(key).empty())
        continue;
      TakeCommon(output, common);
      char name[32];
      snprintf(name, sizeof name, "/file_%05zu", records.size());
      where = key;
      const int error = output.now.keeper == kThisRank ? RecordOne(output, folder, step + name) : 0;
      if (error != 0)
        return error;
      records.push_back(output.now);
      records.back().since = 0;
    }
  }
  ShareRecords(common, records);
  const std::lock_guard<std::mutex> holding(t.mutex);
  for (const OutputRecord& record : records) {
    Output& output = t.outputs[record.key];
    output.now = record;
    output.counted_on = record.keeper == kThisRank || !record.in_place;
  }
  return 0;
}

// --- restoring ---

std::vector<std::string> ExpectOutputs(const std::string& dir, const std::vector<OutputRecord>& records) {
  Table& t = T();
  t.source = dir;
  t.expected = MergeExpected(records, ReadJournal(dir));
  std::vector<std::string> written;
  for (const OutputRecords* side : {&t.expected.mine, &t.expected.others}) {
    for (const auto& [key, record] : *side)
      written.push_back(key);
  }
  return written;
}

void PutBackOutputs() {
  Table& t = T();
  AwaitRanks();  // the code before the loop of any of them may read what is there now
  std::unique_lock<std::mutex> holding(t.mutex);
  const bool same_dir = t.source == GetSettings().dir;
  for (const auto& [key, record] : t.expected.mine) {
    if (record.keeper == kThisRank)
      PutBack(t.source, record);
    Output& output = t.outputs[key];
    output.now = record;
    output.counted_on = same_dir;
    // A copy in another DIR cannot be referred to from this one.
    if (!same_dir)
      output.now.copy.clear();
    if (!same_dir)
      AddToJournal(record);
  }
  t.overlay.clear();
  holding.unlock();
  AwaitRanks();  // and its loop may write
}

void StartOutputs() {
  const std::string& dir = GetSettings().dir;
  if (dir.empty())
    return;
  ClearJournal();
  for (const char* name : {"/files", "/inputs.log", "/data.jsonl"}) {
    if (const int error = RemoveTree(dir + name))
      Fail("cannot remove " + dir + name + ": " + ErrorText(error));
  }
}

void RedirectText() {
  const std::string& path = GetSettings().text;
  if (path.empty())
    return;
  const bool resuming = TheRun().resuming;
  const std::string target = resuming ? ScratchFolder() + "/stdout" : path;
  fflush(stdout);
  const int cut = TheRun().source.empty() || resuming ? O_TRUNC : 0;
  const int fd = open(target.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | cut, 0666);
  if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0)
    Fail("cannot write " + target + ": " + ErrorText(errno));
  close(fd);
  if (resuming || GetSettings().dir.empty())
    return;
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  Output& output = t.outputs[kTextKey];
  output.now.key = kTextKey;
}

}  // namespace detrain::runtime
