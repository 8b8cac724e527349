// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_PARALLEL_H
#define DETRAIN_ANALYZER_BASE_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <span>
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

// Calls work(part, first, last) for each of `jobs` parts of the numbers below `count`, which are of one size and in
// ascending order; returns when all are done.
template <typename Work>
void ParallelForRanges(std::size_t jobs, std::size_t count, const Work& work) {
  const std::size_t parts = std::max<std::size_t>(jobs, 1);
  ParallelFor(parts, parts, [&](std::size_t part) { work(part, count * part / parts, count * (part + 1) / parts); });
}

// Calls work(i, threads) for each of the tasks, each once, whose sizes are given; it may use so many threads itself. A
// task that is larger than a thread's share of them all has all `jobs` threads to itself; of the others each thread
// takes one at a time.
template <typename Work>
void ParallelForSizes(std::size_t jobs, std::span<const std::size_t> sizes, const Work& work) {
  const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  std::vector<std::size_t> small;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > all / std::max<std::size_t>(jobs, 1))
      work(i, jobs);
    else
      small.push_back(i);
  ParallelFor(jobs, small.size(), [&](std::size_t i) { work(small[i], 1); });
}

}  // namespace detrain

#endif
