// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "store.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unordered_map>

#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "inputs.h"
#include "safetensors.h"

namespace detrain::runtime {

std::string StepName(std::uint64_t step) {
  char name[32];
  snprintf(name, sizeof name, "step_%08llu", static_cast<unsigned long long>(step));
  return name;
}

namespace {

constexpr const char* kData = "rank00000.safetensors";

bool StepNumber(const std::string& name, std::uint64_t& step) {
  if (name.compare(0, 5, "step_") != 0 || name.size() < 13)
    return false;
  if (name.find_first_not_of("0123456789", 5) != std::string::npos)
    return false;
  step = std::strtoull(name.c_str() + 5, nullptr, 10);
  return true;
}

}  // namespace

bool IsCommitted(const std::string& dir, std::uint64_t step) {
  return Exists(dir + "/" + StepName(step) + "/COMMITTED");
}

std::vector<std::uint64_t> CommittedSteps(const std::string& dir) {
  std::vector<std::uint64_t> steps;
  for (const std::string& name : List(dir)) {
    std::uint64_t step = 0;
    if (StepNumber(name, step) && IsCommitted(dir, step))
      steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

// --- loading ---

namespace {

// All entries of one file are read from one open file, a piece at a time.
bool EntryIsGood(const std::string& dir, const Entry& entry, std::string& why) {
  std::vector<char> bytes(entry.length);
  const int error = ReadAt(dir + "/" + entry.file, entry.offset, bytes.data(), bytes.size());
  if (error == 0 && Hash(bytes.data(), bytes.size()) == entry.hash)
    return true;
  why = "entry " + entry.name + ": " + entry.file + " " + (error != 0 ? "is " + ErrorText(error) : "is damaged");
  return false;
}

bool LoadMeta(const std::string& folder, Checkpoint& checkpoint, std::string& why) {
  std::string committed;
  std::string text;
  if (const int error = ReadWhole(folder + "/COMMITTED", committed)) {
    why = "entry COMMITTED: " + ErrorText(error);
    return false;
  }
  if (const int error = ReadWhole(folder + "/meta.json", text)) {
    why = "entry meta.json: " + ErrorText(error);
    return false;
  }
  if (committed != Hex(Hash(text)) + "\n") {
    why = "entry meta.json: is damaged (its hash is not the one in COMMITTED)";
    return false;
  }
  if (Parse(text, checkpoint, why))
    return true;
  why = "entry meta.json: " + why + " is not understood";
  return false;
}

}  // namespace

bool LoadGood(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why) {
  checkpoint = Checkpoint();
  if (!LoadMeta(dir + "/" + step, checkpoint, why))
    return false;
  for (const Entry& entry : checkpoint.entries) {
    if (!EntryIsGood(dir, entry, why))
      return false;
  }
  for (const OutputRecord& record : checkpoint.outputs) {
    why = WhyLost(dir, record);
    if (!why.empty())
      return false;
  }
  return true;
}

bool LoadNewestGood(const std::string& dir, Checkpoint& checkpoint) {
  std::vector<std::uint64_t> steps = CommittedSteps(dir);
  bool fell_back = false;
  for (; !steps.empty(); steps.pop_back()) {
    std::string why;
    if (LoadGood(dir, StepName(steps.back()), checkpoint, why)) {
      if (fell_back)
        Say("going back to step " + std::to_string(steps.back()));
      return true;
    }
    Say("step " + std::to_string(steps.back()) + " is not good: " + why);
    fell_back = true;
  }
  return false;
}

std::vector<char> ReadEntry(const std::string& dir, const Entry& entry) {
  std::vector<char> bytes(entry.length);
  const int error = ReadAt(dir + "/" + entry.file, entry.offset, bytes.data(), bytes.size());
  if (error != 0)
    Fail("entry " + entry.name + ": " + entry.file + ": " + ErrorText(error));
  return bytes;
}

// --- removing ---

void RemoveStep(const std::string& dir, std::uint64_t step) {
  const std::string folder = dir + "/" + StepName(step);
  if (!Exists(folder))
    return;
  int error = unlink((folder + "/COMMITTED").c_str()) == 0 || errno == ENOENT ? 0 : errno;
  if (error == 0)
    error = SyncFolder(folder);
  if (error == 0)
    error = RemoveTree(folder);
  if (error != 0)
    Fail("cannot remove " + folder + ": " + ErrorText(error));
}

void RemoveAllSteps(const std::string& dir) {
  std::vector<std::uint64_t> steps = CommittedSteps(dir);
  for (; !steps.empty(); steps.pop_back())
    RemoveStep(dir, steps.back());
}

void RemoveLeftovers(const std::string& dir) {
  for (const std::string& name : List(dir)) {
    const bool half = name.compare(0, 5, "step_") == 0 && name.size() > 4 && name.substr(name.size() - 4) == ".tmp";
    if (half || name.compare(0, 8, "scratch.") == 0)
      RemoveTree(dir + "/" + name);
  }
}

// --- committing ---

namespace {

// One step in the making.
class Commission {
 public:
  Commission(const std::string& dir, Checkpoint& checkpoint)
      : dir_(dir), name_(StepName(checkpoint.step)), folder_(dir + "/" + name_ + ".tmp"), checkpoint_(checkpoint) {
    RemoveTree(folder_);
    where_ = folder_;
    Check(MakeFolders(folder_));
  }

  Written WriteData(const std::vector<Tensor>& tensors, const Checkpoint& base);
  void WriteOutputs();
  void Finish();

 private:
  void Check(int error) {
    if (error == 0)
      return;
    RemoveTree(folder_);
    Fail("cannot save step " + std::to_string(checkpoint_.step) + ": " + where_ + ": " + ErrorText(error));
  }
  void MakeRoom();

  std::string dir_, name_, folder_, where_;
  Checkpoint& checkpoint_;
};

Entry NewEntry(const Tensor& tensor) {
  Entry entry;
  entry.name = tensor.name;
  entry.path = tensor.path;
  entry.leaf = tensor.leaf;
  entry.object = tensor.object;
  entry.persistence = tensor.persistence;
  entry.dtype = tensor.dtype;
  entry.shape = tensor.shape;
  entry.hash = tensor.hash;
  entry.length = tensor.size;
  return entry;
}

Written Commission::WriteData(const std::vector<Tensor>& tensors, const Checkpoint& base) {
  Written written;
  std::unordered_map<std::string, const Entry*> before;
  for (const Entry& entry : base.entries)
    before[entry.name] = &entry;
  std::vector<const Tensor*> changed;
  std::vector<std::size_t> places;
  for (const Tensor& tensor : tensors) {
    if (!tensor.written)
      continue;
    Entry entry = NewEntry(tensor);
    const auto found = before.find(tensor.name);
    const bool same =
        found != before.end() && found->second->hash == entry.hash && found->second->length == entry.length;
    if (same) {
      entry.file = found->second->file;
      entry.offset = found->second->offset;
      ++written.reused;
    } else {
      entry.file = name_ + "/" + kData;
      changed.push_back(&tensor);
      places.push_back(checkpoint_.entries.size());
      written.bytes += tensor.size;
    }
    checkpoint_.entries.push_back(std::move(entry));
  }
  std::vector<std::uint64_t> offsets;
  where_ = folder_ + "/" + kData;
  Check(WriteSafetensors(where_, changed, offsets));
  for (std::size_t i = 0; i < places.size(); ++i)
    checkpoint_.entries[places[i]].offset = offsets[i];
  written.entries = changed.size();
  return written;
}

void Commission::WriteOutputs() {
  Check(RecordOutputs(folder_, name_, checkpoint_.outputs, where_));
  Check(SyncOutputs(checkpoint_.outputs, where_));
  where_ = dir_ + "/inputs.log";
  Check(SyncInputs());
}

// A step of this number may be there already: damaged, or of a run that was taken back. Those that lean on it go with
// it.
void Commission::MakeRoom() {
  const std::string prefix = name_ + "/";
  const auto leans = [&](const std::string& file) { return file.compare(0, prefix.size(), prefix) == 0; };
  std::vector<std::uint64_t> steps = CommittedSteps(dir_);
  for (; !steps.empty() && steps.back() > checkpoint_.step; steps.pop_back()) {
    Checkpoint later;
    std::string why;
    bool depends = !LoadMeta(dir_ + "/" + StepName(steps.back()), later, why);
    for (const Entry& entry : later.entries)
      depends = depends || leans(entry.file);
    for (const OutputRecord& record : later.outputs)
      depends = depends || leans(record.copy);
    if (depends)
      RemoveStep(dir_, steps.back());
  }
  RemoveStep(dir_, checkpoint_.step);
}

void Commission::Finish() {
  const std::string meta = Print(checkpoint_);
  where_ = folder_ + "/meta.json";
  Check(WriteWhole(where_, meta));
  where_ = folder_ + "/COMMITTED";
  Check(WriteWhole(where_, Hex(Hash(meta)) + "\n"));
  where_ = folder_;
  Check(SyncFolder(folder_));
  where_ = dir_ + "/" + name_;
  if (Exists(where_))
    MakeRoom();
  Check(rename(folder_.c_str(), where_.c_str()) == 0 ? 0 : errno);
  where_ = dir_;
  Check(SyncFolder(dir_));
  OutputsCommitted(checkpoint_.outputs);
}

}  // namespace

Written Commit(const std::string& dir, Checkpoint& checkpoint, const std::vector<Tensor>& tensors,
               const Checkpoint& base) {
  Commission commission(dir, checkpoint);
  const Written written = commission.WriteData(tensors, base);
  commission.WriteOutputs();
  commission.Finish();
  return written;
}

}  // namespace detrain::runtime
