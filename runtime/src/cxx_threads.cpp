// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::thread, std::condition_variable and futures: what lies inside the standard library ends in the hooked functions.
// Weak, as a program that holds the whole library has them too.
#include <bits/atomic_futex.h>
#include <dlfcn.h>

#include <condition_variable>
#include <system_error>
#include <thread>

#include "hook_declarations.h"
#include "turns.h"

using detrain::runtime::Turns;

namespace {

void* RunState(void* given) {
  const std::unique_ptr<std::thread::_State> state(static_cast<std::thread::_State*>(given));
  state->_M_run();
  return nullptr;
}

void Check(int error) {
  if (error != 0)
    throw std::system_error(error, std::generic_category());
}

}  // namespace

__attribute__((weak)) void std::thread::_M_start_thread(_State_ptr state, void (*)()) {
  Check(detrain_pthread_create(&_M_id._M_thread, nullptr, RunState, state.get()));
  static_cast<void>(state.release());
}

__attribute__((weak)) void std::thread::join() {
  Check(joinable() ? detrain_pthread_join(_M_id._M_thread, nullptr) : EINVAL);
  _M_id = id();
}

__attribute__((weak)) void std::thread::detach() {
  Check(joinable() ? detrain_pthread_detach(_M_id._M_thread) : EINVAL);
  _M_id = id();
}

__attribute__((weak)) void std::condition_variable::wait(std::unique_lock<std::mutex>& lock) {
  Turns& turns = Turns::Get();
  if (turns.Self() == nullptr) {
    pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
    return;
  }
  detrain::runtime::WaitOn(native_handle(), lock.mutex()->native_handle(), false, __builtin_return_address(0));
}

__attribute__((weak)) void std::condition_variable::notify_one() noexcept {
  detrain_pthread_cond_signal(native_handle());
}

__attribute__((weak)) void std::condition_variable::notify_all() noexcept {
  detrain_pthread_cond_broadcast(native_handle());
}

// Futures wait for a word to change.
__attribute__((weak)) bool std::__atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned value,
                                                                                  bool is_timed,
                                                                                  std::chrono::seconds seconds,
                                                                                  std::chrono::nanoseconds rest) {
  using Wait = bool (*)(__atomic_futex_unsigned_base*, unsigned*, unsigned, bool, std::chrono::seconds,
                        std::chrono::nanoseconds);
  detrain::runtime::Thread* self = Turns::Get().Self();
  if (self == nullptr) {
    void* library =
        dlsym(RTLD_NEXT,
              "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1"
              "ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE");
    return library != nullptr && reinterpret_cast<Wait>(library)(this, word, value, is_timed, seconds, rest);
  }
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
    if (!Turns::Get().WaitFor(*self, word, is_timed, __builtin_return_address(0)))
      return false;
  return true;
}

__attribute__((weak)) void std::__atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) {
  using Notify = void (*)(unsigned*);
  if (Turns::AreTaken())
    Turns::Get().Signal(word, true);
  if (void* library = dlsym(RTLD_NEXT, "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj"))
    reinterpret_cast<Notify>(library)(word);
}
