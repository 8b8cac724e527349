// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a heap at a fixed place costs: memory, against the C library's with the same blocks kept track of; and a restore
// of blocks that are saved as they lie, against the same blocks with a type.
//
//   DETRAIN_BENCH_IMAGE_MIB   the blocks' size (256)
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "measure.h"
#include "programs.h"

namespace detrain::bench {
namespace {

// The rewritten program once more, whose heap lies at its fixed place whatever its plan says.
bool BuildFixed(benchmark::State& state, const Program& program, const Scratch& scratch) {
  std::ofstream(scratch.Path("out") + "/fixed_heap.c") << "int detrain_fixed_heap = 1;\n";
  return Must(state, scratch.Path("out"),
              "gcc " + program.flags + " -falign-functions=64 -w " + program.files + " fixed_heap.c " + RuntimeFlags() +
                  " -o " + scratch.Path("fixed"));
}

void Memory(benchmark::State& state, const Program& program) {
  const Scratch scratch;
  if (!Build(state, program, scratch) || !BuildFixed(state, program, scratch))
    return;
  const std::string folder = program.inputs.empty() ? scratch.Folder() : program.inputs;
  const std::string checkpoints = scratch.Path("checkpoints");
  const std::string run = "OMP_NUM_THREADS=2 DETRAIN_EVERY=0 DETRAIN_DIR=" + checkpoints + " ";
  const auto command = [&](const std::string& name) {
    return Command{name, run + scratch.Path(name) + " " + program.arguments, folder, "rm -rf " + checkpoints};
  };
  const std::vector<Command> commands = {command("original"), command("rewritten"), command("fixed")};
  const std::vector<Figure> figures = InTurn(state, commands, Rounds());
  Report(state, commands, figures);
  if (figures.empty())
    return;
  const auto peak = [&](std::size_t which) { return static_cast<double>(figures[which].peak_bytes); };
  state.counters["original_kB"] = peak(0) / 1e3;
  state.counters["malloc_kB"] = peak(1) / 1e3;
  state.counters["fixed_kB"] = peak(2) / 1e3;
  state.counters["fixed_of_malloc"] = peak(2) / peak(1);
}

std::string ImageMib() {
  const char* mib = std::getenv("DETRAIN_BENCH_IMAGE_MIB");
  return mib != nullptr ? mib : "256";
}

// Stopped at step 2, so that what is timed restores it, makes one step and saves nothing.
bool BuildState(benchmark::State& state, const Scratch& scratch, const std::string& name, const std::string& flags) {
  const std::string programs = std::string(DETRAIN_SOURCE_DIR) + "/test/bench/programs",
                    out = scratch.Path(name + "_out");
  return Must(state, programs, Tool() + " rewrite image_state.c -o " + out + " -- gcc -O2 " + flags) &&
         Must(state, out,
              "gcc -O2 -no-pie -w " + flags + " image_state.c " + RuntimeFlags() + " -o " + scratch.Path(name)) &&
         Must(state, scratch.Folder(),
              "DETRAIN_DIR=" + name + "_steps DETRAIN_EVERY=0 DETRAIN_STOP_AT=2 ./" + name + " " + ImageMib() + " 3");
}

void Restore(benchmark::State& state) {
  const Scratch scratch;
  if (!BuildState(state, scratch, "typed", "-DTYPED") || !BuildState(state, scratch, "image", ""))
    return;
  const auto start = [&](const std::string& name) {
    return Command{name + "_start", "./" + name + " " + ImageMib() + " 1", scratch.Folder(), ""};
  };
  const auto restore = [&](const std::string& name) {
    return Command{name + "_restore",
                   "DETRAIN_DIR=" + name + "_steps DETRAIN_EVERY=0 ./" + name + " " + ImageMib() + " 3",
                   scratch.Folder(), ""};
  };
  const std::vector<Command> commands = {start("typed"), restore("typed"), start("image"), restore("image")};
  const std::vector<Figure> figures = InTurn(state, commands, Rounds());
  Report(state, commands, figures);
  if (figures.empty())
    return;
  const double typed = figures[1].seconds - figures[0].seconds, image = figures[3].seconds - figures[2].seconds;
  state.counters["typed_ms"] = typed * 1e3;
  state.counters["image_ms"] = image * 1e3;
  state.counters["image_of_typed"] = image / typed;
}

}  // namespace

void RegisterHeap() {
  for (const Program& program : Programs())
    benchmark::RegisterBenchmark(("heap/memory/" + program.name).c_str(), Memory, program)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("heap/restore", Restore)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
}

}  // namespace detrain::bench
