// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's interface: errors, copies, events; and what is said of wrong programs.
#include <cuda.h>

#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Api = HostBackend;

TEST_F(Api, BadConfigurationsAreErrorsOfTheLaunch) {
  Launch(1, 1025, 0, nullptr, [] {});
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  Launch(0, 1, 0, nullptr, [] {});
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  Launch(1, 1, 1 << 20, nullptr, [] {});
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST_F(Api, CopiesStayInsideTheirAllocation) {
  Device<char> a(100);
  char host[200] = {};
  EXPECT_EQ(cudaMemcpy(a.get(), host, 100, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(a.get(), host, 101, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(a.get() + 1, 0, 100), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, a.get(), 10, cudaMemcpyHostToDevice), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, a.get(), 10, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaFree(host), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_F(Api, RowsOfAPitchedCopy) {
  const std::vector<int> rows = {1, 2, 0, 3, 4, 0};
  Device<int> a(4);
  EXPECT_EQ(cudaMemcpy2D(a.get(), 8, rows.data(), 12, 8, 2, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(a.Read(), (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(Api, TheDriverKnowsTheSameDevice) {
  CUdevice device = -1;
  std::size_t bytes = 0;
  char name[8] = "";
  const char* text = nullptr;
  EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuDeviceTotalMem(&bytes, 0), CUDA_SUCCESS);
  EXPECT_GT(bytes, 0U);
  EXPECT_EQ(cuDeviceGetName(name, sizeof(name), 0), CUDA_SUCCESS);
  EXPECT_STREQ(name, "detrain");
  EXPECT_EQ(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "cudaErrorInvalidValue");
}

TEST_F(Api, MemoryRunsOut) {
  void* at = nullptr;
  EXPECT_EQ(cudaMalloc(&at, std::size_t{1} << 45), cudaErrorMemoryAllocation);
  EXPECT_EQ(at, nullptr);
  cudaGetLastError();
}

TEST_F(Api, FreshMemoryIsZeroOrWhatWasAskedFor) {
  EXPECT_EQ(Device<unsigned>(100).Read(), std::vector<unsigned>(100, 0));
  setenv("DETRAIN_CUDA_FILL", "0xa5", 1);
  EXPECT_EQ(Device<unsigned>(100).Read(), std::vector<unsigned>(100, 0xa5a5a5a5));
  unsetenv("DETRAIN_CUDA_FILL");
}

TEST_F(Api, EventsKnowWhetherTheyHappened) {
  SetSchedule(3);
  cudaEvent_t from = nullptr, to = nullptr;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  cudaEventRecord(from);
  cudaEventRecord(to);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventSynchronize(to), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaSuccess);
  EXPECT_GE(milliseconds, 0.0F);
  EXPECT_EQ(cudaEventDestroy(from), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(from), cudaErrorInvalidResourceHandle);
  cudaEventDestroy(to);
  cudaGetLastError();
}

TEST_F(Api, PointersKnowTheirKind) {
  Device<int> device(1);
  int* managed = nullptr;
  int* pinned = nullptr;
  int pageable = 0;
  cudaMallocManaged(&managed, 4);
  cudaMallocHost(&pinned, 4);
  const auto kind = [](const void* at) {
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, at);
    return attributes.type;
  };
  EXPECT_EQ(kind(device.get()), cudaMemoryTypeDevice);
  EXPECT_EQ(kind(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(kind(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(kind(&pageable), cudaMemoryTypeUnregistered);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

using Reports = HostBackend;

TEST_F(Reports, BarrierDivergence) {
  Launch(1, 64, 0, nullptr, [] {
    if (threadIdx.x < 32)
      __syncthreads();
    else
      __syncthreads();
  });
  cudaDeviceSynchronize();
  const std::vector<Message> messages = TakeReports();
  ASSERT_EQ(messages.size(), 1);
  EXPECT_EQ(messages[0].kind, "barrier-divergence");
  EXPECT_NE(messages[0].place.find("api_test.cpp:"), std::string::npos);
  EXPECT_NE(messages[0].text.find("32 at "), std::string::npos);
}

TEST_F(Reports, AShuffleReadsALaneThatEnded) {
  Launch(1, 32, 0, nullptr, [] {
    if (threadIdx.x < 20)
      (void)__shfl_down_sync(0xffffffff, threadIdx.x, 16);
  });
  cudaDeviceSynchronize();
  EXPECT_EQ(Kinds(), std::vector<std::string>{"inactive-lane"});
}

TEST_F(Reports, AFullMaskInALoopThatOnlySomeLanesEnter) {
  Launch(1, 32, 0, nullptr, [] {
    for (unsigned i = threadIdx.x; i < 40; i += 32)
      (void)__shfl_xor_sync(0xffffffff, i, 1);
    __syncthreads();
  });
  cudaDeviceSynchronize();
  EXPECT_EQ(Kinds(), std::vector<std::string>{"inactive-lane"});
}

__global__ void Idle() {}

TEST_F(HostBackend, AttributesAreThoseOfTheDevice) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int value = -1;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0), cudaSuccess);
  EXPECT_EQ(value, device.maxGridSize[1]);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), cudaSuccess);
  EXPECT_EQ(value, static_cast<int>(device.sharedMemPerBlockOptin));
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, 0), cudaSuccess);
  EXPECT_EQ(value, 0);  // it has none
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 7), cudaErrorInvalidDevice);
  cudaFuncAttributes kernel;
  EXPECT_EQ(cudaFuncGetAttributes(&kernel, Idle), cudaSuccess);
  EXPECT_EQ(kernel.maxThreadsPerBlock, device.maxThreadsPerBlock);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&value, 0, 0), cudaSuccess);
  EXPECT_EQ(value, 0);
  cudaGetLastError();
  EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidDeviceFunction), "cudaErrorInvalidDeviceFunction");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(997)), "unrecognized error code");
}

TEST_F(Reports, NothingAboutAWholeWarp) {
  Launch(1, 64, 0, nullptr, [] {
    (void)__shfl_xor_sync(0xffffffff, threadIdx.x, 1);
    __syncthreads();
  });
  cudaDeviceSynchronize();
  EXPECT_TRUE(TakeReports().empty());
}

}  // namespace
}  // namespace detrain::cudahost::test
