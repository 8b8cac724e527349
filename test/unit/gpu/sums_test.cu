// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of kernels (runtime/gpu/sums.h) on a GPU against exact ones. test/unit/cudahost/gpu_sums_test.cpp has what does
// not need one.
#include <cmath>
#include <cstring>
#include <random>

#include "../kernels/addends.h"
#include "../kernels/exact.h"
#include "runtime.cuh"
#include "runtime/gpu/sums.h"

namespace detrain::gpu::test {
namespace {

using kernels::test::Addends;
using kernels::test::Exact;
using kernels::test::IsNearestFloat;
using Sums = NeedsGpu;
using Floats = std::vector<float>;

template <class T>
__global__ void AddAll(T* out, const int* at, const T* x, int n) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<int>(gridDim.x * blockDim.x))
    detrain_sum(&out[at[i]], x[i]);
}

constexpr int kPlaces = 300;

// Each block sums in its shared memory first, twice: what a barrier finished is there, and counts on.
template <class T>
__global__ void AddByBlocks(float* out, const int* at, const T* x, int n) {
  __shared__ T sums[kPlaces];
  extern __shared__ float more[];
  for (int i = static_cast<int>(threadIdx.x); i < kPlaces; i += static_cast<int>(blockDim.x)) {
    sums[i] = T(0);
    more[i] = 0.25F;
  }
  detrain_syncthreads<T, float>();
  for (int part = 0; part < 2; ++part) {
    for (int i = static_cast<int>(2 * (blockIdx.x * blockDim.x + threadIdx.x)) + part; i < n;
         i += static_cast<int>(2 * gridDim.x * blockDim.x)) {
      detrain_sum(&sums[at[i]], x[i]);
      detrain_sum(&more[at[i]], 1.0F);
    }
    detrain_syncthreads<T, float>();
  }
  for (int i = static_cast<int>(threadIdx.x); i < kPlaces; i += static_cast<int>(blockDim.x)) {
    detrain_sum(&out[i], static_cast<float>(sums[i]));
    detrain_sum(&out[kPlaces + i], more[i]);
  }
  detrain_sum(&sums[0], T(1));  // is lost with the block, and must not be found by the next one
}

struct Grid {
  unsigned blocks, threads;
};
constexpr Grid kGrids[] = {{1, 1}, {1, 1024}, {7, 33}, {500, 256}, {1000, 64}};

TEST_F(Sums, AreExactAndRoundedOnceInAnyGrid) {
  for (const int n : {0, 1, 1000, 100000}) {
    const Addends given(n, kPlaces, 5);
    std::vector<Exact> exact(kPlaces);
    for (Exact& sum : exact)
      sum.Add(0.5);
    for (std::size_t i = 0; i < given.x.size(); ++i)
      exact[static_cast<std::size_t>(given.at[i])].Add(given.x[i]);
    const Array<int> at(given.at);
    const Array<float> x(given.x);
    for (const Grid grid : kGrids) {
      if (n > 1000 && grid.blocks * grid.threads < 200)
        continue;
      const Array<float> out(Floats(kPlaces, 0.5F));
      SumsBegin();
      AddAll<<<grid.blocks, grid.threads>>>(out.get(), at.get(), x.get(), n);
      SumsEnd();
      Checked(cudaGetLastError());
      const Floats sums = out.Read();
      for (std::size_t i = 0; i < sums.size(); ++i)
        EXPECT_TRUE(IsNearestFloat(exact[i], sums[i])) << n << " addends, place " << i;
    }
  }
}

// Small integers: all sums are exact, and what a block lost or took from another one shows.
template <class T>
void CheckShared() {
  constexpr int kAddends = 50000;
  std::vector<int> at(kAddends);
  std::vector<T> x(kAddends);
  Floats wanted(2 * kPlaces, 0);
  std::mt19937 random(8);
  for (std::size_t i = 0; i < at.size(); ++i) {
    at[i] = static_cast<int>(random() % kPlaces);
    const auto value = static_cast<float>(static_cast<int>(random() % 7) - 3);
    x[i] = T(value);
    wanted[static_cast<std::size_t>(at[i])] += value;
    wanted[static_cast<std::size_t>(kPlaces + at[i])] += 1;
  }
  const Array<int> places(at);
  const Array<T> addends(x);
  for (const Grid grid : {Grid{1, 100}, Grid{60, 256}, Grid{400, 96}}) {
    const Array<float> out(Floats(2 * kPlaces, 0));
    for (int launch = 0; launch < 3; ++launch) {
      SumsBegin();
      AddByBlocks<<<grid.blocks, grid.threads, kPlaces * sizeof(float)>>>(out.get(), places.get(), addends.get(),
                                                                          kAddends);
      SumsEnd();
    }
    Checked(cudaGetLastError());
    const Floats sums = out.Read();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const float begun = i < kPlaces ? 0.0F : 0.25F * static_cast<float>(grid.blocks);
      EXPECT_EQ(sums[i], 3 * (wanted[i] + begun)) << grid.blocks << " blocks, place " << i;
    }
  }
}

