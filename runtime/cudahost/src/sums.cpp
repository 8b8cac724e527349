// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sums.h"

#include <array>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <unordered_map>

#include "detrain/cudahost/sums.h"
#include "kernels/binned_sum.h"
#include "library.h"
#include "memory.h"

namespace detrain::cudahost {
namespace {

// The format of the accumulator for addends of T: 16-bit numbers are exact as floats.
template <class T>
using Accumulator = kernels::BinnedSum<std::conditional_t<std::is_same_v<T, double>, double, float>>;

template <class T>
auto Widened(T x) {
  if constexpr (std::is_same_v<T, double>)
    return x;
  else
    return kernels::ToFloat(x);
}

template <class T>
using SumsOf = std::unordered_map<T*, Accumulator<T>>;

struct Sums {
  std::tuple<SumsOf<float>, SumsOf<double>, SumsOf<kernels::Half>, SumsOf<kernels::Bf16>> of;

  template <class T>
  void Add(T* at, T addend) {
    std::get<SumsOf<T>>(of)[at].Add(Widened(addend));
  }
  void Finish() {
    std::apply([](auto&... sums) { (FinishAll(sums), ...); }, of);
  }
  void Clear() {
    std::apply([](auto&... sums) { (sums.clear(), ...); }, of);
  }

 private:
  template <class T>
  static void FinishAll(SumsOf<T>& sums) {
    for (auto& [at, sum] : sums) {
      sum.Add(Widened(*at));
      *at = sum.template Round<T>();
    }
    sums.clear();
  }
};

// By address, so that blocks that run at the same time seldom meet.
struct alignas(64) Shard {
  std::mutex mutex;
  Sums sums;
};
constexpr std::size_t kShards = 64;

Shard* Shards() {
  static auto* const shards = Forever<std::array<Shard, kShards>>()->data();  // outlives the threads of blocks
  return shards;
}

Sums& OfBlock() {
  thread_local Sums sums;
  return sums;
}

template <class T>
void Add(T* at, T addend, const void* caller) {
  AtomicPoint(at, sizeof(T), caller);
  if (!IsDeviceAddress(at)) {
    OfBlock().Add(at, addend);
    return;
  }
  Shard& shard = Shards()[reinterpret_cast<std::uintptr_t>(at) / 64 % kShards];
  const std::lock_guard<std::mutex> lock(shard.mutex);
  shard.sums.Add(at, addend);
}

}  // namespace

void AddToSum(float* at, float addend, const void* caller) {
  Add(at, addend, caller);
}

void AddToSum(double* at, double addend, const void* caller) {
  Add(at, addend, caller);
}

void AddToSum(NarrowFormat format, unsigned short* at, unsigned short addend, const void* caller) {
  // Both are structs of the 16 bits and nothing else.
  if (format == NarrowFormat::Half)
    Add(reinterpret_cast<kernels::Half*>(at), kernels::Half{addend}, caller);
  else
    Add(reinterpret_cast<kernels::Bf16*>(at), kernels::Bf16{addend}, caller);
}

void FinishSums() {
  for (std::size_t i = 0; i < kShards; ++i)
    Shards()[i].sums.Finish();
}

void FinishBlockSums() {
  OfBlock().Finish();
}

void DropBlockSums() {
  OfBlock().Clear();
}

}  // namespace detrain::cudahost
