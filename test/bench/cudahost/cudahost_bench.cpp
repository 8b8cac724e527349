// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a CUDA thread and its operations cost on the CPU, one OS thread: with no schedule and with one.
#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <cstdlib>

#include "detrain/cudahost/control.h"
#include "detrain/cudahost/sums.h"

namespace detrain::bench {
namespace {

constexpr unsigned kBlocks = 64, kOperations = 32;

// `times`: how many operations each thread makes; the counter is seconds of processor time of one operation of one
// thread, so that a busy machine does not show.
template <class Kernel>
void Measure(benchmark::State& state, unsigned times, Kernel kernel) {
  const auto threads = static_cast<unsigned>(state.range(0));
  if (state.range(1) != 0)
    cudahost::SetSchedule(static_cast<std::uint64_t>(state.range(1)));
  for (const auto& round : state) {
    static_cast<void>(round);
    cudahost::Launch(kBlocks, threads, 0, nullptr, kernel);
    cudaDeviceSynchronize();
  }
  cudahost::ClearSchedule();
  const double operations = static_cast<double>(kBlocks) * threads * times;
  state.counters["each"] =
      benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void Thread(benchmark::State& state) {
  Measure(state, 1, [] { benchmark::DoNotOptimize(threadIdx.x); });
}

void Barrier(benchmark::State& state) {
  Measure(state, kOperations, [] {
    for (unsigned i = 0; i < kOperations; ++i)
      __syncthreads();
  });
}

void Shuffle(benchmark::State& state) {
  Measure(state, kOperations, [] {
    unsigned value = threadIdx.x;
    for (unsigned i = 0; i < kOperations; ++i)
      value += __shfl_xor_sync(0xffffffff, value, 1);
    benchmark::DoNotOptimize(value);
  });
}

template <typename Add>
void AddUp(benchmark::State& state, const Add& add) {
  float* sum = nullptr;
  cudaMalloc(&sum, sizeof(float));
  Measure(state, kOperations, [sum, add] {
    for (unsigned i = 0; i < kOperations; ++i)
      add(sum);
  });
  cudaFree(sum);
}

void Atomic(benchmark::State& state) {
  AddUp(state, [](float* sum) { atomicAdd(sum, 1.0F); });
}

// What the same addition becomes at --level=deterministic.
void Sum(benchmark::State& state) {
  AddUp(state, [](float* sum) { detrain_sum(sum, 1.0F); });
}

// Threads of a block; seed of the schedule, 0 for none.
void Sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"threads", "seed"})->ArgsProduct({{256, 1024}, {0, 1}})->MeasureProcessCPUTime();
}

BENCHMARK(Thread)->Apply(Sizes);
BENCHMARK(Barrier)->Apply(Sizes);
BENCHMARK(Shuffle)->Apply(Sizes);
BENCHMARK(Atomic)->Apply(Sizes);
BENCHMARK(Sum)->Apply(Sizes);

}  // namespace
}  // namespace detrain::bench

int main(int argc, char** argv) {
  setenv("DETRAIN_CUDA_THREADS", "1", 1);
  benchmark::Initialize(&argc, argv);
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
