// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What saving and restoring cost by the size of the state, against writing and reading the same bytes plainly.
#include <string>

#include "measure.h"
#include "programs.h"

namespace detrain::bench {

namespace {

constexpr int kSteps = 10;

bool Build(benchmark::State& state, const Scratch& scratch) {
  const std::string source = std::string(DETRAIN_SOURCE_DIR) + "/test/bench/programs/state.c";
  return Must(state, scratch.Folder(), "cp " + source + " . && gcc -O2 state.c -o original") &&
         Must(state, scratch.Folder(), Tool() + " rewrite state.c -o out -- gcc -O2") &&
         Must(state, scratch.Folder(), "gcc -O2 out/state.c " + RuntimeFlags() + " -o rewritten");
}

// Steps that save, against steps that write the state to a file: left to the kernel, and on the disk.
void Save(benchmark::State& state) {
  const Scratch scratch;
  if (!Build(state, scratch))
    return;
  const std::string arguments = " " + std::to_string(state.range(0) / 4) + " " + std::to_string(kSteps);
  const std::string folder = scratch.Folder();
  const std::vector<Command> commands = {
      {"sync", "./original" + arguments + " file sync", folder, ""},
      {"write", "./original" + arguments + " file", folder, ""},
      {"nothing", "./original" + arguments, folder, ""},
      {"save", "DETRAIN_DIR=dir ./rewritten" + arguments, folder, "rm -rf dir"},
  };
  Report(state, commands, InTurn(state, commands, Rounds()));
}

// A process that restores and ends, against one that starts, and one that reads a file as large.
void Restart(benchmark::State& state) {
  const Scratch scratch;
  if (!Build(state, scratch))
    return;
  const std::string arguments = " " + std::to_string(state.range(0) / 4) + " 3";
  const std::string folder = scratch.Folder();
  if (!Must(state, folder, "DETRAIN_DIR=dir DETRAIN_STOP_AT=3 ./rewritten" + arguments))
    return;
  const std::vector<Command> commands = {
      {"read", "cat dir/step_*/*.safetensors", folder, ""},
      {"start", "./original " + std::to_string(state.range(0) / 4) + " 0", folder, ""},
      {"restart", "DETRAIN_DIR=dir DETRAIN_EVERY=0 ./rewritten" + arguments, folder, ""},
  };
  Report(state, commands, InTurn(state, commands, Rounds()));
}

}  // namespace

void RegisterSaves() {
  constexpr int kSmallest = 1 << 12, kLargest = 1 << 26;
  for (auto* b : {benchmark::RegisterBenchmark("save", Save), benchmark::RegisterBenchmark("restart", Restart)})
    b->RangeMultiplier(16)->Range(kSmallest, kLargest)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
}

}  // namespace detrain::bench
