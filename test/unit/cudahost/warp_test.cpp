// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a warp and barriers of a block: the same results under every schedule.
#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Words = std::vector<unsigned>;

// Runs a kernel of one block that writes words; the result must not depend on the schedule.
template <class Kernel>
Words Compute(unsigned threads, unsigned words, Kernel kernel) {
  Device<unsigned> out(Words(words, 0));
  unsigned* const at = out.get();
  const auto run = [&] {
    cudaMemset(at, 0, words * sizeof(unsigned));
    Launch(1, threads, 0, nullptr, [=] { kernel(at); });
    return out.Read();
  };
  const Words plain = run();
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SetSchedule(seed);
    EXPECT_EQ(run(), plain) << "schedule " << seed;
  }
  ClearSchedule();
  EXPECT_TRUE(TakeReports().empty());
  return plain;
}

using Warp = HostBackend;

TEST_F(Warp, ShufflesMoveValuesWithinTheirSegment) {
  const Words out = Compute(32, 128, [](unsigned* o) {
    const unsigned t = threadIdx.x;
    o[t] = __shfl_sync(0xffffffff, t * 10, 3);
    o[32 + t] = __shfl_up_sync(0xffffffff, t, 1, 8);
    o[64 + t] = __shfl_down_sync(0xffffffff, t, 2);
    o[96 + t] = __shfl_xor_sync(0xffffffff, t, 5);
  });
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], 30);
    EXPECT_EQ(out[32 + t], t % 8 == 0 ? t : t - 1);
    EXPECT_EQ(out[64 + t], t >= 30 ? t : t + 2);
    EXPECT_EQ(out[96 + t], t ^ 5);
  }
}

TEST_F(Warp, VotesMatchesAndReductions) {
  const Words out = Compute(64, 64 * 7, [](unsigned* o) {
    const unsigned t = threadIdx.x;
    o[t] = __ballot_sync(0xffffffff, t % 3 == 0);
    o[64 + t] = static_cast<unsigned>(__any_sync(0xffffffff, t == 40));
    o[128 + t] = static_cast<unsigned>(__all_sync(0xffffffff, t >= 32));
    o[192 + t] = __match_any_sync(0xffffffff, t % 4);
    o[256 + t] = __reduce_add_sync(0xffffffff, t);
    o[320 + t] = static_cast<unsigned>(__reduce_min_sync(0xffffffff, -static_cast<int>(t)));
    o[384 + t] = __reduce_max_sync(0xffffffff, t);
  });
  for (unsigned t = 0; t < 64; ++t) {
    EXPECT_EQ(out[t], t < 32 ? 0x49249249 : 0x92492492);
    EXPECT_EQ(out[64 + t], t < 32 ? 0 : 1);
    EXPECT_EQ(out[128 + t], t < 32 ? 0 : 1);
    EXPECT_EQ(out[192 + t], 0x11111111U << (t % 4));
    EXPECT_EQ(out[256 + t], t < 32 ? 496 : 1520);
    EXPECT_EQ(static_cast<int>(out[320 + t]), t < 32 ? -31 : -63);
    EXPECT_EQ(out[384 + t], t < 32 ? 31 : 63);
  }
}

TEST_F(Warp, DisjointMasksDoNotWaitForEachOther) {
  const Words out = Compute(32, 32, [](unsigned* o) {
    const unsigned t = threadIdx.x;
    if (t < 16)
      for (unsigned i = 0; i < 3; ++i)
        o[t] = __shfl_sync(0x0000ffff, t + i, 15);
    else
      o[t] = __reduce_add_sync(0xffff0000, 1U);
  });
  EXPECT_EQ(out[0], 17);
  EXPECT_EQ(out[31], 16);
}

TEST_F(Warp, LanesThatEndedAreNotAwaited) {
  const Words out = Compute(32, 32, [](unsigned* o) {
    if (threadIdx.x >= 20)
      return;
    o[threadIdx.x] = __reduce_add_sync(0xffffffff, 1U);
  });
  EXPECT_EQ(out[0], 20);
}

using Block = HostBackend;

