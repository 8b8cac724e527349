// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that a thread asks for and waits for later: what a missing wait shows.
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Floats = std::vector<float>;
using Background = HostBackend;

constexpr std::size_t kThreads = 64;

// Two batches of copies, of which the first must have come before its barrier.
struct Stages {
  bool waits = true;
  bool has_barrier = true;  // between reading and the next copies

  void operator()(const float* in, float* out) const {
    __shared__ float part[2][kThreads];
    const std::size_t i = threadIdx.x;
    for (unsigned round = 0; round < 4; ++round) {
      for (unsigned half = 0; half < 2; ++half) {
        __pipeline_memcpy_async(&part[half][i], &in[(2 * round + half) * kThreads + i], sizeof(float));
        __pipeline_commit();
      }
      for (unsigned half = 0; half < 2; ++half) {
        if (waits)
          __pipeline_wait_prior(1 - half);
        __syncthreads();
        out[i] += part[half][kThreads - 1 - i];
      }
      if (has_barrier)
        __syncthreads();
    }
  }
};

Floats Numbers(std::size_t count) {
  Floats numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<float>(i % 41);
  return numbers;
}

// Of the sums after four rounds.
std::size_t Results(Stages stages) {
  Device<float> in(Numbers(8 * kThreads)), out(kThreads);
  const float* const from = in.get();
  float* const to = out.get();
  return DifferentResults(20, [&] {
    cudaMemset(to, 0, kThreads * sizeof(float));
    Launch(1, static_cast<unsigned>(kThreads), 0, nullptr, [=] { stages(from, to); });
    return out.Read();
  });
}

TEST_F(Background, CopiesHaveComeWhereTheyAreWaitedFor) {
  EXPECT_EQ(Results({}), 1);
}

TEST_F(Background, AMissingWaitShows) {
  EXPECT_GT(Results({false, true}), 1);
}

TEST_F(Background, AMissingBarrierBeforeTheNextCopyShows) {
  EXPECT_GT(Results({true, false}), 1);
}

TEST_F(Background, ACopyIsDoneAtOnceWithoutASchedule) {
  Device<float> in(Numbers(8 * kThreads)), late(kThreads), right(kThreads);
  const float* const from = in.get();
  float *const to = late.get(), *const other = right.get();
  cudaMemset(to, 0, kThreads * sizeof(float));
  cudaMemset(other, 0, kThreads * sizeof(float));
  Launch(1, static_cast<unsigned>(kThreads), 0, nullptr, [=] { Stages{false, true}(from, to); });
  Launch(1, static_cast<unsigned>(kThreads), 0, nullptr, [=] { Stages{}(from, other); });
  EXPECT_EQ(late.Read(), right.Read());
}

TEST_F(Background, WhatIsNotReadBecomesZero) {
  Device<float> in(Numbers(16)), out(16);
  const float* const from = in.get();
  float* const to = out.get();
  const auto run = [&] {
    Launch(1, 4, 0, nullptr, [=] {
      __shared__ float part[16];
      const std::size_t i = threadIdx.x;
      __pipeline_memcpy_async(&part[4 * i], &from[4 * i], 16, 4 * i);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      for (unsigned k = 0; k < 4; ++k)
        to[4 * i + k] = part[4 * i + k];
    });
    return out.Read();
  };
  EXPECT_EQ(DifferentResults(8, run), 1);
  EXPECT_EQ(run(), (Floats{0, 1, 2, 3, 4, 5, 6, 0, 8, 9, 0, 0, 12, 0, 0, 0}));
}

TEST_F(Background, TheInterfaceInCxx) {
  namespace experimental = nvcuda::experimental;
  Device<float> in(Numbers(16)), out(16);
  const float* const from = in.get();
  float* const to = out.get();
  const auto run = [&] {
    Launch(1, 2, 0, nullptr, [=] {
      __shared__ float part[2][8];
      const std::size_t i = threadIdx.x;
      experimental::pipeline pipe;
      for (unsigned k = 0; k < 4; ++k)
        experimental::memcpy_async(part[i][k], from[8 * i + k], pipe);
      pipe.commit();
      experimental::memcpy_async(experimental::segment<4>(&part[i][4]), experimental::segment<2>(&from[8 * i + 4]),
                                 pipe);
      pipe.commit_and_wait();
      for (unsigned k = 0; k < 8; ++k)
        to[8 * i + k] = part[i][k];
    });
    return out.Read();
  };
  EXPECT_EQ(DifferentResults(8, run), 1);
  EXPECT_EQ(run(), (Floats{0, 1, 2, 3, 4, 5, 0, 0, 8, 9, 10, 11, 12, 13, 0, 0}));
}

TEST_F(Background, OfAGroup) {
  namespace groups = cooperative_groups;
  Device<float> in(Numbers(128)), out(128);
  const float* const from = in.get();
  float* const to = out.get();
  const auto copies = [&](bool waits) {
    return DifferentResults(20, [&] {
      Launch(1, 32, 0, nullptr, [=] {
        __shared__ float part[128];
        const groups::thread_block block = groups::this_thread_block();
        groups::memcpy_async(block, part, from, 64 * sizeof(float));
        groups::memcpy_async(block, part + 64, 64, from + 64, 64);
        if (waits)
          groups::wait(block);
        else
          block.sync();
        for (unsigned i = threadIdx.x; i < 128; i += 32)
          to[i] = part[127 - i];
      });
      return out.Read();
    });
  };
  EXPECT_EQ(copies(true), 1);
  EXPECT_GT(copies(false), 1);
}

}  // namespace
}  // namespace detrain::cudahost::test
