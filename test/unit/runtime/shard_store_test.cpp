// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "detrain/shard_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "detrain/shards.h"

namespace {

namespace fs = std::filesystem;

constexpr unsigned kShards = 8;
constexpr std::size_t kWeights = 50, kMoments = 1001;
constexpr std::uint64_t kSteps = 6;

// A rank is lost at its `at`th exchange, once.
struct Strike {
  int rank = -1;
  int at = 0;
  std::atomic<bool> has_struck{false};
};

// What all ranks of a job have in common.
struct Job {
  std::string dir;
  std::uint64_t until = kSteps;
  Strike first, second;
  std::vector<std::vector<float>> weights, moments;  // by rank, in the end
  std::vector<detrain_shard_cost> costs;             // of the store that ended well
  std::vector<std::uint64_t> begun;                  // the step that its first restore gave

  explicit Job(std::string folder, int ranks)
      : dir(std::move(folder)),
        weights(static_cast<std::size_t>(ranks)),
        moments(static_cast<std::size_t>(ranks)),
        costs(static_cast<std::size_t>(ranks)),
        begun(static_cast<std::size_t>(ranks)) {}
};

// A transport whose rank can be lost.
struct Mortal {
  const detrain_transport* ranks = nullptr;
  Job* job = nullptr;
  int exchanges = 0;
  bool is_dead = false;
};

int Exchange(void* context, int to, const void* out, std::size_t out_bytes, int from, void* in, std::size_t in_bytes) {
  auto& self = *static_cast<Mortal*>(context);
  ++self.exchanges;
  for (Strike* strike : {&self.job->first, &self.job->second})
    if (self.ranks->rank == strike->rank && self.exchanges == strike->at && !strike->has_struck.exchange(true))
      self.is_dead = true;
  return self.is_dead ? -1 : self.ranks->exchange(self.ranks->context, to, out, out_bytes, from, in, in_bytes);
}

int Rejoin(void* context) {
  const auto& self = *static_cast<Mortal*>(context);
  return self.ranks->rejoin(self.ranks->context);
}

std::size_t First(std::size_t total, unsigned shard) {
  return static_cast<std::size_t>(detrain_shard_item(0, static_cast<std::int64_t>(total), 1, shard, kShards));
}

struct State {
  unsigned first = 0, end = 0;  // shards
  std::vector<float> weights, moments;
};

// A shard's moments go into its gradient, so that one that is lost shows everywhere.
int Step(const detrain_transport& ranks, std::uint64_t step, State& state) {
  std::vector<float> parts, sum(kWeights);
  for (unsigned shard = state.first; shard < state.end; ++shard) {
    float mean = 0;
    for (std::size_t i = First(kMoments, shard); i < First(kMoments, shard + 1); ++i) {
      float& moment = state.moments[i - First(kMoments, state.first)];
      moment = 0.9F * moment + 0.1F * (state.weights[i % kWeights] - static_cast<float>(i + step) / 100.0F);
      mean += moment / 125.0F;
    }
    for (std::size_t i = 0; i < kWeights; ++i)
      parts.push_back(mean * static_cast<float>(i + 1) / 7.0F);
  }
  if (const int error = detrain_all_sum_f32(&ranks, kShards, parts.data(), kWeights, sum.data()))
    return error;
  for (std::size_t i = 0; i < kWeights; ++i)
    state.weights[i] -= 0.01F * sum[i];
  return 0;
}

int Train(const detrain_transport& ranks, detrain_shard_store* store, Job& job, State& state) {
  std::uint64_t step = 0;
  int error = detrain_shards_restore(store, &step);
  if (error == 0)
    job.begun[static_cast<std::size_t>(ranks.rank)] = step;
  while (error == 0 && step < job.until) {
    error = Step(ranks, step, state);
    if (error == 0)
      error = detrain_shards_save(store, ++step);
    if (error == DETRAIN_RANK_LOST)
      error = detrain_shards_restore(store, &step);
  }
  return error;
}

int Main(const detrain_transport* beneath, void* argument) {
  Job& job = *static_cast<Job*>(argument);
  Mortal mortal{beneath, &job, 0, false};
  const detrain_transport ranks = {&mortal, beneath->rank, beneath->size, Exchange, Rejoin};
  State state;
  state.first = detrain_first_shard(kShards, ranks.rank, ranks.size);
  state.end = detrain_first_shard(kShards, ranks.rank + 1, ranks.size);
  state.weights.assign(kWeights, 1.0F);
  state.moments.assign(First(kMoments, state.end) - First(kMoments, state.first), 0.0F);
  detrain_shard_store* store = detrain_shards_open(&ranks, job.dir.c_str(), kShards, 3);
  detrain_shards_whole(store, "weights", DETRAIN_F32, state.weights.data(), kWeights);
  detrain_shards_part(store, "moments", DETRAIN_F32, state.moments.data(), kMoments);
  const int error = Train(ranks, store, job, state);
  const auto at = static_cast<std::size_t>(ranks.rank);
  job.costs[at] = detrain_shards_cost(store);
  job.weights[at] = state.weights;
  job.moments[at] = state.moments;
  detrain_shards_close(store);
  return error;
}

std::vector<float> AllMoments(const Job& job) {
  std::vector<float> all;
  for (const std::vector<float>& part : job.moments)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

class ShardStore : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(Folder(""));
    fs::create_directories(Folder(""));
  }
  void TearDown() override { fs::remove_all(Folder("")); }
  static std::string Folder(const std::string& name) {
    return testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name() + "/" + name;
  }
  static void Run(Job& job) { detrain_run_virtual_replaced(static_cast<int>(job.weights.size()), 3, Main, &job); }
};

