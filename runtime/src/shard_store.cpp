// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranks decide together here: which step is the newest that all can have. A step is committed when every shard of
// it is durable; a rank's copy in memory is taken after that, so that it is never of a step that the disk has not.
#include <detrain/shard_store.h>
#include <detrain/shards.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fail.h"
#include "rank_rounds.h"
#include "schedule.h"
#include "shard_files.h"
#include "store.h"
#include "tensors.h"

namespace detrain::runtime {
namespace {

constexpr std::uint64_t kNone = UINT64_MAX;

struct Array {
  std::string name;
  const char* dtype = "";
  std::size_t element = 0;
  char* bytes = nullptr;
  std::size_t total = 0;
  bool is_whole = false;
};

}  // namespace
}  // namespace detrain::runtime

using namespace detrain::runtime;

struct detrain_shard_store {
 public:
  detrain_shard_store(const detrain_transport& ranks, std::string dir, unsigned shards, unsigned keep)
      : ranks_(ranks), dir_(std::move(dir)), shards_(shards), keep_(keep) {}

  void Bind(Array array) { arrays_.push_back(std::move(array)); }
  int Save(std::uint64_t step);
  int Restore(std::uint64_t& step);
  [[nodiscard]] const detrain_shard_cost& cost() const { return cost_; }

 private:
  [[nodiscard]] unsigned FirstShard(int rank) const { return detrain_first_shard(shards_, rank, ranks_.size); }
  [[nodiscard]] bool IsFirst() const { return ranks_.rank == 0; }
  [[nodiscard]] ShardSlice SliceOf(const Array& array, unsigned shard) const;
  [[nodiscard]] std::vector<ShardSlice> SlicesOf(unsigned shard) const;
  [[nodiscard]] std::vector<ShardSlice> Mine() const;
  void TakeCopy(std::uint64_t step);
  void PlaceCopy();
  bool ReadMine(std::uint64_t step, std::string& why);
  int GatherWholes();
  // Each rank's number, at each.
  int GatherNumbers(std::uint64_t mine, std::vector<std::uint64_t>& all);
  int TryRestore(std::uint64_t& step);
  bool BringBack(std::uint64_t step);

  const detrain_transport& ranks_;
  std::string dir_;
  unsigned shards_, keep_;
  std::vector<Array> arrays_;
  std::vector<std::vector<char>> copy_;  // as Mine()
  std::uint64_t copied_ = kNone;
  FileWriter file_{IoMode::Auto};
  detrain_shard_cost cost_ = {};
};

ShardSlice detrain_shard_store::SliceOf(const Array& array, unsigned shard) const {
  const auto item = [&](unsigned s) {
    return static_cast<std::uint64_t>(detrain_shard_item(0, static_cast<std::int64_t>(array.total), 1, s, shards_));
  };
  const unsigned first = FirstShard(ranks_.rank);
  ShardSlice slice{array.name, array.dtype, item(shard), item(shard + 1), nullptr, 0};
  slice.size = (slice.end - slice.begin) * array.element;
  if (shard >= first && shard < FirstShard(ranks_.rank + 1))  // of another rank's only name and range are asked for
    slice.bytes = array.bytes + (slice.begin - (array.is_whole ? 0 : item(first))) * array.element;
  return slice;
}

std::vector<ShardSlice> detrain_shard_store::SlicesOf(unsigned shard) const {
  std::vector<ShardSlice> slices;
  for (const Array& array : arrays_)
    slices.push_back(SliceOf(array, shard));
  return slices;
}

std::vector<ShardSlice> detrain_shard_store::Mine() const {
  std::vector<ShardSlice> slices;
  for (unsigned shard = FirstShard(ranks_.rank); shard < FirstShard(ranks_.rank + 1); ++shard)
    for (ShardSlice& slice : SlicesOf(shard))
      slices.push_back(std::move(slice));
  return slices;
}

void detrain_shard_store::TakeCopy(std::uint64_t step) {
  const std::vector<ShardSlice> slices = Mine();
  copied_ = kNone;
  copy_.resize(slices.size());
  for (std::size_t i = 0; i < slices.size(); ++i)
    copy_[i].assign(slices[i].bytes, slices[i].bytes + slices[i].size);
  copied_ = step;
}

void detrain_shard_store::PlaceCopy() {
  const std::vector<ShardSlice> slices = Mine();
  for (std::size_t i = 0; i < slices.size(); ++i)
    std::copy(copy_[i].begin(), copy_[i].end(), slices[i].bytes);
}

int detrain_shard_store::Save(std::uint64_t step) {
  if (IsFirst())
    BeginShardStep(dir_, step);
  if (const int error = detrain_all_wait(&ranks_))
    return error;
  const std::size_t arrays = arrays_.size();
  std::vector<ShardRecord> records(shards_ * arrays);
  for (unsigned shard = FirstShard(ranks_.rank); shard < FirstShard(ranks_.rank + 1); ++shard)
    cost_.bytes_written += WriteShard(dir_, step, shard, SlicesOf(shard), file_, records.data() + shard * arrays);
  if (const int error = Gather(ranks_, reinterpret_cast<char*>(records.data()),
                               [&](int rank) { return FirstShard(rank) * arrays * sizeof(ShardRecord); }))
    return error;
  if (IsFirst()) {
    std::vector<std::vector<ShardSlice>> slices;
    for (unsigned shard = 0; shard < shards_; ++shard)
      slices.push_back(SlicesOf(shard));
    CommitShardStep(dir_, step, slices, records, keep_);
  }
  if (const int error = detrain_all_wait(&ranks_))
    return error;
  TakeCopy(step);
  return 0;
}

