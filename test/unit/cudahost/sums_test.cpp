// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a float atomicAdd of a rewritten kernel becomes: one result, whatever the order.
#include "detrain/cudahost/sums.h"

#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

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

// Addends of which all but 3 cancels, with magnitudes that lose it where each addition is rounded.
template <class T>
std::vector<T> Cancelling() {
  std::vector<T> values(512);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = T((i % 4 < 2 ? 1.0F : -1.0F) * std::ldexp(1.0F, static_cast<int>(i / 4 % 14)) * (i % 2 == 0 ? 1 : -1));
  values.push_back(T(2.0F));
  values.push_back(T(1.0F));
  values.resize(544, T(0.0F));
  return values;
}

template <class T>
double SumOf(const std::vector<T>& values) {
  Device<T> x(values), sum(1);
  const T* const in = x.get();
  T* const out = sum.get();
  cudaMemset(out, 0, sizeof(T));
  Launch(17, 32, 0, nullptr, [=] { detrain_sum(out, in[blockIdx.x * 32 + threadIdx.x]); });
  return static_cast<double>(sum.Read()[0]);
}

template <class T>
class SumsOfFormat : public HostBackend {};
using Formats = testing::Types<double, __half, __nv_bfloat16>;
TYPED_TEST_SUITE(SumsOfFormat, Formats);

TYPED_TEST(SumsOfFormat, AreExactAndRoundedOnce) {
  using T = TypeParam;
  EXPECT_EQ(SumOf(Cancelling<T>()), 3);
  EXPECT_EQ(DifferentResults(3, [] { return SumOf(Cancelling<T>()); }), 1U);
  std::vector<T> special(544, T(1.0F));
  special[7] = T(INFINITY);
  EXPECT_EQ(SumOf(special), INFINITY);
  special[300] = T(-INFINITY);
  EXPECT_TRUE(std::isnan(SumOf(special)));
}

TYPED_TEST(SumsOfFormat, OfSharedMemoryBeginWithWhatWasThere) {
  using T = TypeParam;
  Device<T> sum(1);
  T* const out = sum.get();
  Launch(1, 64, 0, nullptr, [=] {
    __shared__ T part;
    if (threadIdx.x == 0)
      part = T(2.0F);
    __syncthreads();
    detrain_sum(&part, T(0.25F));
    __syncthreads();
    if (threadIdx.x == 0)
      *out = part;
  });
  EXPECT_EQ(static_cast<double>(sum.Read()[0]), 18);
}

TEST_F(Sums, OfVectorsAreOneForEachComponent) {
  Device<float4> sum(1);
  Device<__half2> pair(1);
  float4* const out = sum.get();
  __half2* const halves = pair.get();
  cudaMemset(out, 0, sizeof(float4));
  cudaMemset(halves, 0, sizeof(__half2));
  Launch(2, 32, 0, nullptr, [=] {
    detrain_sum(out, float4{1, 2, 3, 0x1p25F});
    atomicAdd(out, float4{1, 0, 0, 0});
    detrain_sum(halves, __half2{1.0F, -0.5F});
  });
  const float4 total = sum.Read()[0];
  EXPECT_EQ(total.x, 128);
  EXPECT_EQ(total.y, 128);
  EXPECT_EQ(total.z, 192);
  EXPECT_EQ(total.w, 0x1p31F);
  EXPECT_EQ(static_cast<float>(pair.Read()[0].x), 64);
  EXPECT_EQ(static_cast<float>(pair.Read()[0].y), -32);
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