TEST_F(Sums, InSharedMemoryAreFinishedAtBarriers) {
  CheckShared<float>();
  CheckShared<double>();
  CheckShared<__half>();
  CheckShared<__nv_bfloat16>();
}

TEST_F(Sums, OfSpecialValues) {
  const Array<int> at(std::vector<int>{0, 1, 1, 2, 3, 3, 4, 6});
  const Array<double> x(std::vector<double>{1e300, 0x1p-1074, 0x1p-1074, INFINITY, INFINITY, -INFINITY, 0, NAN});
  const Array<double> out(std::vector<double>{1, 0, 5, 5, -0.0, -0.0, 1});
  SumsBegin();
  AddAll<<<2, 5>>>(out.get(), at.get(), x.get(), 8);
  SumsEnd();
  const std::vector<double> sums = out.Read();
  EXPECT_EQ(sums[0], 1e300);
  EXPECT_EQ(sums[1], 0x1p-1073);
  EXPECT_EQ(sums[2], INFINITY);
  EXPECT_TRUE(std::isnan(sums[3]));
  EXPECT_FALSE(std::signbit(sums[4]));  // a zero was added
  EXPECT_TRUE(std::signbit(sums[5]));   // nothing was
  EXPECT_TRUE(std::isnan(sums[6]));
}

TEST_F(Sums, AreTheSameTwentyTimesUnderContention) {
  const Addends given(1 << 20, 10, 6);
  const Array<int> at(given.at);
  const Array<float> x(given.x);
  Floats first;
  for (int run = 0; run < 20; ++run) {
    const Array<float> out(Floats(10, 1));
    SumsBegin();
    AddAll<<<1000 + 13 * static_cast<unsigned>(run), 128>>>(out.get(), at.get(), x.get(), 1 << 20);
    SumsEnd();
    const Floats sums = out.Read();
    first = run == 0 ? sums : first;
    EXPECT_EQ(sums, first) << "run " << run;
  }
}

TEST_F(Sums, OfTwoStreamsAndOfAGraph) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    Checked(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const Addends given(100000, 3, 7);
  const Array<int> at(given.at);
  const Array<float> x(given.x), ones(Floats(100000, 1));
  Floats first;
  for (int run = 0; run < 10; ++run) {
    const Array<float> out(Floats(3, 0));
    for (int i = 0; i < 6; ++i) {
      SumsBegin(streams[i % 2]);
      AddAll<<<100, 100, 0, streams[i % 2]>>>(out.get(), at.get(), x.get() + 1000 * i, 90000);
      SumsEnd(streams[i % 2]);
    }
    Checked(cudaDeviceSynchronize());
    const Floats sums = out.Read();
    first = run == 0 ? sums : first;
    EXPECT_EQ(sums, first) << "run " << run;
  }
  const Array<float> out(Floats(3, 0));
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  Checked(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
  SumsBegin(streams[0]);
  AddAll<<<10, 100, 0, streams[0]>>>(out.get(), at.get(), ones.get(), 100000);
  SumsEnd(streams[0]);
  Checked(cudaStreamEndCapture(streams[0], &graph));
  Checked(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  for (int i = 0; i < 3; ++i)
    Checked(cudaGraphLaunch(exec, streams[0]));
  Checked(cudaStreamSynchronize(streams[0]));
  const Floats sums = out.Read();
  EXPECT_EQ(sums[0] + sums[1] + sums[2], 300000);
  for (const cudaStream_t stream : streams)
    Checked(cudaStreamDestroy(stream));
}

}  // namespace
}  // namespace detrain::gpu::test
