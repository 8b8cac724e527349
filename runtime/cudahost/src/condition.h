// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads and conditions of the backend's own. The standard library's end in functions that the runtime of a rewritten
// program has taken over, to let the program's threads take turns; ours are none of the program's.
#pragma once

#include <pthread.h>

#include <functional>
#include <mutex>

#include "library.h"

namespace detrain::cudahost {

class Condition {
 public:
  template <class Predicate>
  void Wait(std::unique_lock<std::mutex>& lock, Predicate is_true) {
    while (!is_true())
      pthread_cond_wait(&condition_, lock.mutex()->native_handle());
  }
  void NotifyOne() { pthread_cond_signal(&condition_); }
  void NotifyAll() { pthread_cond_broadcast(&condition_); }

 private:
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

// Runs `body` beside the program, for as long as that takes. False: there can be no other thread.
bool StartThread(std::function<void()> body);

// Runs body(0) to body(count - 1) at the same time and returns when all have ended; one after the other where there can
// be no other thread.
void RunBeside(unsigned count, const std::function<void(unsigned)>& body);

}  // namespace detrain::cudahost
