// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages about loads and stores. This file is compiled with -fsanitize=thread, which is what tells of them.
#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Access = HostBackend;

template <class Kernel>
std::vector<Message> Said(unsigned blocks, unsigned threads, std::size_t shared, Kernel kernel) {
  SetSchedule(5);
  Launch(blocks, threads, shared, nullptr, kernel);
  cudaDeviceSynchronize();
  ClearSchedule();
  return TakeReports();
}

TEST_F(Access, BehindAnAllocation) {
  Device<int> a(100);
  int* const at = a.get();
  const auto said = Said(1, 128, 0, [=] { at[threadIdx.x] = 1; });
  ASSERT_EQ(said.size(), 1);
  EXPECT_EQ(said[0].kind, "out-of-range");
  EXPECT_NE(said[0].place.find("access_test.cpp:"), std::string::npos) << said[0].place;
  EXPECT_NE(said[0].text.find("outside its allocation of 400 bytes, at offset 400"), std::string::npos) << said[0].text;
}

TEST_F(Access, BehindAnAllocationWithoutASchedule) {
  Device<int> a(100);
  int* const at = a.get();
  Launch(1, 101, 0, nullptr, [=] { at[threadIdx.x] = 1; });
  EXPECT_EQ(Kinds(), std::vector<std::string>{"out-of-range"});
}

TEST_F(Access, OfFreedMemoryAndOfDynamicSharedMemory) {
  int* at = nullptr;
  cudaMalloc(&at, 400);
  cudaFree(at);
  Device<int> out(1);
  int* const sink = out.get();
  const auto freed = Said(1, 1, 0, [=] { *sink = at[3]; });
  ASSERT_EQ(freed.size(), 1);
  EXPECT_NE(freed[0].text.find("freed"), std::string::npos);
  const auto shared = Said(1, 1, 16, [=] {
    DETRAIN_DYNAMIC_SHARED(int, part);
    part[4] = 1;
  });
  ASSERT_EQ(shared.size(), 1);
  EXPECT_NE(shared[0].text.find("dynamic shared memory of 16 bytes, at offset 16"), std::string::npos);
}

TEST_F(Access, ByTheHostToDeviceMemory) {
  Device<int> a(1);
  volatile int* const at = a.get();
  const int value = *at;
  static_cast<void>(value);
  EXPECT_EQ(Kinds(), std::vector<std::string>{"out-of-range"});
}

void Reverse(int* out, bool with_barrier) {
  __shared__ int part[64];
  part[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (with_barrier)
    __syncthreads();
  out[threadIdx.x] = part[63 - threadIdx.x];
}

TEST_F(Access, ARaceInSharedMemoryNamesBothLines) {
  Device<int> a(64);
  int* const at = a.get();
  EXPECT_TRUE(Said(1, 64, 0, [=] { Reverse(at, true); }).empty());
  const auto said = Said(1, 64, 0, [=] { Reverse(at, false); });
  ASSERT_GE(said.size(), 1);
  EXPECT_EQ(said[0].kind, "race");
  EXPECT_NE(said[0].text.find("shared memory"), std::string::npos);
  EXPECT_NE(said[0].text.find("access_test.cpp:"), std::string::npos);
}

TEST_F(Access, ARaceInDynamicSharedMemory) {
  Device<int> a(192);
  int* const at = a.get();
  const auto kernel = [=](bool with_barrier) {
    DETRAIN_DYNAMIC_SHARED(int, part);
    part[threadIdx.x] = 1;
    if (with_barrier)
      __syncthreads();
    at[blockIdx.x * 64 + threadIdx.x] = part[(threadIdx.x + 32) % 64];
  };
  EXPECT_TRUE(Said(3, 64, 256, [=] { kernel(true); }).empty());
  EXPECT_FALSE(Said(3, 64, 256, [=] { kernel(false); }).empty());
}

TEST_F(Access, ARaceBetweenBlocks) {
  Device<int> a(std::vector<int>(1, 0));
  int* const at = a.get();
  const auto said = Said(4, 1, 0, [=] { at[0] = at[0] + 1; });
  ASSERT_GE(said.size(), 1);
  EXPECT_NE(said[0].text.find("of another block"), std::string::npos);
  EXPECT_TRUE(Said(4, 64, 0, [=] { atomicAdd(at, 1); }).empty());
}

TEST_F(Access, NeitherWarpsThatMeetNorNeighboursRace) {
  Device<int> a(32);
  Device<unsigned char> b(256);
  int* const at = a.get();
  unsigned char* const bytes = b.get();
  EXPECT_TRUE(Said(1, 32, 0, [=] {
                at[threadIdx.x] = 1;
                __syncwarp();
                at[31 - threadIdx.x] += 2;
              }).empty());
  EXPECT_TRUE(Said(1, 256, 0, [=] { bytes[threadIdx.x] = 1; }).empty());
  EXPECT_TRUE(Said(1, 128, 0, [=] { at[threadIdx.x / 32] = 7; }).empty());  // one store of each warp
  EXPECT_FALSE(Said(1, 128, 0, [=] { at[0] = 7; }).empty());
}

// The last block sums up what all have written: a fence and an atomic count order it.
void LastBlockSums(int* parts, unsigned* count, int* sum, bool with_fence) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    if (with_fence)
      __threadfence();
    last = atomicAdd(count, 1U) + 1 == gridDim.x;
  }
  __syncthreads();
  if (last && threadIdx.x == 0)
    for (unsigned b = 0; b < gridDim.x; ++b)
      *sum += parts[b];
}

TEST_F(Access, TheLastBlockPatternNeedsItsFence) {
  Device<int> parts(std::vector<int>(10, 0)), sum(std::vector<int>(1, 0));
  Device<unsigned> count(std::vector<unsigned>(1, 0));
  int *const p = parts.get(), *const s = sum.get();
  unsigned* const c = count.get();
  EXPECT_TRUE(Said(10, 32, 0, [=] { LastBlockSums(p, c, s, true); }).empty());
  EXPECT_EQ(sum.Read()[0], 10);
  cudaMemset(c, 0, 4);
  const auto said = Said(10, 32, 0, [=] { LastBlockSums(p, c, s, false); });
  ASSERT_GE(said.size(), 1);
  EXPECT_EQ(said[0].kind, "missing-fence");
}

// Without a barrier, atomic or operation of a warp there is nothing but the accesses at which warps could switch.
TEST_F(Access, WarpsSwitchAtAccesses) {
  Device<int> a(std::vector<int>(1, 0));
  int* const at = a.get();
  const auto run = [&] {
    cudaMemset(at, 0, 4);
    Launch(1, 256, 0, nullptr, [=] { *at = *at + 1; });
    return a.Read();
  };
  EXPECT_GT(DifferentResults(8, run), 1);
  TakeReports();
}

}  // namespace
}  // namespace detrain::cudahost::test
