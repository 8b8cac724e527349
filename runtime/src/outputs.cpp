// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "outputs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <mutex>

#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "journal.h"
#include "paths.h"
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
};

struct Table {
  std::mutex mutex;
  std::map<std::string, Output> outputs;
  std::map<std::string, bool> read_first;      // keys read before the loop that were no outputs then
  std::map<std::string, std::string> overlay;  // while resuming: key -> scratch path
  std::string source;                          // DIR of `expected`
  std::map<std::string, OutputRecord> expected;
};

Table& T() {
  static auto* table = new Table;
  return *table;
}

// What the saving thread asks for. It has a lock of its own, under which nothing can fail: a process that ends, while
// it holds the table, waits for that thread.
struct Generations {
  std::mutex mutex;
  std::map<std::string, std::uint64_t> now;
};

Generations& G() {
  static auto* generations = new Generations;
  return *generations;
}

std::string ArchivePath(const std::string& dir, const std::string& key, std::uint64_t generation) {
  return dir + "/files/" + Hex(Hash(key)) + "-" + std::to_string(generation);
}

// Whether a file begins with these bytes. 0, or an errno where nobody can say.
int CheckPrefix(const std::string& path, std::uint64_t length, std::uint64_t hash, bool& is_it) {
  is_it = false;
  std::uint64_t size = 0;
  int error = FileSize(path, size);
  if (error == ENOENT || error == ENOTDIR)
    return 0;
  if (error != 0 || size < length)
    return error;
  std::uint64_t found = 0;
  error = HashPrefix(path, length, found);
  is_it = error == 0 && found == hash;
  return error == EACCES ? 0 : error;
}

bool PrefixIs(const std::string& path, std::uint64_t length, std::uint64_t hash) {
  bool is_it = false;
  return CheckPrefix(path, length, hash, is_it) == 0 && is_it;
}

// --- keeping bytes ---

void Archive(const Output& output) {
  const std::string& dir = GetSettings().dir;
  const OutputRecord& r = output.now;
  if (dir.empty())
    return;
  const std::string archive = ArchivePath(dir, r.key, r.generation);
  if (PrefixIs(archive, r.length, r.hash))
    return;
  int error = MakeFolders(dir + "/files");  // durable in DIR
  if (error == 0)
    error = CopyPrefix(PathOf(r.key), archive, r.length);
  if (error == 0)
    error = SyncFolder(dir + "/files");
  if (error != 0)
    Fail("cannot keep the old bytes of " + r.key + " in " + dir + "/files: " + ErrorText(error));
}

