// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "signals.h"

#include <atomic>
#include <csignal>

#include "fail.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

std::atomic<bool> g_is_heeded = false;
std::atomic<bool> g_save = false;
std::atomic<bool> g_end = false;

void ByDefault(int signal) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);  // arrives when the handler returns
}

void OnSaveRequest(int) {
  g_save = true;
}

// A second one does not wait for a boundary.
void OnEndRequest(int signal) {
  const bool is_second = g_end.exchange(true);
  if (is_second || !g_is_heeded)
    ByDefault(signal);
}

void Watch(int signal, void (*handler)(int)) {
  struct sigaction before = {};
  if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL)
    return;
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void WatchSignals() {
  if (GetSettings().dir.empty())
    return;
  Watch(SIGTERM, OnEndRequest);
  Watch(SIGUSR1, OnSaveRequest);
}

void StartHeedingSignals() {
  g_is_heeded = true;
}

bool TakeSaveRequest() {
  return g_save && g_save.exchange(false);
}

bool EndIsAskedFor() {
  return g_end;
}

void EndBySignal() {
  LeaveBySignal(SIGTERM);
}

}  // namespace detrain::runtime
