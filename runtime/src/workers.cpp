// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workers.h"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

#include "hook_declarations.h"
#include "run.h"

// The C library's own, under a name that nobody takes. Not every version declares it.
extern "C" long __sysconf(int name) noexcept;  // NOLINT(readability-redundant-declaration)

namespace detrain::runtime {
namespace {

std::atomic<int> g_workers = 0;  // 0: not known, that is, this machine's

}  // namespace

int WorkersOfRun() {
  const int known = g_workers;
  return known > 0 ? known : static_cast<int>(__sysconf(_SC_NPROCESSORS_ONLN));
}

void SetWorkersOfRun(int count) {
  g_workers = count;
}

}  // namespace detrain::runtime

// In front of the C library's and of OpenMP's, for the program and its libraries (std::thread::hardware_concurrency
// asks get_nprocs). Weak, as a program may have one of its own.
extern "C" {

__attribute__((weak)) int get_nprocs() noexcept {
  return detrain::runtime::WorkersOfRun();
}

__attribute__((weak)) long sysconf(int name) noexcept {
  return name == _SC_NPROCESSORS_ONLN ? detrain::runtime::WorkersOfRun() : __sysconf(name);
}

// Seconds, as OpenMP's libraries count them.
__attribute__((weak)) double omp_get_wtime() noexcept {  // NOLINT(readability-identifier-naming)
  timespec now = {};
  detrain_clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

}  // extern "C"
