// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sums.h"

#include <mutex>
#include <unordered_map>

#include "detrain/cudahost/sums.h"
#include "kernels/binned_sum.h"
#include "memory.h"

namespace detrain::cudahost {
namespace {

using Sums = std::unordered_map<float*, kernels::BinnedSum<float>>;

void Finish(Sums& sums) {
  for (auto& [at, sum] : sums) {
    sum.Add(*at);
    *at = sum.Round();
  }
  sums.clear();
}

// By address, so that blocks that run at the same time seldom meet.
struct alignas(64) Shard {
  std::mutex mutex;
  Sums sums;
};
constexpr std::size_t kShards = 64;

Shard* Shards() {
  static auto* const shards = new Shard[kShards];  // outlives the threads of blocks
  return shards;
}

Sums& OfBlock() {
  thread_local Sums sums;
  return sums;
}

}  // namespace

void AddToSum(float* at, float addend, const void* caller) {
  AtomicPoint(at, sizeof(float), caller);
  if (!IsDeviceAddress(at)) {
    OfBlock()[at].Add(addend);
    return;
  }
  Shard& shard = Shards()[reinterpret_cast<std::uintptr_t>(at) / 64 % kShards];
  const std::lock_guard<std::mutex> lock(shard.mutex);
  shard.sums[at].Add(addend);
}

void FinishSums() {
  for (std::size_t i = 0; i < kShards; ++i)
    Finish(Shards()[i].sums);
}

void FinishBlockSums() {
  Finish(OfBlock());
}

void DropBlockSums() {
  OfBlock().clear();
}

}  // namespace detrain::cudahost
