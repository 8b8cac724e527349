// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole processes, timed in turn: A B C A B C ..., so that a machine that grows warm or busy slows all of them alike.
#ifndef DETRAIN_TEST_BENCH_MEASURE_H
#define DETRAIN_TEST_BENCH_MEASURE_H

#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>
#include <vector>

namespace detrain::bench {

struct Command {
  std::string name;    // of the column
  std::string shell;   // run by sh -c, its output thrown away
  std::string folder;  // where
  std::string before;  // run before each round, not timed
};

struct Figure {
  double seconds = 0;          // median of the rounds
  double quartiles[2] = {};    // of the ratio to the first command's time in the same round
  double ratio = 0;            // median of those
  std::size_t peak_bytes = 0;  // most memory resident
};

// One figure per command. Ends the benchmark with an error where one fails.
std::vector<Figure> InTurn(benchmark::State& state, const std::vector<Command>& commands, int rounds);

// The counters of a benchmark whose time is that of the last command: `NAME` seconds and `NAME/FIRST` for each.
void Report(benchmark::State& state, const std::vector<Command>& commands, const std::vector<Figure>& figures);

// A folder for scratch files that is gone at the end, below `parent`; empty: where temporary files go.
class Scratch {
 public:
  explicit Scratch(const std::string& parent = "");
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string Path(const std::string& name) const { return folder_ / name; }
  std::string Folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

// Runs the command; false, with the benchmark ended, where it fails.
bool Must(benchmark::State& state, const std::string& folder, const std::string& shell);

// DETRAIN_BENCH_ROUNDS, or 15.
int Rounds();

}  // namespace detrain::bench

#endif