int detrain_shard_store::GatherNumbers(std::uint64_t mine, std::vector<std::uint64_t>& all) {
  all.assign(static_cast<std::size_t>(ranks_.size), 0);
  all[static_cast<std::size_t>(ranks_.rank)] = mine;
  return Gather(ranks_, reinterpret_cast<char*>(all.data()),
                [](int rank) { return static_cast<std::size_t>(rank) * sizeof(std::uint64_t); });
}

// Each rank has the elements of its shards.
int detrain_shard_store::GatherWholes() {
  for (const Array& array : arrays_) {
    if (!array.is_whole)
      continue;
    const auto begin = [&](int rank) {
      const auto total = static_cast<std::int64_t>(array.total);
      return static_cast<std::size_t>(detrain_shard_item(0, total, 1, FirstShard(rank), shards_)) * array.element;
    };
    if (const int error = Gather(ranks_, array.bytes, begin))
      return error;
  }
  return 0;
}

bool detrain_shard_store::ReadMine(std::uint64_t step, std::string& why) {
  ShardReader reader(dir_, step);
  bool is_good = reader.Open(why);
  for (const ShardSlice& slice : Mine())
    is_good = is_good && reader.Read(slice, why);
  cost_.bytes_read += reader.bytes_read();
  return is_good;
}

// This rank's shards: from memory where they are there. Step 0 is on no disk: the rank that is new has it.
bool detrain_shard_store::BringBack(std::uint64_t step) {
  std::string why;
  if (copied_ == step)
    PlaceCopy();
  else if (step > 0 && !ReadMine(step, why)) {
    Say("step " + std::to_string(step) + " is not good: rank " + std::to_string(ranks_.rank) + ": " + why);
    return false;
  }
  return true;
}

int detrain_shard_store::TryRestore(std::uint64_t& step) {
  std::vector<std::uint64_t> steps;
  if (IsFirst())
    steps = CommittedSteps(dir_);
  const bool had_any = !steps.empty();
  for (;;) {
    std::vector<std::uint64_t> all;
    const std::uint64_t newest = steps.empty() ? 0 : steps.back();
    if (IsFirst() && had_any && steps.empty())
      Fail("no good checkpoint in " + dir_);
    if (const int error = GatherNumbers(newest, all))
      return error;
    step = all[0];
    if (const int error = GatherNumbers(BringBack(step) ? 1 : 0, all))
      return error;
    if (std::find(all.begin(), all.end(), 0) == all.end())
      break;
    if (!steps.empty())
      steps.pop_back();
  }
  if (const int error = GatherWholes())
    return error;
  if (copied_ != step)
    TakeCopy(step);
  return 0;
}

int detrain_shard_store::Restore(std::uint64_t& step) {
  const std::uint64_t begin = NowInNanoseconds();
  for (;;) {
    int error = ranks_.rejoin != nullptr ? ranks_.rejoin(ranks_.context) : 0;
    if (error == 0)
      error = TryRestore(step);
    if (error == 0)
      cost_.restore_nanoseconds = NowInNanoseconds() - begin;
    if (error != DETRAIN_RANK_LOST || ranks_.rejoin == nullptr)
      return error;
  }
}

namespace {

Array ArrayOf(const char* name, detrain_dtype dtype, void* bytes, std::size_t total, bool is_whole) {
  constexpr std::array<std::size_t, DETRAIN_F64 + 1> kSizes = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
  if (dtype > DETRAIN_F64)
    Refuse(std::string("array ") + name + ": only numbers of up to 8 bytes are cut into shards");
  return {name, DtypeName(static_cast<std::uint8_t>(dtype)), kSizes[dtype], static_cast<char*>(bytes), total, is_whole};
}

}  // namespace

extern "C" {

detrain_shard_store* detrain_shards_open(const detrain_transport* ranks, const char* dir, unsigned shards,
                                         unsigned keep) {
  return Guard([&] {
    if (static_cast<unsigned>(ranks->size) > shards)
      Refuse(std::to_string(ranks->size) + " ranks for " + std::to_string(shards) +
             " shards: start as many ranks as there are shards at most");
    return new detrain_shard_store(*ranks, dir, shards, keep);
  });
}

void detrain_shards_close(detrain_shard_store* store) {
  const Inside inside;
  delete store;
}

void detrain_shards_part(detrain_shard_store* store, const char* name, detrain_dtype dtype, void* mine, size_t total) {
  Guard([&] { store->Bind(ArrayOf(name, dtype, mine, total, false)); });
}

void detrain_shards_whole(detrain_shard_store* store, const char* name, detrain_dtype dtype, void* all, size_t total) {
  Guard([&] { store->Bind(ArrayOf(name, dtype, all, total, true)); });
}

int detrain_shards_save(detrain_shard_store* store, uint64_t step) {
  return Guard([&] { return store->Save(step); });
}

int detrain_shards_restore(detrain_shard_store* store, uint64_t* step) {
  return Guard([&] { return store->Restore(*step); });
}

detrain_shard_cost detrain_shards_cost(const detrain_shard_store* store) {
  return store->cost();
}

}  // extern "C"
