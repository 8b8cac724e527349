// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commit.h"

#include <unordered_map>
#include <utility>

#include "data_files.h"
#include "disk.h"
#include "hash.h"
#include "inputs.h"
#include "output_bytes.h"
#include "safetensors.h"
#include "settings.h"
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

  int WriteData(const Checkpoint& base, Written& written);
  int SyncFiles();
  int WriteMeta();
  int Install();

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const std::string& where() const { return where_; }

 private:
  int MakeRoom();
  [[nodiscard]] bool LeansOnThis(std::uint64_t step) const;

  std::string dir_, name_, folder_, where_;
  Snapshot& snapshot_;
  Checkpoint& checkpoint_;
  FileWriter& file_;
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
  const std::string data = level > 0 ? "/rank00000.zst" : "/rank00000.safetensors";
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
  where_ = dir_ + "/data.jsonl";
  return WriteDataOfLoop(dir_);
}

int Commission::WriteMeta() {
  const std::string meta = Print(checkpoint_);
  where_ = folder_ + "/meta.json";
  if (const int error = WriteWhole(where_, meta))
    return error;
  where_ = folder_ + "/COMMITTED";
  if (const int error = WriteWhole(where_, Hex(Hash(meta)) + "\n"))
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

}  // namespace

std::string Commit(const std::string& dir, Snapshot& snapshot, const Checkpoint& base, FileWriter& file,
                   Written& written) {
  Commission commission(dir, snapshot, file);
  int error = commission.WriteData(base, written);
  if (error == 0)
    error = commission.SyncFiles();
  if (error == 0)
    error = commission.WriteMeta();
  if (error == 0)
    error = commission.Install();
  if (error == 0)
    return {};
  RemoveTree(commission.folder());
  return "cannot save step " + std::to_string(snapshot.checkpoint.step) + ": " + commission.where() + ": " +
         ErrorText(error);
}

}  // namespace detrain::runtime
