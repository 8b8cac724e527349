// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/parallel.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <mutex>
#include <vector>

namespace detrain {
namespace {

using Sizes = std::vector<std::size_t>;

// How many threads each task was given; 0: it was not called.
Sizes ThreadsOf(std::size_t jobs, const Sizes& sizes) {
  Sizes threads(sizes.size(), 0);
  std::mutex mutex;
  ParallelForSizes(jobs, sizes, [&](std::size_t i, std::size_t given) {
    const std::scoped_lock lock(mutex);
    EXPECT_EQ(threads[i], 0U) << i << " is called twice";
    threads[i] = given;
  });
  return threads;
}

TEST(ParallelForSizes, GivesAllThreadsToWhatIsMoreThanAShare) {
  EXPECT_EQ(ThreadsOf(4, {1, 1000, 2}), (Sizes{1, 4, 1}));
  EXPECT_EQ(ThreadsOf(2, {1000}), (Sizes{2}));
  EXPECT_EQ(ThreadsOf(4, {40, 30, 10, 10, 10}), (Sizes{4, 4, 1, 1, 1}));
}

TEST(ParallelForSizes, RunsSmallOnesSideBySide) {
  EXPECT_EQ(ThreadsOf(2, {10, 10, 10, 10}), (Sizes{1, 1, 1, 1}));
  EXPECT_EQ(ThreadsOf(4, {0, 0}), (Sizes{1, 1}));
  EXPECT_EQ(ThreadsOf(4, {}), Sizes());
}

TEST(ParallelForSizes, OneThreadIsOneThread) {
  EXPECT_EQ(ThreadsOf(1, {10, 10, 1000}), (Sizes{1, 1, 1}));
}

}  // namespace
}  // namespace detrain
