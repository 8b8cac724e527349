// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a float atomicAdd of a rewritten kernel becomes: one result, whatever the order.
#include "detrain/cudahost/sums.h"

#include <cooperative_groups.h>

#include <cmath>

#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Floats = std::vector<float>;
using Sums = HostBackend;

Floats Hard(std::size_t n) {
  Floats values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] =
        std::ldexp(1.0F / static_cast<float>(1 + i * i % 977), static_cast<int>(i % 40)) * (i % 2 == 0 ? 1 : -1);
  return values;
}

TEST_F(Sums, OfDeviceMemoryAreTheSameInEveryOrderAndBeginWithWhatWasThere) {
  const Floats values = Hard(2048);
  Device<float> x(values), sum(2);
  const float* const in = x.get();
  float* const out = sum.get();
  const auto run = [&] {
    const Floats before = {3, 5};
    cudaMemcpy(out, before.data(), 8, cudaMemcpyHostToDevice);
    Launch(64, 32, 0, nullptr, [=] { detrain_sum(&out[0], in[blockIdx.x * 32 + threadIdx.x]); });
    return sum.Read();
  };
  EXPECT_EQ(DifferentResults(8, run), 1U);
  double exact = 3;
  for (const float value : values)
    exact += value;
  EXPECT_FLOAT_EQ(run()[0], static_cast<float>(exact));
  EXPECT_EQ(run()[1], 5);
}

TEST_F(Sums, OfSharedMemoryAreCompleteBehindTheBarrier) {
  Device<float> x(Hard(1024)), sum(4);
  const float* const in = x.get();
  float* const out = sum.get();
  const auto run = [&] {
    Launch(4, 256, 0, nullptr, [=] {
      __shared__ float part;
      if (threadIdx.x == 0)
        part = 1;
      __syncthreads();
      detrain_sum(&part, in[blockIdx.x * 256 + threadIdx.x]);
      __syncthreads();
      if (threadIdx.x == 0)
        out[blockIdx.x] = part;
      __syncthreads();
      detrain_sum(&part, 1.0F);  // of no use to anybody: the next block begins anew
    });
    return sum.Read();
  };
  EXPECT_EQ(DifferentResults(8, run), 1U);
}

TEST_F(Sums, AreCompleteBehindABarrierOfTheGrid) {
  Device<float> sum(2);
  float* const out = sum.get();
  cudaMemset(out, 0, 8);
  LaunchCooperative(4, 32, 0, nullptr, [=] {
    detrain_sum(&out[0], 0.5F);
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0)
      out[1] = out[0];
  });
  EXPECT_EQ(sum.Read()[1], 64);
}

TEST_F(Sums, OfIntegersAreAtomicsAsBefore) {
  Device<int> sum(1);
  int* const out = sum.get();
  cudaMemset(out, 0, 4);
  Launch(2, 32, 0, nullptr, [=] { detrain_sum(out, 2); });
  EXPECT_EQ(sum.Read()[0], 128);
}

}  // namespace
}  // namespace detrain::cudahost::test
