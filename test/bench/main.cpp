// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <benchmark/benchmark.h>

#include "programs.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  detrain::bench::RegisterAnalysis();
  detrain::bench::RegisterSteps();
  detrain::bench::RegisterStore();
  detrain::bench::RegisterWorkers();
  detrain::bench::RegisterRecovery();
  detrain::bench::RegisterHeap();
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