TEST_F(Block, ATreeInSharedMemory) {
  const Words out = Compute(300, 1, [](unsigned* o) {
    __shared__ unsigned part[512];
    part[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 212)
      part[300 + threadIdx.x] = 0;
    __syncthreads();
    for (unsigned half = 256; half > 0; half /= 2) {
      for (unsigned i = threadIdx.x; i < half; i += blockDim.x)
        part[i] += part[i + half];
      __syncthreads();
    }
    if (threadIdx.x == 0)
      o[0] = part[0];
  });
  EXPECT_EQ(out[0], 300 * 299 / 2);
}

TEST_F(Block, BarriersCountPredicates) {
  const Words out = Compute(100, 300, [](unsigned* o) {
    o[threadIdx.x] = static_cast<unsigned>(__syncthreads_count(threadIdx.x % 3 == 0));
    o[100 + threadIdx.x] = static_cast<unsigned>(__syncthreads_and(threadIdx.x < 100));
    o[200 + threadIdx.x] = static_cast<unsigned>(__syncthreads_or(threadIdx.x == 100));
  });
  EXPECT_EQ(out[0], 34);
  EXPECT_EQ(out[199], 1);
  EXPECT_EQ(out[200], 0);
}

TEST_F(Block, ThreadsThatEndedAreNotAwaited) {
  const Words out = Compute(96, 1, [](unsigned* o) {
    if (threadIdx.x >= 40)
      return;
    __syncthreads();
    atomicAdd(o, 1U);
  });
  EXPECT_EQ(out[0], 40);
}

TEST_F(Block, IndicesInThreeDimensions) {
  Device<unsigned> out(288);
  unsigned* const at = out.get();
  Launch(dim3(2, 3, 2), dim3(4, 2, 3), 0, nullptr, [=] {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    at[block * 24 + thread] = block * 1000 + thread;
  });
  const Words got = out.Read();
  for (unsigned i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], i / 24 * 1000 + i % 24);
}

TEST_F(Block, DynamicSharedMemory) {
  Device<float> out(64);
  float* const at = out.get();
  Launch(1, 64, 64 * sizeof(float), nullptr, [=] {
    DETRAIN_DYNAMIC_SHARED(float, shared);
    shared[threadIdx.x] = static_cast<float>(threadIdx.x);
    __syncthreads();
    at[threadIdx.x] = shared[63 - threadIdx.x];
  });
  EXPECT_EQ(out.Read()[0], 63.0F);
}

TEST_F(Block, AtomicsReturnTheValueBefore) {
  const Words out = Compute(128, 10, [](unsigned* o) {
    atomicMax(&o[0], threadIdx.x);
    atomicOr(&o[1], 1U << (threadIdx.x % 5));
    if (threadIdx.x == 0) {
      o[2] = 7;
      o[3] = atomicExch(&o[2], 9U) + atomicCAS(&o[2], 9U, 11U) + atomicInc(&o[2], 11U);
      o[4] = o[2];
      o[5] = atomicSub(&o[2], 1U);
    }
  });
  EXPECT_EQ(out[0], 127);
  EXPECT_EQ(out[1], 31);
  EXPECT_EQ(out[3], 7 + 9 + 11);
  EXPECT_EQ(out[4], 0);
  EXPECT_EQ(out[2], 0xffffffff);
}

TEST_F(Block, ACooperativeGridMeets) {
  for (const unsigned seed : {0U, 1U, 2U, 3U}) {
    if (seed != 0)
      SetSchedule(seed);
    Device<unsigned> out(Words(20, 0));
    unsigned* const at = out.get();
    LaunchCooperative(10, 40, 0, nullptr, [=] {
      atomicAdd(&at[0], 1U);
      Barrier(Scope::Grid, Vote::None, 0, {__FILE__, __LINE__});
      if (threadIdx.x == 0)
        at[1 + blockIdx.x] = at[0];
    });
    const Words got = out.Read();
    for (unsigned b = 0; b < 10; ++b)
      EXPECT_EQ(got[1 + b], 400);
  }
}

}  // namespace
}  // namespace detrain::cudahost::test
