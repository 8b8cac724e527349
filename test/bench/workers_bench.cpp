// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it costs that the number of threads shows in no bit: sums, scattered additions, slots that are claimed in turn,
// and whole steps, rewritten, against the original on as many threads and on one.
#include <array>
#include <string>

#include "measure.h"
#include "programs.h"

namespace detrain::bench {

namespace {

void Threads(benchmark::State& state, const Program& program, int threads) {
  const Scratch scratch;
  if (!Build(state, program, scratch))
    return;
  const std::string many = "OMP_NUM_THREADS=" + std::to_string(threads) + " ", one = "OMP_NUM_THREADS=1 ";
  const std::string original = scratch.Path("original") + " " + program.arguments;
  const std::vector<Command> commands = {
      {"original", many + original, scratch.Folder(), ""},
      {"deterministic", many + scratch.Path("rewritten") + " " + program.arguments, scratch.Folder(), ""},
      {"one_thread", one + original, scratch.Folder(), ""},
  };
  Report(state, commands, InTurn(state, commands, Rounds()));
}

Program OfSums(const std::string& name, const std::string& arguments) {
  return {name, std::string(DETRAIN_SOURCE_DIR) + "/test/bench/programs", "sums.c", "-O2 -fopenmp", arguments, ""};
}

// A quarter of a second each, or so.
std::vector<Program> Sums() {
  struct Size {
    int numbers, steps;
  };
  constexpr std::array<Size, 3> sizes = {{{1'000, 20'000}, {100'000, 1'000}, {10'000'000, 10}}};
  std::vector<Program> all;
  for (const std::string what : {"reduce", "scatter", "array"})
    for (const Size& size : sizes)
      all.push_back(OfSums(what + "/" + std::to_string(size.numbers),
                           what + " " + std::to_string(size.numbers) + " " + std::to_string(size.steps)));
  // By the work of a sample that is not in turn.
  for (const int work : {10, 1'000, 100'000})
    all.push_back(OfSums("claim/" + std::to_string(work),
                         "claim " + std::to_string(1'000'000 / work) + " 100 " + std::to_string(work)));
  return all;
}

void Register(const Program& program) {
  for (const int threads : {1, 2, 4})
    benchmark::RegisterBenchmark(("workers/" + program.name + "/threads:" + std::to_string(threads)).c_str(), Threads,
                                 program, threads)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void RegisterWorkers() {
  for (const Program& program : Sums())
    Register(program);
  for (const Program& program : Programs())
    if (program.flags.find("-fopenmp") != std::string::npos)
      Register(program);
}

}  // namespace detrain::bench
