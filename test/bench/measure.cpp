// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measure.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace detrain::bench {

namespace {

struct Outcome {
  bool good = false;
  double seconds = 0;
  std::size_t peak_bytes = 0;
};

Outcome Run(const std::string& folder, const std::string& shell) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    const std::string line = "cd '" + folder + "' && exec >/dev/null 2>&1 && " + shell;
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage = {};
  if (child < 0 || wait4(child, &status, 0, &usage) != child)
    return {};
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, taken.count(),
          static_cast<std::size_t>(usage.ru_maxrss) * 1024};
}

// quarter: 1, 2 (the median) or 3.
double Quartile(std::vector<double> values, std::size_t quarter) {
  std::ranges::sort(values);
  return values[(values.size() - 1) * quarter / 4];
}

}  // namespace

std::vector<Figure> InTurn(benchmark::State& state, const std::vector<Command>& commands, int rounds) {
  std::vector<Figure> figures(commands.size());
  std::vector<std::vector<double>> seconds(commands.size()), ratios(commands.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t c = 0; c < commands.size(); ++c) {
      if (!commands[c].before.empty() && !Must(state, commands[c].folder, commands[c].before))
        return {};
      const Outcome outcome = Run(commands[c].folder, commands[c].shell);
      if (!outcome.good) {
        state.SkipWithError(("failed: " + commands[c].shell).c_str());
        return {};
      }
      seconds[c].push_back(outcome.seconds);
      ratios[c].push_back(outcome.seconds / seconds[0].back());
      figures[c].peak_bytes = std::max(figures[c].peak_bytes, outcome.peak_bytes);
    }
  for (std::size_t c = 0; c < commands.size(); ++c) {
    figures[c].seconds = Quartile(seconds[c], 2);
    figures[c].ratio = Quartile(ratios[c], 2);
    figures[c].quartiles[0] = Quartile(ratios[c], 1);
    figures[c].quartiles[1] = Quartile(ratios[c], 3);
  }
  return figures;
}

void Report(benchmark::State& state, const std::vector<Command>& commands, const std::vector<Figure>& figures) {
  if (figures.empty())
    return;
  for (auto _ : state)
    state.SetIterationTime(figures.back().seconds);
  for (std::size_t c = 0; c < commands.size(); ++c) {
    state.counters[commands[c].name + "_ms"] = figures[c].seconds * 1e3;
    if (c == 0)
      continue;
    state.counters[commands[c].name + "_ratio"] = figures[c].ratio;
    state.counters[commands[c].name + "_ratio_25"] = figures[c].quartiles[0];
    state.counters[commands[c].name + "_ratio_75"] = figures[c].quartiles[1];
  }
}

Scratch::Scratch(const std::string& parent) {
  const std::filesystem::path folder =
      parent.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(parent);
  std::string name = std::filesystem::absolute(folder / "detrain-bench-XXXXXX");
  folder_ = mkdtemp(name.data());
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

bool Must(benchmark::State& state, const std::string& folder, const std::string& shell) {
  if (Run(folder, shell).good)
    return true;
  state.SkipWithError(("failed: " + shell).c_str());
  return false;
}

int Rounds() {
  const char* text = std::getenv("DETRAIN_BENCH_ROUNDS");
  return text != nullptr ? static_cast<int>(std::max(1L, std::strtol(text, nullptr, 10))) : 15;
}

}  // namespace detrain::bench
