// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commit.h"

#include <unordered_map>
#include <utility>

#include "data_files.h"
#include "disk.h"
#include "hash.h"
#include "inputs.h"
#include "output_bytes.h"
#include "rank_agreement.h"
#include "safetensors.h"
#include "settings.h"
#include "standard_input.h"
#include "store.h"

namespace detrain::runtime {
namespace {

// One step in the making. Its functions return 0 or an errno, with the path at fault in where().
class Commission {
 public:
  Commission(const std::string& dir, Snapshot& snapshot, FileWriter& file)
      : dir_(dir),
        name_(StepName(snapshot.checkpoint.step)),
        folder_(dir + "/" + name_ + ".tmp"),
        where_(folder_),
        snapshot_(snapshot),
        checkpoint_(snapshot.checkpoint),
        file_(file) {}

  std::string Make(const Checkpoint& base, Written& written);

 private:
  int WriteData(const Checkpoint& base, Written& written);
  int SyncFiles();
  int WriteMeta();
  int Install();
  int TakeParts();
  int MakeRoom();
  [[nodiscard]] std::string Why(int error) const;
  [[nodiscard]] bool LeansOnThis(std::uint64_t step) const;

  std::string dir_, name_, folder_, where_;
  Snapshot& snapshot_;
  Checkpoint& checkpoint_;
  FileWriter& file_;
  std::string hash_;  // of meta.json
};

std::string DataFile(int rank) {
  return "/" + RankName(rank) + (GetSettings().store.compress > 0 ? ".zst" : ".safetensors");
}

Entry NewEntry(const Tensor& tensor) {
  Entry entry;
  entry.name = tensor.name;
  entry.path = tensor.path;
  entry.part = tensor.part;
  entry.element = tensor.element;
  entry.leaf = tensor.leaf;
  entry.object = tensor.object;
  entry.persistence = tensor.persistence;
  entry.dtype = tensor.dtype;
  entry.shape = tensor.shape;
  entry.hash = tensor.hash;
  entry.length = tensor.size;
  return entry;
}

// Where the bytes lie already, if they do.
bool Reuse(const std::unordered_map<std::string, const Entry*>& before, Entry& entry) {
  const auto found = before.find(entry.name);
  if (found == before.end() || found->second->hash != entry.hash || found->second->length != entry.length)
    return false;
  entry.file = found->second->file;
  entry.offset = found->second->offset;
  entry.packed_offset = found->second->packed_offset;
  entry.packed_length = found->second->packed_length;
  return true;
}

int Commission::WriteData(const Checkpoint& base, Written& written) {
  if (const int error = MakeFolder(folder_))
    return error;
  std::unordered_map<std::string, const Entry*> before;
  for (const Entry& entry : base.entries)
    before[entry.name] = &entry;
  const int level = GetSettings().store.compress;
  const std::string data = DataFile(Self().rank);
  std::vector<const Tensor*> changed;
  std::vector<std::size_t> numbers;
  for (Tensor& tensor : snapshot_.tensors) {
    HashTensor(tensor);
    Entry entry = NewEntry(tensor);
    if (Reuse(before, entry)) {
      ++written.reused;
    } else if (tensor.kept) {
      return EBADMSG;  // we do not have its bytes, and the step before was to have them
    } else {
      entry.file = name_ + data;
      changed.push_back(&tensor);
      numbers.push_back(checkpoint_.entries.size());
      written.bytes += tensor.size;
    }
    checkpoint_.entries.push_back(std::move(entry));
  }
  written.entries = changed.size();
  where_ = folder_ + data;
  std::vector<TensorPlace> places;
  const int error = WriteSafetensors(file_, where_, level, changed, places);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Entry& entry = checkpoint_.entries[numbers[i]];
    entry.offset = places[i].offset;
    entry.packed_offset = places[i].packed_offset;
    entry.packed_length = places[i].packed_length;
  }
  return error;
}

int Commission::SyncFiles() {
  for (const OutputRecord& record : checkpoint_.outputs) {
    if (record.copy.compare(0, name_.size() + 1, name_ + "/") != 0)
      continue;
    where_ = folder_ + record.copy.substr(name_.size());
    if (const int error = SyncFile(where_))
      return error;
  }
  if (const int error = SyncOutputs(checkpoint_.outputs, where_))
    return error;
  where_ = dir_ + "/inputs.log";
  if (const int error = SyncInputs())
    return error;
  where_ = dir_ + "/stdin";
  if (const int error = SyncStandardInput())
    return error;
  where_ = dir_ + "/data.jsonl";
  return WriteDataOfLoop(dir_);
}

int Commission::WriteMeta() {
  const std::string meta = Print(checkpoint_);
  where_ = folder_ + "/meta.json";
  if (const int error = WriteWhole(where_, meta))
    return error;
  hash_ = Hex(Hash(meta));
  where_ = folder_ + "/COMMITTED";
  if (const int error = WriteWhole(where_, hash_ + "\n"))
    return error;
  where_ = folder_;
  return SyncFolder(folder_);
}

bool Commission::LeansOnThis(std::uint64_t step) const {
  const std::string prefix = name_ + "/";
  const auto leans = [&](const std::string& file) { return file.compare(0, prefix.size(), prefix) == 0; };
  Checkpoint later;
  std::string why;
  bool depends = !LoadMeta(dir_, StepName(step), later, why);
  for (const Entry& entry : later.entries)
    depends = depends || leans(entry.file);
  for (const OutputRecord& record : later.outputs)
    depends = depends || leans(record.copy);
  return depends;
}

// A step of this number may be there already: damaged, or of a run that was taken back. Those that lean on it go with
// it.
int Commission::MakeRoom() {
  std::vector<std::uint64_t> steps;
  if (const int error = FindCommittedSteps(dir_, steps))
    return error;
  for (; !steps.empty() && steps.back() > checkpoint_.step; steps.pop_back()) {
    if (!LeansOnThis(steps.back()))
      continue;
    if (const int error = RemoveStep(dir_, steps.back()))
      return error;
  }
  return RemoveStep(dir_, checkpoint_.step);
}

int Commission::Install() {
  where_ = dir_ + "/" + name_;
  bool is_there = false;
  int error = IsThere(where_, is_there);
  if (error == 0 && is_there)
    error = MakeRoom();
  if (error == 0)
    error = Rename(folder_, where_);
  if (error != 0)
    return error;
  where_ = dir_;
  return SyncFolder(dir_);
}

// Rank 0: the other ranks' data, under another name of the same file.
int Commission::TakeParts() {
  for (int rank = 1; rank < Self().count; ++rank) {
    where_ = dir_ + "/" + RankName(rank) + "/" + name_ + DataFile(rank);
    if (const int error = Link(where_, folder_ + DataFile(rank)))
      return error;
  }
  return 0;
}

std::string Commission::Why(int error) const {
  return error == 0 ? std::string()
                    : "cannot save step " + std::to_string(checkpoint_.step) + ": " + where_ + ": " + ErrorText(error);
}

// Of several ranks rank 0's is last: the others' parts are durable by then.
std::string Commission::Make(const Checkpoint& base, Written& written) {
  const bool is_first_of_several = HasRanks() && Self().rank == 0;
  int error = WriteData(base, written);
  if (error == 0)
    error = SyncFiles();
  std::string why = Why(error);
  if (is_first_of_several) {
    const std::string others = TakeSteps(checkpoint_.ranks);
    if (why.empty())
      why = others.empty() ? Why(TakeParts()) : others;
  }
  if (why.empty())
    why = Why(WriteMeta());
  if (why.empty())
    why = Why(Install());
  if (!why.empty())
    RemoveTree(folder_);
  if (is_first_of_several)
    TellOutcome(why);
  else if (HasRanks())
    return HandOverStep(hash_, why);
  return why;
}

}  // namespace

std::string Commit(const std::string& dir, Snapshot& snapshot, const Checkpoint& base, FileWriter& file,
                   Written& written) {
  return Commission(dir, snapshot, file).Make(base, written);
}

}  // namespace detrain::runtime
