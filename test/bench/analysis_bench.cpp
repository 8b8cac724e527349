// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long `detrain plan` takes, against what the compiler takes to read, and to compile, the same files.
#include "measure.h"
#include "programs.h"

namespace detrain::bench {

namespace {

void Analysis(benchmark::State& state, const Program& program) {
  const std::string clang = DETRAIN_CLANG;
  const std::string each = "for f in " + program.files + "; do " + clang + " ";
  const std::vector<Command> commands = {
      {"syntax", clang + " -fsyntax-only -w " + program.flags + " " + program.files, program.folder, ""},
      {"compile", each + program.flags + " -w -c $f -o /dev/null || exit 1; done", program.folder, ""},
      {"plan", Tool() + " plan --format=json " + program.files + " -- clang " + program.flags, program.folder, ""},
  };
  Report(state, commands, InTurn(state, commands, Rounds()));
}

}  // namespace

void RegisterAnalysis() {
  for (const Program& program : Programs())
    benchmark::RegisterBenchmark(("analysis/" + program.name).c_str(), Analysis, program)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace detrain::bench
