// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only an order can show: of blocks, of warps, of streams; and that a seed fixes it.
#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Floats = std::vector<float>;
using Order = HostBackend;

TEST_F(Order, OfBlocksShowsInAFloatSum) {
  Floats values(4096);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1.0F / static_cast<float>(1 + i * i % 977);
  Device<float> x(values), sum(1);
  const float* const in = x.get();
  float* const out = sum.get();
  // One thread a block: nothing but the order of blocks is left to differ.
  const auto run = [&] {
    cudaMemset(out, 0, sizeof(float));
    Launch(4096, 1, 0, nullptr, [=] { atomicAdd(out, in[blockIdx.x]); });
    return sum.Read();
  };
  EXPECT_GT(DifferentResults(8, run), 2);
}

TEST_F(Order, OfBlocksDoesNotShowInAnIntegerSum) {
  Device<unsigned long long> sum(1);
  unsigned long long* const out = sum.get();
  const auto run = [&] {
    cudaMemset(out, 0, 8);
    Launch(64, 64, 0, nullptr, [=] { atomicAdd(out, blockIdx.x * 1000003ULL + threadIdx.x); });
    return sum.Read();
  };
  EXPECT_EQ(DifferentResults(8, run), 1);
}

// A barrier is missing between reading part[] and writing it again. In order, warp 0 is always last; one block, so
// that no order of blocks can show it.
void NormTwice(float* out, bool with_barrier) {
  __shared__ float part[8];
  float total = 0;
  for (int round = 0; round < 4; ++round) {
    float value = static_cast<float>((threadIdx.x * 7 + static_cast<unsigned>(round)) % 31);
    for (int by = 16; by > 0; by /= 2)
      value += __shfl_xor_sync(0xffffffff, value, by);
    if (threadIdx.x % 32 == 0)
      part[threadIdx.x / 32] = value;
    __syncthreads();
    float all = 0;
    for (const float one : part) {
      all += one;
      __syncwarp();
    }
    total += all;
    if (with_barrier)
      __syncthreads();
  }
  out[threadIdx.x] = total;
}

std::size_t ResultsOfNorm(bool with_barrier) {
  Device<float> out(256);
  float* const at = out.get();
  return DifferentResults(20, [&] {
    Launch(1, 256, 0, nullptr, [=] { NormTwice(at, with_barrier); });
    return out.Read();
  });
}

TEST_F(Order, OfWarpsShowsAMissingBarrier) {
  EXPECT_GT(ResultsOfNorm(false), 1);
  EXPECT_EQ(ResultsOfNorm(true), 1);
}

std::size_t ResultsOfStreams(bool with_event) {
  Device<float> a(1), b(1);
  float *const from = a.get(), *const to = b.get();
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t event = nullptr;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  const std::size_t results = DifferentResults(20, [&] {
    cudaMemset(from, 0, 4);
    cudaMemset(to, 0, 4);
    cudaDeviceSynchronize();
    Launch(1, 1, 0, first, [=] { *from = 5; });
    if (with_event) {
      cudaEventRecord(event, first);
      cudaStreamWaitEvent(second, event);
    }
    Launch(1, 1, 0, second, [=] { *to = *from; });
    cudaDeviceSynchronize();
    return b.Read();
  });
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(event);
  return results;
}

TEST_F(Order, OfStreamsShowsAMissingEvent) {
  EXPECT_EQ(ResultsOfStreams(false), 2);
  EXPECT_EQ(ResultsOfStreams(true), 1);
}

TEST_F(Order, TheDefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
  Device<float> a(1);
  float* const at = a.get();
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  const auto run = [&] {
    cudaMemset(at, 0, 4);
    Launch(1, 1, 0, stream, [=] { *at = *at * 2 + 1; });
    Launch(1, 1, 0, nullptr, [=] { *at = *at * 2 + 3; });
    Launch(1, 1, 0, stream, [=] { *at = *at * 2 + 5; });
    return a.Read()[0];  // on the default stream
  };
  EXPECT_EQ(DifferentResults(20, run), 1);
  EXPECT_EQ(run(), ((0 * 2 + 1) * 2 + 3) * 2 + 5);
  cudaStreamDestroy(stream);
}

TEST_F(Order, WorkIsLateAndTakesItsArgumentsEarly) {
  Device<int> a(1);
  int* const at = a.get();
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  unsigned late = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SetSchedule(seed);
    bool ran = false;
    int argument = 4;
    cudaLaunchHostFunc(stream, [](void* flag) { *static_cast<bool*>(flag) = true; }, &ran);
    Launch(1, 1, 0, stream, [=] { *at = argument; });
    argument = 5;
    late += ran ? 0 : 1;
    cudaStreamSynchronize(stream);
    EXPECT_TRUE(ran);
    EXPECT_EQ(a.Read()[0], 4);
  }
  EXPECT_GT(late, 5);
  cudaStreamDestroy(stream);
}

TEST_F(Order, OfACopyAndTheHostShowsForPinnedMemoryOnly) {
  Device<int> a(1);
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  int* pinned = nullptr;
  cudaMallocHost(&pinned, sizeof(int));
  const auto copies = [&](int* source) {
    return DifferentResults(20, [&] {
      *source = 1;
      cudaMemcpyAsync(a.get(), source, sizeof(int), cudaMemcpyHostToDevice, stream);
      *source = 2;  // too early for pinned memory
      cudaStreamSynchronize(stream);
      return a.Read();
    });
  };
  int pageable = 0;
  EXPECT_EQ(copies(pinned), 2);
  EXPECT_EQ(copies(&pageable), 1);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

}  // namespace
}  // namespace detrain::cudahost::test
