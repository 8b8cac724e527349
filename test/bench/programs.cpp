// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "measure.h"

namespace detrain::bench {

namespace {

std::string Variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

Program Example(const std::string& name, const std::string& files, const std::string& flags,
                const std::string& arguments) {
  return {name, std::string(DETRAIN_SOURCE_DIR) + "/examples/" + name, files, flags, arguments, ""};
}

}  // namespace

std::vector<Program> Programs() {
  std::vector<Program> programs = {
      Example("xor", "xor.c", "-O2", "3000"),
      Example("digits", "digits.c glyphs.c mlp.c util.c", "-std=c11 -O2", "--epochs 10 --seed 11"),
      Example("rnn", "data.c main.c model.c optim.c rng.c util.c", "-std=c11 -O2", "--epochs 3 --patience 9"),
      Example("chargpt", "chargpt.c", "-std=c11 -O2 -fopenmp", "--steps 60 --eval 100 --sample 100"),
  };
  std::istringstream files(Variable("DETRAIN_BENCH_FILES"));
  Program own{"own",
              "",
              "",
              Variable("DETRAIN_BENCH_FLAGS"),
              Variable("DETRAIN_BENCH_ARGUMENTS"),
              Variable("DETRAIN_BENCH_INPUTS")};
  for (std::filesystem::path file; files >> file;) {
    own.folder = file.parent_path();
    own.files += (own.files.empty() ? "" : " ") + file.filename().string();
  }
  if (!own.files.empty())
    programs.push_back(own);
  return programs;
}

std::string RuntimeFlags() {
  const std::string build = DETRAIN_BUILD_DIR;
  return "-I" + build + "/include -L" + build + "/lib -ldetrain_rt -lstdc++ -lm -lpthread -ldl";
}

// Functions begin at a cache line in both programs: a loop whose code is the same to the byte may be 5 % slower where
// it lies at another place in its line, and adding a single function moves all those behind it.
bool Build(benchmark::State& state, const Program& program, const Scratch& scratch) {
  const std::string rest = " " + program.flags + " -falign-functions=64 -w " + program.files;
  return Must(state, program.folder, "gcc" + rest + " -lm -o " + scratch.Path("original")) &&
         Must(state, program.folder,
              Tool() + " rewrite " + program.files + " -o " + scratch.Path("out") + " -- gcc " + program.flags) &&
         Must(state, program.folder, "cp -n *.h " + scratch.Path("out") + "/ || true") &&
         Must(state, scratch.Path("out"), "gcc" + rest + " " + RuntimeFlags() + " -o " + scratch.Path("rewritten"));
}

}  // namespace detrain::bench