void ExpectEqual(const Job& job, const Job& want, const std::string& what) {
  for (const std::vector<float>& weights : job.weights)
    EXPECT_EQ(weights, want.weights[0]) << what;
  EXPECT_EQ(AllMoments(job), AllMoments(want)) << what;
}

TEST_F(ShardStore, AnyNumberOfRanksGoesOnFromFour) {
  Job whole(Folder("whole"), 4);
  Run(whole);
  Job begun(Folder("begun"), 4);
  begun.until = 4;
  Run(begun);
  for (const int ranks : {1, 2, 3, 8}) {
    const std::string dir = Folder("on" + std::to_string(ranks));
    fs::copy(begun.dir, dir, fs::copy_options::recursive);
    Job rest(dir, ranks);
    Run(rest);
    EXPECT_EQ(rest.begun[0], 4U);
    ExpectEqual(rest, whole, std::to_string(ranks));
  }
}

// Of a rank: 9 exchanges of the first restore, then 6 of the sum and 9 of the save in each step.
constexpr int AtStep(int step, int exchange) {
  return 9 + 15 * step + exchange;
}

TEST_F(ShardStore, ARankIsReplacedAndTheBitsAreTheSame) {
  Job whole(Folder("whole"), 4);
  Run(whole);
  for (const int at : {1, 8, AtStep(0, 2), AtStep(2, 5), AtStep(2, 7), AtStep(2, 11), AtStep(2, 14), AtStep(5, 15)}) {
    Job job(Folder("at" + std::to_string(at)), 4);
    job.first.rank = at % 4;
    job.first.at = at;
    Run(job);
    EXPECT_TRUE(job.first.has_struck);
    ExpectEqual(job, whole, std::to_string(at));
  }
}

// The second one in the restore that the first one's loss led to: its other ranks exchange on from there.
TEST_F(ShardStore, ALossInTheRestoreIsOneMore) {
  Job whole(Folder("whole"), 4);
  Run(whole);
  for (const int later : {2, 5, 8}) {
    Job job(Folder("later" + std::to_string(later)), 4);
    job.first.rank = 2;
    job.first.at = AtStep(3, 4);
    job.second.rank = 1;
    job.second.at = AtStep(3, 4) + later;
    Run(job);
    EXPECT_TRUE(job.first.has_struck && job.second.has_struck);
    ExpectEqual(job, whole, std::to_string(later));
  }
}

TEST_F(ShardStore, OnlyTheLostShardsAreRead) {
  Job job(Folder("job"), 4);
  job.first.rank = 2;
  job.first.at = AtStep(3, 4);
  Run(job);
  ASSERT_TRUE(job.first.has_struck);
  EXPECT_EQ(job.begun[2], 3U);
  const std::uint64_t meta = fs::file_size(job.dir + "/step_00000006/meta.json");
  const std::uint64_t lost = 4 * (First(kMoments, 6) - First(kMoments, 4) + First(kWeights, 6) - First(kWeights, 4));
  EXPECT_GE(job.costs[2].bytes_read, lost);
  EXPECT_LE(job.costs[2].bytes_read, lost + meta);
  for (const std::size_t rank : {0U, 1U, 3U})
    EXPECT_EQ(job.costs[rank].bytes_read, 0U);
}

TEST_F(ShardStore, ADamagedShardIsNotTaken) {
  Job whole(Folder("whole"), 2);
  Run(whole);
  Job begun(Folder("begun"), 4);
  begun.until = 4;
  Run(begun);
  const std::string file = begun.dir + "/step_00000004/rank00005.safetensors";
  std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
  damaged.seekp(-2, std::ios::end);
  damaged.put('\x55');
  damaged.close();
  Job rest(begun.dir, 2);
  Run(rest);
  EXPECT_EQ(rest.begun[0], 3U);
  ExpectEqual(rest, whole, "damaged");
}

TEST_F(ShardStore, KeepsTheNewestSteps) {
  Job job(Folder("job"), 2);
  Run(job);
  EXPECT_FALSE(fs::exists(job.dir + "/step_00000003"));
  EXPECT_TRUE(fs::exists(job.dir + "/step_00000004/COMMITTED"));
  EXPECT_TRUE(fs::exists(job.dir + "/step_00000006/rank00007.safetensors"));
}

using ShardStoreDeathTest = ShardStore;

int Other(const detrain_transport* ranks, void* argument) {
  const Job& job = *static_cast<Job*>(argument);
  std::vector<float> moments(kMoments + 8);
  std::uint64_t step = 0;
  detrain_shard_store* store = detrain_shards_open(ranks, job.dir.c_str(), kShards, 0);
  detrain_shards_part(store, "moments", DETRAIN_F32, moments.data(), kMoments + 8);
  return detrain_shards_restore(store, &step);
}

TEST_F(ShardStoreDeathTest, OtherArraysAreRefused) {
  Job job(Folder("job"), 1);
  job.until = 1;
  Run(job);
  EXPECT_EXIT(detrain_run_virtual_replaced(1, 0, Other, &job), testing::ExitedWithCode(2),
              R"(step_00000001 has no moments\[0:126\] of F32: it was saved with other arrays)");
}

int AlwaysLost(const detrain_transport*, void*) {
  return 1;
}

TEST_F(ShardStoreDeathTest, TooManyLossesEndTheJob) {
  EXPECT_EXIT(detrain_run_virtual_replaced(1, 2, AlwaysLost, nullptr), testing::ExitedWithCode(3),
              "rank 0 is lost, after 2 that were replaced");
}

}  // namespace
