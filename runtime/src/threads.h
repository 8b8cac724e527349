// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's threads take turns: exactly one of them runs, until it ends or waits for another one, so that a run
// with threads is a function of the program alone. docs/runtime.md, "Threads".
#ifndef DETRAIN_RUNTIME_SRC_THREADS_H
#define DETRAIN_RUNTIME_SRC_THREADS_H

#include <cstdint>
#include <string>
#include <vector>

namespace detrain::runtime {

// Where the threads stand at a boundary. Their numbers are what the program sees in its pthread_t.
struct ThreadPlaces {
  struct Waiting {
    std::uint64_t number = 0;  // 0: the main thread
    std::int64_t site = 0;     // of the call that waits, from the program's start
  };
  std::uint64_t made = 0;
  std::vector<std::uint64_t> nested;  // alive, and made by what a resumed run goes through again to reach the step loop
  std::vector<Waiting> waiting;       // in the order in which they will be woken
};

ThreadPlaces PlacesOfThreads();
// Threads that had ended by then end now. Ends the process where one stands elsewhere than in the checkpoint's run.
void RestoreThreads(const ThreadPlaces& places);

// A boundary: lets the other threads run until each one waits or has ended.
void SettleThreads();

}  // namespace detrain::runtime

#endif
