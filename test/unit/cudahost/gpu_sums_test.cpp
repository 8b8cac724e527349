// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of kernels for a GPU, with the host backend in the driver's place: the table under hostile schedules, its
// growth, and what is done where it is too small.
#include <random>

#include "detrain/cudahost/launch.h"
#include "device.h"
#include "runtime/gpu/sums.h"
#include "test/unit/kernels/addends.h"
#include "test/unit/kernels/exact.h"

namespace detrain::cudahost::test {
namespace {

using kernels::test::Addends;
using kernels::test::Exact;
using kernels::test::IsNearestFloat;
using GpuSums = HostBackend;
using Floats = std::vector<float>;

template <class T>
void Sum(T* out, const int* at, const T* x, int n, cudaStream_t stream = nullptr) {
  SumsBegin(stream);
  Launch(static_cast<unsigned>((n + 63) / 64), 64, 0, stream, [=] {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
      detrain_sum(&out[at[i]], x[i]);
  });
  SumsEnd(stream);
}

TEST_F(GpuSums, AreExactAndRoundedOnceInAnyOrder) {
  constexpr int kAddends = 1500, kPlaces = 150;
  const Addends given(kAddends, kPlaces, 5);
  Device<int> at(given.at);
  Device<float> x(given.x);
  const Floats before(kPlaces, 0.5F);
  for (unsigned seed = 0; seed < 6; ++seed) {
    if (seed != 0)
      SetSchedule(seed);
    Device<float> out(before);
    Sum(out.get(), at.get(), x.get(), kAddends);
    Sum(out.get(), at.get(), x.get(), 0);
    const Floats sums = out.Read();
    for (std::size_t place = 0; place < sums.size(); ++place) {
      Exact exact;
      exact.Add(0.5);
      for (std::size_t i = 0; i < given.x.size(); ++i)
        if (given.at[i] == static_cast<int>(place))
          exact.Add(given.x[i]);
      EXPECT_TRUE(IsNearestFloat(exact, sums[place])) << "schedule " << seed << ", place " << place;
    }
  }
}

TEST_F(GpuSums, OfOtherFormatsAndOfSpecialValues) {
  const std::vector<int> places = {0, 1, 1, 2, 3, 3, 4};
  Device<int> at(places);
  Device<double> x(std::vector<double>{1e300, 0x1p-1074, 0x1p-1074, INFINITY, INFINITY, -INFINITY, 0});
  Device<double> out(std::vector<double>{1, 0, 5, 5, -0.0, -0.0});
  Sum(out.get(), at.get(), x.get(), 7);
  const std::vector<double> sums = out.Read();
  EXPECT_EQ(sums[0], 1e300);
  EXPECT_EQ(sums[1], 0x1p-1073);
  EXPECT_EQ(sums[2], INFINITY);
  EXPECT_TRUE(std::isnan(sums[3]));
  EXPECT_FALSE(std::signbit(sums[4]));  // a zero was added
  EXPECT_TRUE(std::signbit(sums[5]));   // nothing was

  Device<__half> halves(std::vector<__half>{__float2half(1), __float2half(0x1p-11F), __float2half(0x1p-11F)});
  Device<__half> half(std::vector<__half>{__float2half(0)});
  Device<int> zeros(std::vector<int>{0, 0, 0});
  Sum(half.get(), zeros.get(), halves.get(), 3);
  EXPECT_EQ(__half2float(half.Read()[0]), 1 + 0x1p-10F);  // one at a time, both would have been lost
}

TEST_F(GpuSums, OfTwoStreamsFollowEachOther) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const Addends given(300, 3, 6);
  Device<int> at(given.at);
  Device<float> x(given.x);
  const auto run = [&] {
    Device<float> out(Floats(3, 0));
    const float* from = x.get();
    for (int i = 0; i < 4; ++i, from += 50)
      Sum(out.get(), at.get(), from, 50 + i, streams[i % 2]);
    cudaDeviceSynchronize();
    return out.Read();
  };
  EXPECT_EQ(DifferentResults(12, run), 1U);
  for (const cudaStream_t stream : streams)
    cudaStreamDestroy(stream);
}

void SumOnes(int n) {
  std::vector<int> each(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    each[static_cast<std::size_t>(i)] = i;
  Device<int> at(each);
  Device<float> x(Floats(each.size(), 1)), out(Floats(each.size(), 1));
  for (int i = 0; i < 2; ++i)
    Sum(out.get(), at.get(), x.get(), n);
  EXPECT_EQ(out.Read(), Floats(each.size(), 3)) << n;
}

// One MiB has room for 212 pages. Each process has one table.
TEST_F(GpuSums, TheTableGrowsBetweenLaunches) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("DETRAIN_GPU_SUMS", "1", 1);
        for (const int n : {64 * 110, 64 * 100, 64 * 400})
          SumOnes(n);
        std::exit(testing::Test::HasFailure() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(GpuSums, ALaunchThatNeedsMoreEndsTheRun) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("DETRAIN_GPU_SUMS", "1", 1);
        SumOnes(64 * 300);
        cudaDeviceSynchronize();
        std::exit(0);
      },
      testing::ExitedWithCode(3), "sums of floats by atomicAdd: no room for their accumulators; set DETRAIN_GPU_SUMS");
}

}  // namespace
}  // namespace detrain::cudahost::test
