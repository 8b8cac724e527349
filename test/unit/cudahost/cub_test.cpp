// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB's stand-in against the standard library's algorithms, and under hostile schedules.
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>
#include <random>

#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Cub = HostBackend;
using Floats = std::vector<float>;

// Asks for storage first, as CUB's users do.
template <class Call>
void Do(const Call& call) {
  std::size_t bytes = 0;
  ASSERT_EQ(call(nullptr, bytes), cudaSuccess);
  ASSERT_GT(bytes, 0U);
  const Device<char> storage(bytes);
  ASSERT_EQ(call(storage.get(), bytes), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

Floats Random(std::size_t n) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> draw(-50, 50);  // many are equal
  Floats x(n);
  for (float& value : x)
    value = static_cast<float>(draw(random)) / 4;
  return x;
}

using Ints = std::vector<int>;

TEST_F(Cub, ChosenElementsKeepTheirOrder) {
  const Floats x = Random(500);
  const int n = static_cast<int>(x.size());
  Ints is_wanted(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    is_wanted[i] = x[i] > 3 ? 1 : 0;
  Floats wanted, unique;
  std::copy_if(x.begin(), x.end(), std::back_inserter(wanted), [](float value) { return value > 3; });
  std::unique_copy(x.begin(), x.end(), std::back_inserter(unique));
  const Device<float> in(x), out(x.size());
  const Device<int> flags(is_wanted), chosen(1);
  const auto kept = [&] {
    Floats all = out.Read();
    all.resize(static_cast<std::size_t>(chosen.Read()[0]));
    return all;
  };
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceSelect::If(at, size, in.get(), out.get(), chosen.get(), n, [](float value) { return value > 3; });
  });
  EXPECT_EQ(kept(), wanted);
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceSelect::Unique(at, size, in.get(), out.get(), chosen.get(), n);
  });
  EXPECT_EQ(kept(), unique);
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceSelect::Flagged(at, size, in.get(), flags.get(), out.get(), chosen.get(), n);
  });
  EXPECT_EQ(kept(), wanted);
}

TEST_F(Cub, RunsOfEqualNeighbours) {
  const Device<int> in(Ints{7, 7, 3, 5, 5, 5}), out(6), lengths(6), runs(1);
  const Device<float> values(Floats{1, 2, 3, 4, 5, 6}), sums(6);
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceRunLengthEncode::Encode(at, size, in.get(), out.get(), lengths.get(), runs.get(), 6);
  });
  EXPECT_EQ(runs.Read()[0], 3);
  EXPECT_EQ(out.Read(), (Ints{7, 3, 5, 0, 0, 0}));
  EXPECT_EQ(lengths.Read(), (Ints{2, 1, 3, 0, 0, 0}));
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(at, size, in.get(), out.get(), lengths.get(), runs.get(), 6);
  });
  EXPECT_EQ(runs.Read()[0], 2);
  EXPECT_EQ(out.Read(), (Ints{0, 3, 5, 0, 0, 0}));
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceReduce::ReduceByKey(at, size, in.get(), out.get(), values.get(), sums.get(), runs.get(),
                                          cub::Sum(), 6);
  });
  EXPECT_EQ(runs.Read()[0], 3);
  EXPECT_EQ(sums.Read(), (Floats{3, 3, 15, 0, 0, 0}));
}

TEST_F(Cub, HistogramsCountWhatLiesInABin) {
  const Device<float> in(Floats{-1, 0, 0.5F, 1, 2.5F, 3.99F, 4, 100}), bounds(Floats{0, 1, 10, 101});
  const Device<int> numbers(Ints{0, 1, 9, 10, 11, -3, 4, 4}), bins(Ints(4, 99));
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceHistogram::HistogramEven(at, size, in.get(), bins.get(), 5, 0.0F, 4.0F, 8);
  });
  EXPECT_EQ(bins.Read(), (Ints{2, 1, 1, 1}));
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceHistogram::HistogramRange(at, size, in.get(), bins.get(), 4, bounds.get(), 8);
  });
  EXPECT_EQ(bins.Read(), (Ints{2, 4, 1, 1}));
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceHistogram::HistogramEven(at, size, numbers.get(), bins.get(), 3, 0, 10, 8);
  });
  EXPECT_EQ(bins.Read(), (Ints{4, 1, 1, 1}));
}

TEST_F(Cub, ReductionsOfTheWholeDevice) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}}) {
    const Floats x = Random(n);
    const Device<float> in(x), out(1);
    const Device<int> index(1);
    Do([&](void* at, std::size_t& size) {
      return cub::DeviceReduce::Sum(at, size, in.get(), out.get(), static_cast<int>(n));
    });
    EXPECT_EQ(out.Read()[0], std::accumulate(x.begin(), x.end(), 0.0F));
    Do([&](void* at, std::size_t& size) {
      return cub::DeviceReduce::Max(at, size, in.get(), out.get(), static_cast<int>(n));
    });
    EXPECT_EQ(out.Read()[0], *std::max_element(x.begin(), x.end()));
    Do([&](void* at, std::size_t& size) {
      return cub::DeviceReduce::ArgMin(at, size, in.get(), out.get(), index.get(), static_cast<int>(n));
    });
    EXPECT_EQ(index.Read()[0], std::min_element(x.begin(), x.end()) - x.begin());
    Do([&](void* at, std::size_t& size) {
      return cub::DeviceReduce::TransformReduce(
          at, size, in.get(), out.get(), static_cast<int>(n), cub::Sum(), [](float value) { return value * value; },
          1.0F);
    });
    EXPECT_EQ(out.Read()[0], std::inner_product(x.begin(), x.end(), x.begin(), 1.0F));
  }
}

