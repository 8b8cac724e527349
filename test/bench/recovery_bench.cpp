// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loss of one virtual rank costs, against a job that starts as a whole: bytes that the disk gives, and the
// time until all ranks stand at the last save again. The files lie in the page cache either time.
//
//   DETRAIN_BENCH_RECOVERY_MIB   the state of all ranks together (256)
#include <detrain/shard_store.h>
#include <detrain/shards.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

#include "measure.h"
#include "programs.h"

namespace detrain::bench {
namespace {

constexpr unsigned kShards = 8;
constexpr int kLost = 2;

struct Job {
  std::string dir;
  std::size_t elements = 0;
  std::atomic<bool> is_lost{false};
  std::vector<detrain_shard_cost> costs;  // by rank
};

std::size_t First(const Job& job, unsigned shard) {
  return static_cast<std::size_t>(detrain_shard_item(0, static_cast<std::int64_t>(job.elements), 1, shard, kShards));
}

// Saves once; then the rank is lost. The wait behind the save: all have their copies by then.
int LoseOne(const detrain_transport& ranks, detrain_shard_store* store, Job& job) {
  std::uint64_t step = 0;
  int error = detrain_shards_restore(store, &step);
  if (error == 0 && step == 0)
    error = detrain_shards_save(store, 1);
  if (error == 0)
    error = detrain_all_wait(&ranks);
  if (error == 0 && ranks.rank == kLost && !job.is_lost.exchange(true))
    return 1;
  if (error == 0)
    error = detrain_all_wait(&ranks);
  return error == DETRAIN_RANK_LOST ? LoseOne(ranks, store, job) : error;
}

int Main(const detrain_transport* ranks, void* argument) {
  Job& job = *static_cast<Job*>(argument);
  const unsigned first = detrain_first_shard(kShards, ranks->rank, ranks->size);
  const unsigned end = detrain_first_shard(kShards, ranks->rank + 1, ranks->size);
  std::vector<float> mine(First(job, end) - First(job, first), 1.5F);
  detrain_shard_store* store = detrain_shards_open(ranks, job.dir.c_str(), kShards, 1);
  detrain_shards_part(store, "moments", DETRAIN_F32, mine.data(), job.elements);
  const int error = LoseOne(*ranks, store, job);
  job.costs[static_cast<std::size_t>(ranks->rank)] = detrain_shards_cost(store);
  detrain_shards_close(store);
  return error;
}

struct Price {
  double bytes = 0, seconds = 0;
};

Price Run(Job& job, unsigned ranks) {
  job.costs.assign(ranks, {});
  detrain_run_virtual_replaced(static_cast<int>(ranks), 1, Main, &job);
  Price price;
  for (const detrain_shard_cost& cost : job.costs) {
    price.bytes += static_cast<double>(cost.bytes_read);
    price.seconds = std::max(price.seconds, static_cast<double>(cost.restore_nanoseconds) * 1e-9);
  }
  return price;
}

void Recovery(benchmark::State& state) {
  const char* mib = std::getenv("DETRAIN_BENCH_RECOVERY_MIB");
  const auto ranks = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const Scratch scratch;
    Job job;
    job.dir = scratch.Path("steps");
    job.elements = (static_cast<std::size_t>(mib != nullptr ? std::stoul(mib) : 256) << 20) / sizeof(float);
    const Price one = Run(job, ranks);
    const Price all = Run(job, ranks);  // the same folder, from the disk
    state.counters["read_MiB"] = one.bytes / (1 << 20);
    state.counters["read_of_all"] = one.bytes / all.bytes;
    state.counters["seconds"] = one.seconds;
    state.counters["time_of_all"] = one.seconds / all.seconds;
  }
}

}  // namespace

void RegisterRecovery() {
  benchmark::RegisterBenchmark("workers/recovery", Recovery)
      ->ArgName("ranks")
      ->Arg(4)
      ->Arg(8)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace detrain::bench
