// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_PARALLEL_H
#define DETRAIN_ANALYZER_BASE_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace detrain {

// Calls work(0) to work(count - 1), each once, on up to `jobs` threads; returns when all are done.
template <typename Work>
void ParallelFor(std::size_t jobs, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto loop = [&] {
    for (std::size_t at = next++; at < count; at = next++)
      work(at);
  };
  std::vector<std::thread> threads;
  for (std::size_t extra = 1; extra < std::min(jobs, count); ++extra)
    threads.emplace_back(loop);
  loop();
  for (std::thread& thread : threads)
    thread.join();
}

}  // namespace detrain

#endif
