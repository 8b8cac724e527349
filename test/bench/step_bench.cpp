// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rewritten program's steps cost: not saving, tracing, and saving at each; and how large a checkpoint is.
#include <algorithm>
#include <filesystem>

#include "measure.h"
#include "programs.h"

namespace detrain::bench {

namespace {

// Bytes of the largest step in the folder of checkpoints.
double CheckpointBytes(const std::string& folder) {
  std::uintmax_t largest = 0;
  std::error_code error;
  for (const auto& step : std::filesystem::directory_iterator(folder, error)) {
    std::uintmax_t bytes = 0;
    if (step.is_directory())
      for (const auto& file : std::filesystem::directory_iterator(step.path()))
        bytes += file.file_size();
    largest = std::max(largest, bytes);
  }
  return static_cast<double>(largest);
}

void Steps(benchmark::State& state, const Program& program) {
  const Scratch scratch;
  if (!Build(state, program, scratch))
    return;
  const std::string folder = program.inputs.empty() ? scratch.Folder() : program.inputs;
  const std::string checkpoints = scratch.Path("checkpoints");
  const std::string run = "OMP_NUM_THREADS=2 ", rewritten = scratch.Path("rewritten") + " " + program.arguments;
  const std::vector<Command> commands = {
      {"original", run + scratch.Path("original") + " " + program.arguments, folder, ""},
      {"quiet", run + rewritten, folder, ""},
      {"traced", run + "DETRAIN_TRACE=" + scratch.Path("trace") + " " + rewritten, folder, ""},
      {"saving", run + "DETRAIN_DIR=" + checkpoints + " " + rewritten, folder, "rm -rf " + checkpoints},
  };
  const std::vector<Figure> figures = InTurn(state, commands, Rounds());
  Report(state, commands, figures);
  if (figures.empty())
    return;
  state.counters["trace_of_quiet"] = figures[2].seconds / figures[1].seconds - 1;
  state.counters["checkpoint_kB"] = CheckpointBytes(checkpoints) / 1e3;
  state.counters["resident_kB"] = static_cast<double>(figures[0].peak_bytes) / 1e3;
  state.counters["checkpoint_ratio"] = CheckpointBytes(checkpoints) / static_cast<double>(figures[0].peak_bytes);
}

}  // namespace

void RegisterSteps() {
  for (const Program& program : Programs())
    benchmark::RegisterBenchmark(("steps/" + program.name).c_str(), Steps, program)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace detrain::bench
