// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_PARALLEL_H
#define DETRAIN_ANALYZER_BASE_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace detrain {

// Calls work(worker, i) for each i below `count`, each once, on up to `jobs` threads; returns when all are done. Calls
// with the same worker, a number below `jobs`, follow one another.
template <typename Work>
void ParallelForWorkers(std::size_t jobs, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto loop = [&](std::size_t worker) {
    for (std::size_t at = next++; at < count; at = next++)
      work(worker, at);
  };
  std::vector<std::thread> threads;
  for (std::size_t extra = 1; extra < std::min(jobs, count); ++extra)
    threads.emplace_back(loop, extra);
  loop(0);
  for (std::thread& thread : threads)
    thread.join();
}

// Calls work(0) to work(count - 1), each once, on up to `jobs` threads; returns when all are done.
template <typename Work>
void ParallelFor(std::size_t jobs, std::size_t count, const Work& work) {
  ParallelForWorkers(jobs, count, [&](std::size_t, std::size_t i) { work(i); });
}

}  // namespace detrain

#endif
