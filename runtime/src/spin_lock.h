// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a few instructions, where a thread that waits need not sleep.
#ifndef DETRAIN_RUNTIME_SRC_SPIN_LOCK_H
#define DETRAIN_RUNTIME_SRC_SPIN_LOCK_H

#include <atomic>

namespace detrain::runtime {

class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

}  // namespace detrain::runtime

#endif