TEST_F(Cub, SegmentsHaveASumEach) {
  const Device<float> in(Floats{1, 2, 3, 4, 5}), out(3);
  const Device<int> bounds(std::vector<int>{0, 2, 2, 5});
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceSegmentedReduce::Sum(at, size, in.get(), out.get(), 3, bounds.get(), bounds.get() + 1);
  });
  EXPECT_EQ(out.Read(), (Floats{3, 0, 12}));
}

TEST_F(Cub, ScansInPlaceToo) {
  const Floats x = Random(300);
  Floats expected(x.size());
  std::partial_sum(x.begin(), x.end(), expected.begin());
  const Device<float> data(x), out(x.size());
  Do([&](void* at, std::size_t& size) { return cub::DeviceScan::InclusiveSum(at, size, data.get(), out.get(), 300); });
  EXPECT_EQ(out.Read(), expected);
  Do([&](void* at, std::size_t& size) { return cub::DeviceScan::ExclusiveSum(at, size, data.get(), data.get(), 300); });
  expected.insert(expected.begin(), 0.0F);
  expected.pop_back();
  EXPECT_EQ(data.Read(), expected);
}

TEST_F(Cub, SortsKeepEqualKeysInTheirOrder) {
  const Floats x = Random(500);
  std::vector<int> numbers(x.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const Device<float> keys(x), sorted(x.size());
  const Device<int> values(numbers), order(x.size());
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](int a, int b) { return x[static_cast<std::size_t>(a)] > x[static_cast<std::size_t>(b)]; });
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceRadixSort::SortPairsDescending(at, size, keys.get(), sorted.get(), values.get(), order.get(),
                                                     500);
  });
  EXPECT_EQ(order.Read(), numbers);
  Floats expected = x;
  std::sort(expected.begin(), expected.end());
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceRadixSort::SortKeys(at, size, keys.get(), sorted.get(), 500);
  });
  EXPECT_EQ(sorted.Read(), expected);
}

TEST_F(Cub, SortsBySomeBitsOfIntegers) {
  const Device<int> in(std::vector<int>{0x13, -1, 0x21, 0x02, -5}), out(5);
  Do([&](void* at, std::size_t& size) { return cub::DeviceRadixSort::SortKeys(at, size, in.get(), out.get(), 5); });
  EXPECT_EQ(out.Read(), (std::vector<int>{-5, -1, 0x02, 0x13, 0x21}));
  Do([&](void* at, std::size_t& size) {
    return cub::DeviceRadixSort::SortKeys(at, size, in.get(), out.get(), 4, 0, 4);
  });
  EXPECT_EQ((std::vector<int>{out.Read()[0], out.Read()[1], out.Read()[2]}), (std::vector<int>{0x21, 0x02, 0x13}));
  cub::DoubleBuffer<int> keys(in.get(), out.get());
  Do([&](void* at, std::size_t& size) { return cub::DeviceRadixSort::SortKeys(at, size, keys, 5); });
  EXPECT_EQ(keys.Current(), out.get());
}

void Sums(float* out, const float* x) {
  using Block = cub::BlockReduce<float, 96>;
  using Warp = cub::WarpReduce<float>;
  __shared__ Block::TempStorage block;
  __shared__ Warp::TempStorage warp;
  __shared__ cub::BlockScan<float, 96>::TempStorage scan;
  const float value = x[threadIdx.x];
  const float sum = Block(block).Sum(value), part = Warp(warp).Sum(value);
  float before = 0;
  cub::BlockScan<float, 96>(scan).ExclusiveSum(value, before);
  if (threadIdx.x == 0)
    out[0] = sum;
  if (threadIdx.x % 32 == 0)
    out[1 + threadIdx.x / 32] = part;
  if (threadIdx.x == 64)
    out[4] = before;
}

TEST_F(Cub, BlocksAndWarpsAddAlikeUnderEachSchedule) {
  const Floats x = Random(96);
  const auto sum = [&](std::size_t from, std::size_t to) {
    return std::accumulate(x.begin() + static_cast<std::ptrdiff_t>(from), x.begin() + static_cast<std::ptrdiff_t>(to),
                           0.0F);
  };
  const Floats expected = {sum(0, 96), sum(0, 32), sum(32, 64), sum(64, 96), sum(0, 64)};
  const auto run = [&] {
    const Device<float> in(x), out(5);
    const float* from = in.get();
    float* to = out.get();
    Launch(dim3(1), dim3(96), 0, nullptr, [=] { Sums(to, from); });
    return out.Read();
  };
  EXPECT_EQ(run(), expected);  // quarters: every order gives the same
  EXPECT_EQ(DifferentResults(5, run), 1U);
}

}  // namespace
}  // namespace detrain::cudahost::test
