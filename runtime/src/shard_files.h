// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a sharded job on disk: a file for each shard, and one meta.json for all.
#ifndef DETRAIN_RUNTIME_SRC_SHARD_FILES_H
#define DETRAIN_RUNTIME_SRC_SHARD_FILES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "checkpoint.h"
#include "file_writer.h"

namespace detrain::runtime {

// Elements [begin, end) of an array, which one shard has.
struct ShardSlice {
  std::string array;
  const char* dtype = "";  // safetensors
  std::uint64_t begin = 0, end = 0;
  char* bytes = nullptr;
  std::size_t size = 0;  // bytes

  [[nodiscard]] std::string Name() const;  // "moment[12:24]"
};

// Where a slice's bytes are once they are written, and what they are. Exchanged between ranks as it is.
struct ShardRecord {
  std::uint64_t hash = 0, offset = 0;
};

// All of them end the process where the disk fails. `step`: in the making, or committed.
void BeginShardStep(const std::string& dir, std::uint64_t step);
// The bytes written.
std::uint64_t WriteShard(const std::string& dir, std::uint64_t step, unsigned shard,
                         const std::vector<ShardSlice>& slices, FileWriter& file, ShardRecord* records);
// `slices`: by shard, then in the order of `records`; bytes are not looked at. Then only the newest `keep` stay.
void CommitShardStep(const std::string& dir, std::uint64_t step, const std::vector<std::vector<ShardSlice>>& slices,
                     const std::vector<ShardRecord>& records, unsigned keep);

// A committed step, held against its hashes. False with what is wrong in `why`; a step of other arrays ends the
// process.
class ShardReader {
 public:
  ShardReader(std::string dir, std::uint64_t step) : dir_(std::move(dir)), step_(step) {}
  bool Open(std::string& why);
  bool Read(const ShardSlice& slice, std::string& why);
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  std::string dir_;
  std::uint64_t step_;
  Checkpoint checkpoint_;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace detrain::runtime

#endif
