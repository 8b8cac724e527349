// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is measured: the examples, and a program of the user's own where the environment names one.
#ifndef DETRAIN_TEST_BENCH_PROGRAMS_H
#define DETRAIN_TEST_BENCH_PROGRAMS_H

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace detrain::bench {

class Scratch;

struct Program {
  std::string name;
  std::string folder;
  std::string files;      // below the folder
  std::string flags;      // of the compiler
  std::string arguments;  // of a run that is long enough to be timed
  std::string inputs;     // a folder to run in; empty: a fresh one
};

// DETRAIN_BENCH_FILES="DIR/a.c DIR/b.c" (of one folder), with DETRAIN_BENCH_FLAGS, DETRAIN_BENCH_ARGUMENTS and
// DETRAIN_BENCH_INPUTS, adds the program `own`.
std::vector<Program> Programs();

inline std::string Tool() {
  return DETRAIN_TOOL;
}
// What a rewritten program is compiled and linked with.
std::string RuntimeFlags();

// Makes `original` and `rewritten` of it in the folder; false, with the benchmark ended, where that fails.
bool Build(benchmark::State& state, const Program& program, const Scratch& scratch);

// The benchmarks, each in its file.
void RegisterAnalysis();
void RegisterSteps();
void RegisterStore();
void RegisterWorkers();
void RegisterRecovery();
void RegisterHeap();

}  // namespace detrain::bench

#endif
