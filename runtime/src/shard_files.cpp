// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shard_files.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "detrain/detrain.h"
#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "rank_agreement.h"
#include "safetensors.h"
#include "store.h"
#include "tensors.h"

namespace detrain::runtime {
namespace {

std::string Making(const std::string& dir, std::uint64_t step) {
  return dir + "/" + StepName(step) + ".tmp";
}

std::string FileOf(unsigned shard) {
  return "/" + RankName(static_cast<int>(shard)) + ".safetensors";
}

void Must(int error, std::uint64_t step, const std::string& where) {
  if (error != 0)
    Fail("cannot save step " + std::to_string(step) + ": " + where + ": " + ErrorText(error));
}

Tensor TensorOf(const ShardSlice& slice) {
  Tensor tensor;
  tensor.name = slice.Name();
  tensor.dtype = slice.dtype;
  tensor.shape = {slice.end - slice.begin};
  tensor.bytes = slice.bytes;
  tensor.size = slice.size;
  return tensor;
}

Entry EntryOf(const ShardSlice& slice, const ShardRecord& record, const std::string& file) {
  Entry entry;
  entry.name = slice.Name();
  entry.path = slice.array;
  entry.persistence = PersistenceName(DETRAIN_CARRIED);
  entry.dtype = slice.dtype;
  entry.shape = {slice.end - slice.begin};
  entry.hash = record.hash;
  entry.file = file;
  entry.offset = record.offset;
  entry.length = slice.size;
  return entry;
}

// A step of this number may be there already, damaged: those that come after it were taken back as well.
void MakeRoom(const std::string& dir, std::uint64_t step) {
  for (const std::uint64_t old : CommittedSteps(dir))
    if (old >= step)
      Must(RemoveStep(dir, old), step, dir);
  Must(RemoveTree(dir + "/" + StepName(step)), step, dir);
}

}  // namespace

std::string ShardSlice::Name() const {
  return array + "[" + std::to_string(begin) + ":" + std::to_string(end) + "]";
}

void BeginShardStep(const std::string& dir, std::uint64_t step) {
  const std::string folder = Making(dir, step);
  Must(MakeFolders(dir), step, dir);
  Must(RemoveTree(folder), step, folder);
  Must(MakeFolder(folder), step, folder);
}

std::uint64_t WriteShard(const std::string& dir, std::uint64_t step, unsigned shard,
                         const std::vector<ShardSlice>& slices, FileWriter& file, ShardRecord* records) {
  std::vector<Tensor> tensors;
  std::vector<const Tensor*> all;
  std::uint64_t bytes = 0;
  for (const ShardSlice& slice : slices)
    tensors.push_back(TensorOf(slice));
  for (const Tensor& tensor : tensors) {
    all.push_back(&tensor);
    bytes += tensor.size;
  }
  const std::string path = Making(dir, step) + FileOf(shard);
  std::vector<TensorPlace> places;
  Must(WriteSafetensors(file, path, 0, all, places), step, path);
  for (std::size_t i = 0; i < slices.size(); ++i)
    records[i] = {Hash(slices[i].bytes, slices[i].size), places[i].offset};
  return bytes;
}

void CommitShardStep(const std::string& dir, std::uint64_t step, const std::vector<std::vector<ShardSlice>>& slices,
                     const std::vector<ShardRecord>& records, unsigned keep) {
  Checkpoint checkpoint;
  checkpoint.step = step;
  std::size_t next = 0;
  for (std::size_t shard = 0; shard < slices.size(); ++shard)
    for (const ShardSlice& slice : slices[shard])
      checkpoint.entries.push_back(
          EntryOf(slice, records[next++], StepName(step) + FileOf(static_cast<unsigned>(shard))));
  const std::string folder = Making(dir, step), meta = Print(checkpoint);
  Must(WriteWhole(folder + "/meta.json", meta), step, folder);
  Must(WriteWhole(folder + "/COMMITTED", Hex(Hash(meta)) + "\n"), step, folder);
  Must(SyncFolder(folder), step, folder);
  MakeRoom(dir, step);
  Must(Rename(folder, dir + "/" + StepName(step)), step, folder);
  Must(SyncFolder(dir), step, dir);
  const std::vector<std::uint64_t> steps = CommittedSteps(dir);
  for (std::size_t i = 0; keep > 0 && i + keep < steps.size(); ++i)
    Must(RemoveStep(dir, steps[i]), step, dir);
}

bool ShardReader::Open(std::string& why) {
  const bool is_good = LoadMeta(dir_, StepName(step_), checkpoint_, why);
  std::uint64_t size = 0;
  if (FileSize(dir_ + "/" + StepName(step_) + "/meta.json", size) == 0)
    bytes_read_ += size;
  return is_good;
}

bool ShardReader::Read(const ShardSlice& slice, std::string& why) {
  const std::string name = slice.Name();
  const auto entry = std::find_if(checkpoint_.entries.begin(), checkpoint_.entries.end(),
                                  [&](const Entry& one) { return one.name == name; });
  if (entry == checkpoint_.entries.end() || entry->dtype != slice.dtype || entry->length != slice.size)
    Refuse(dir_ + "/" + StepName(step_) + " has no " + name + " of " + slice.dtype +
           ": it was saved with other arrays or another number of shards");
  std::vector<char> bytes;
  if (!TryReadEntry(dir_, *entry, bytes, why))
    return false;
  bytes_read_ += bytes.size();
  if (!bytes.empty())
    std::memcpy(slice.bytes, bytes.data(), bytes.size());
  return true;
}

}  // namespace detrain::runtime
