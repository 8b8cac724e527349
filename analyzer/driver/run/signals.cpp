// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/signals.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace detrain::driver {
namespace {

constexpr std::array<int, 5> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
std::array<std::atomic<bool>, kSignals.size()> g_came;

void OnSignal(int signal) {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (kSignals[i] == signal)
      g_came[i] = true;
}

}  // namespace

void WatchSignals() {
  for (const int signal : kSignals) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN)
      continue;
    struct sigaction action = {};
    action.sa_handler = OnSignal;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

std::vector<int> TakeSignals() {
  std::vector<int> signals;
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (g_came[i].exchange(false))
      signals.push_back(kSignals[i]);
  return signals;
}

bool AsksForEnd(int signal) {
  return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
}

}  // namespace detrain::driver
