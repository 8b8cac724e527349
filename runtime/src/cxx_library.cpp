// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that C++ programs get from inside their standard library: its functions end in hooked ones here. Weak, as a
// program that holds the whole library has them too.
#include <dlfcn.h>

#include <chrono>
#include <ctime>
#include <random>

#include "hook_declarations.h"
#include "settings.h"

namespace {

std::chrono::nanoseconds Now(clockid_t clock) {
  struct timespec now = {};
  detrain_clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

__attribute__((weak)) std::chrono::system_clock::time_point std::chrono::system_clock::now() noexcept {
  return time_point(Now(CLOCK_REALTIME));
}

__attribute__((weak)) std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  return time_point(Now(CLOCK_MONOTONIC));
}

__attribute__((weak)) std::random_device::result_type std::random_device::_M_getval() {
  using Draw = result_type (*)(random_device*);
  const bool is_asked = detrain::runtime::g_active;
  void* library = is_asked ? nullptr : dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv");
  if (library != nullptr)
    return reinterpret_cast<Draw>(library)(this);
  result_type word = 0;
  detrain_getentropy(&word, sizeof word);
  return word;
}