// The bytes now in the file are about to go.
void Destroy(Output& output) {
  const bool origin = output.origin_needed && output.now.generation == 0;
  if ((output.counted_on && output.now.copy.empty()) || origin) {
    if (output.now.exists)
      Archive(output);
  }
  output.now.origin_kept = output.now.origin_kept || (origin && output.now.exists);
  output.now.generation += 1;
  {
    const std::lock_guard<std::mutex> holding(G().mutex);
    G().now[output.now.key] = output.now.generation;
  }
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
  output.origin_needed = output.now.exists && (t.read_first.count(key) != 0 || TheRun().started);
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

// What the file held before the run: from the archive, else from the file itself where the run only appended to it.
// Where nobody read it then, only its length matters (a position at the end).
void MakeOrigin(const OutputRecord& r, const std::string& path) {
  if (!r.origin_exists)
    return;
  int error = 0;
  for (const std::string& source : {ArchivePath(T().source, r.key, 0), PathOf(r.key)}) {
    bool is_it = false;
    error = CheckPrefix(source, r.origin_length, r.origin_hash, is_it);
    if (error == 0 && !is_it)
      continue;
    if (error == 0)
      error = CopyPrefix(source, path, r.origin_length);
    if (error != 0)
      Fail("cannot read " + source + ": " + ErrorText(error));
    return;
  }
  if (r.origin_kept)
    Fail(r.key + ": the bytes that it had before the run are lost");
  error = WriteWhole(path, "");
  if (error == 0)
    error = Cut(path, r.origin_length);
  if (error != 0)
    Fail("cannot write " + path + ": " + ErrorText(error));
}

std::string Overlay(const std::string& key, const std::string& path, Intent intent) {
  Table& t = T();
  const auto found = t.overlay.find(key);
  if (found != t.overlay.end())
    return found->second;
  const auto expected = t.expected.find(key);
  if (expected == t.expected.end() && intent == Intent::Read)
    return path;
  const std::string scratch = ScratchFolder() + "/" + std::to_string(t.overlay.size());
  if (expected != t.expected.end()) {
    MakeOrigin(expected->second, scratch);
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

int RecordOutputs(const std::string& folder, const std::string& step, std::vector<OutputRecord>& records,
                  std::string& where) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  for (auto& [key, output] : t.outputs) {
    if (PathOf(key).empty())
      continue;
    char name[32];
    snprintf(name, sizeof name, "/file_%05zu", records.size());
    where = key;
    if (const int error = RecordOne(output, folder, step + name))
      return error;
    output.counted_on = true;
    records.push_back(output.now);
  }
  return 0;
}

namespace {

// The folders that lead to a file from where the run began, the file's own last.
std::vector<std::string> FoldersOf(const std::string& key) {
  std::vector<std::string> folders = {FolderOf(PathOf(key))};
  const std::string& start = GetSettings().start_folder;
  while (key != kTextKey && key.front() != '/' && folders.back().size() > start.size())
    folders.push_back(FolderOf(folders.back()));
  std::reverse(folders.begin(), folders.end());
  return folders;
}

// A new file is lost with its name. Only the thread that saves comes here.
int SyncName(const OutputRecord& record) {
  static auto* named = new std::map<std::string, std::uint64_t>;  // generation of the file whose name is durable
  const auto found = named->find(record.key);
  if (found != named->end() && found->second == record.generation)
    return 0;
  for (const std::string& folder : FoldersOf(record.key)) {
    const int error = SyncFolder(folder);
    if (error != 0 && error != EACCES)  // a folder that one may not list
      return error;
  }
  (*named)[record.key] = record.generation;
  return 0;
}

bool IsDestroyed(const OutputRecord& record) {
  const std::lock_guard<std::mutex> holding(G().mutex);
  const auto found = G().now.find(record.key);
  return found != G().now.end() && found->second > record.generation;
}

}  // namespace

int SyncOutputs(const std::vector<OutputRecord>& records, std::string& where) {
  for (const OutputRecord& record : records) {
    where = record.key;
    if (!record.exists)
      continue;
    int error = SyncFile(PathOf(record.key));
    if (error == 0)
      error = SyncName(record);
    if (error == 0 || (error == ENOENT && IsDestroyed(record)))
      continue;
    return error;
  }
  return 0;
}

// --- restoring ---

namespace {

// Where the bytes of a record lie: a path, or empty.
std::string Source(const std::string& dir, const OutputRecord& r) {
  if (!r.copy.empty())
    return PrefixIs(dir + "/" + r.copy, r.length, r.hash) ? dir + "/" + r.copy : std::string();
  const std::string archive = ArchivePath(dir, r.key, r.generation);
  if (PrefixIs(archive, r.length, r.hash))
    return archive;
  const std::string path = PathOf(r.key);
  return PrefixIs(path, r.length, r.hash) ? path : std::string();
}

void PutBack(const std::string& dir, const OutputRecord& r) {
  const std::string path = PathOf(r.key);
  if (path.empty())
    return;
  int error = Remove(path + ".detrain-tmp");  // of a restore that was cut short
  if (error == 0 && !r.exists) {
    error = Remove(path);
  } else if (error == 0) {
    const std::string source = Source(dir, r);
    if (source.empty())
      Fail(r.key + ": its bytes at the checkpoint are lost");
    if (source == path) {
      error = Cut(path, r.length);
    } else {
      error = CopyPrefix(source, path, r.length);
    }
  }
  if (error != 0)
    Fail("cannot bring back " + path + ": " + ErrorText(error));
}

}  // namespace

std::string WhyLost(const std::string& dir, const OutputRecord& record) {
  if (!record.exists || PathOf(record.key).empty() || !Source(dir, record).empty())
    return {};
  return "file " + record.key + ": the " + std::to_string(record.length) +
         " bytes that it had are neither in place nor kept";
}

void ExpectOutputs(const std::string& dir, const std::vector<OutputRecord>& records) {
  Table& t = T();
  t.source = dir;
  // First the journal: what it knows and the checkpoint does not was first written after the checkpoint.
  for (const OutputRecord& record : ReadJournal(dir))
    t.expected[record.key] = record;
  for (const OutputRecord& record : records)
    t.expected[record.key] = record;
}

void PutBackOutputs() {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  const bool same_dir = t.source == GetSettings().dir;
  for (const auto& [key, record] : t.expected) {
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
