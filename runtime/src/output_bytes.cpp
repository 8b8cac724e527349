// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_bytes.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>

#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "paths.h"
#include "rank_agreement.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

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

// What another rank kept before it wrote over bytes that this one had recorded, under its own number of the generation.
std::string KeptByOthers(const std::string& dir, const OutputRecord& r) {
  if (!HasRanks())
    return {};
  const std::string beginning = Hex(Hash(r.key)) + "-";
  for (const std::string& folder : FoldersOfAllRanks(dir)) {
    std::vector<std::string> names;
    if (List(folder + "/files", names) != 0)
      continue;
    for (const std::string& name : names) {
      const std::string path = folder + "/files/" + name;
      if (name.compare(0, beginning.size(), beginning) == 0 && PrefixIs(path, r.length, r.hash))
        return path;
    }
  }
  return {};
}

// Where the bytes of a record lie: a path, or empty.
std::string Source(const std::string& dir, const OutputRecord& r) {
  if (!r.copy.empty())
    return PrefixIs(dir + "/" + r.copy, r.length, r.hash) ? dir + "/" + r.copy : std::string();
  const std::string archive = ArchivePath(dir, r.key, r.generation);
  if (PrefixIs(archive, r.length, r.hash))
    return archive;
  const std::string path = PathOf(r.key);
  return PrefixIs(path, r.length, r.hash) ? path : KeptByOthers(dir, r);
}

// Where the bytes may lie that a file had before the run.
std::vector<std::string> PlacesOfOrigin(const std::string& dir, const std::string& key) {
  std::vector<std::string> places = {ArchivePath(dir, key, 0), PathOf(key)};
  if (HasRanks()) {
    for (const std::string& folder : FoldersOfAllRanks(dir))
      places.push_back(ArchivePath(folder, key, 0));
  }
  return places;
}

}  // namespace

// --- while the run goes on ---

void KeepBytes(const OutputRecord& r) {
  const std::string& dir = GetSettings().dir;
  if (dir.empty())
    return;
  const std::string archive = ArchivePath(dir, r.key, r.generation);
  if (PrefixIs(archive, r.length, r.hash))
    return;
  // Another rank has written over them since they were recorded, and kept them then.
  if (HasRanks() && !PrefixIs(PathOf(r.key), r.length, r.hash))
    return;
  int error = MakeFolders(dir + "/files");  // durable in DIR
  if (error == 0)
    error = CopyPrefix(PathOf(r.key), archive, r.length);
  if (error == 0)
    error = SyncFolder(dir + "/files");
  if (error != 0)
    Fail("cannot keep the old bytes of " + r.key + " in " + dir + "/files: " + ErrorText(error));
}

void NoteGeneration(const std::string& key, std::uint64_t generation) {
  const std::lock_guard<std::mutex> holding(G().mutex);
  G().now[key] = generation;
}

// --- a restore ---

std::string WhyLost(const std::string& dir, const OutputRecord& record) {
  const bool is_here = record.exists && record.keeper == kThisRank && !PathOf(record.key).empty();
  if (!is_here || !Source(dir, record).empty())
    return {};
  return "file " + record.key + ": the " + std::to_string(record.length) +
         " bytes that it had are neither in place nor kept";
}

void MakeOrigin(const std::string& dir, const OutputRecord& r, const std::string& path) {
  if (!r.origin_exists)
    return;
  int error = 0;
  for (const std::string& source : PlacesOfOrigin(dir, r.key)) {
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

void PutBack(const std::string& dir, const OutputRecord& r) {
  const std::string path = PathOf(r.key);
  if (path.empty())
    return;
  if (IsSpecial(path))  // such as no run has ever made an output of
    Fail("cannot bring back " + path + ": it is no regular file");
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

// --- durability ---

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
    if (!record.exists || record.keeper != kThisRank)
      continue;
    int error = SyncFile(PathOf(record.key));
    if (error == 0)
      error = SyncName(record);
    if (error == 0 || (error == ENOENT && (IsDestroyed(record) || !KeptByOthers(GetSettings().dir, record).empty())))
      continue;
    return error;
  }
  return 0;
}

}  // namespace detrain::runtime
