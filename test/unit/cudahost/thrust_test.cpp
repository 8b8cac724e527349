// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thrust's stand-in against the standard library's algorithms, on the device and on the host, and under hostile
// schedules.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/unique.h>
#include <thrust/zip_function.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "device.h"

namespace detrain::cudahost::test {
namespace {

using Thrust = HostBackend;
using Ints = std::vector<int>;
using Floats = std::vector<float>;
using thrust::device_vector;
using thrust::host_vector;

template <class Vector>
auto Read(const Vector& vector) {
  std::vector<typename Vector::value_type> all;
  for (std::size_t i = 0; i < vector.size(); ++i)
    all.push_back(vector[i]);
  return all;
}

Ints Random(std::size_t n) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> draw(-50, 50);  // many are equal
  Ints x(n);
  for (int& value : x)
    value = draw(random);
  return x;
}

TEST_F(Thrust, VectorsGrowShrinkAndKeepTheirElements) {
  device_vector<int> v;
  EXPECT_TRUE(v.empty());
  Ints wanted;
  for (int i = 0; i < 40; ++i) {
    v.push_back(i);
    wanted.push_back(i);
  }
  EXPECT_EQ(Read(v), wanted);
  v[3] = 70;
  v[4] += 5;
  v.resize(50, 9);
  v.erase(v.begin() + 1);
  v.insert(v.begin(), -1);
  wanted[3] = 70;
  wanted[4] += 5;
  wanted.resize(50, 9);
  wanted.erase(wanted.begin() + 1);
  wanted.insert(wanted.begin(), -1);
  EXPECT_EQ(Read(v), wanted);
  v.resize(7);
  v.pop_back();
  wanted.resize(6);
  EXPECT_EQ(Read(v), wanted);
  EXPECT_EQ(static_cast<int>(v.front()), -1);
  EXPECT_EQ(static_cast<int>(v.back()), wanted.back());
  v.clear();
  EXPECT_EQ(v.size(), 0U);
  EXPECT_EQ(Read(device_vector<int>(3)), Ints(3, 0));
  EXPECT_EQ(Read(device_vector<int>{4, 5}), (Ints{4, 5}));
}

TEST_F(Thrust, VectorsAreMadeOfEachOther) {
  const Ints x = Random(300);
  const device_vector<int> of_std(x), of_range(x.begin() + 10, x.end());
  const host_vector<int> back = of_std;
  EXPECT_EQ(Read(back), x);
  EXPECT_EQ(Read(of_range), Ints(x.begin() + 10, x.end()));
  device_vector<float> other = back;
  EXPECT_EQ(Read(other), Floats(x.begin(), x.end()));
  device_vector<int> same = of_std, moved = std::move(same);
  EXPECT_TRUE(moved == of_std);
  moved = of_range;
  EXPECT_TRUE(moved != of_std);
  moved.assign(5, 3);
  EXPECT_EQ(Read(moved), Ints(5, 3));
  const device_vector<int> counted(thrust::make_counting_iterator(2), thrust::make_counting_iterator(6));
  EXPECT_EQ(Read(counted), (Ints{2, 3, 4, 5}));
  Ints there(x.size());
  thrust::copy(of_std.begin(), of_std.end(), there.begin());
  EXPECT_EQ(there, x);
  thrust::copy_n(x.begin(), 5, moved.begin());
  EXPECT_EQ(Read(moved), Ints(x.begin(), x.begin() + 5));
  other.swap(other);
  EXPECT_EQ(thrust::raw_pointer_cast(of_std.data()), thrust::raw_pointer_cast(&*of_std.begin()));
}

TEST_F(Thrust, EachElementByItself) {
  const Ints x = Random(1000);
  const device_vector<int> in(x);
  device_vector<int> out(x.size());
  Ints wanted(x.size());
  thrust::transform(in.begin(), in.end(), out.begin(), thrust::negate<int>());
  std::transform(x.begin(), x.end(), wanted.begin(), std::negate<>());
  EXPECT_EQ(Read(out), wanted);
  using namespace thrust::placeholders;
  thrust::transform(thrust::device, in.begin(), in.end(), out.begin(), out.begin(), 3 * _1 - _2);
  for (std::size_t i = 0; i < x.size(); ++i)
    wanted[i] = 3 * x[i] + x[i];
  EXPECT_EQ(Read(out), wanted);
  thrust::transform_if(in.begin(), in.end(), out.begin(), thrust::square<int>(), [](int value) { return value > 0; });
  for (std::size_t i = 0; i < x.size(); ++i)
    wanted[i] = x[i] > 0 ? x[i] * x[i] : wanted[i];
  EXPECT_EQ(Read(out), wanted);
  thrust::for_each(out.begin(), out.end(), [](int& value) { value += 1; });
  thrust::for_each_n(thrust::device, thrust::make_counting_iterator(0), 10,
                     [to = thrust::raw_pointer_cast(out.data())](int i) { to[i] = -i; });
  for (std::size_t i = 0; i < x.size(); ++i)
    wanted[i] = i < 10 ? -static_cast<int>(i) : wanted[i] + 1;
  EXPECT_EQ(Read(out), wanted);
  thrust::replace_if(out.begin(), out.end(), _1 < 0, 4);
  thrust::replace(out.begin(), out.end(), 4, 5);
  for (int& value : wanted)
    value = value < 0 || value == 4 ? 5 : value;
  EXPECT_EQ(Read(out), wanted);
  thrust::adjacent_difference(in.begin(), in.end(), out.begin());
  std::adjacent_difference(x.begin(), x.end(), wanted.begin());
  EXPECT_EQ(Read(out), wanted);
  thrust::sequence(out.begin(), out.end(), 5, 2);
  EXPECT_EQ(static_cast<int>(out[7]), 19);
  thrust::tabulate(out.begin(), out.end(), [](std::ptrdiff_t i) { return static_cast<int>(i * i); });
  EXPECT_EQ(static_cast<int>(out[9]), 81);
  thrust::generate(out.begin(), out.end(), [] { return 8; });
  thrust::fill(out.begin(), out.begin() + 2, 6);
  thrust::uninitialized_fill(out.begin() + 2, out.begin() + 3, 7);
  EXPECT_EQ(Read(device_vector<int>(out.begin(), out.begin() + 4)), (Ints{6, 6, 7, 8}));
  device_vector<int> other(x.size(), 1);
  thrust::swap_ranges(out.begin(), out.end(), other.begin());
  EXPECT_EQ(Read(out), Ints(x.size(), 1));
}

TEST_F(Thrust, ElementsByTheirNumbers) {
  const Ints numbers = {3, 0, 2, 1};
  const device_vector<int> map(numbers);
  const device_vector<float> in(Floats{10, 20, 30, 40});
  device_vector<float> out(4);
  thrust::gather(map.begin(), map.end(), in.begin(), out.begin());
  EXPECT_EQ(Read(out), (Floats{40, 10, 30, 20}));
  thrust::scatter(in.begin(), in.end(), map.begin(), out.begin());
  EXPECT_EQ(Read(out), (Floats{20, 40, 30, 10}));
  const auto chosen = thrust::make_permutation_iterator(in.begin(), map.begin());
  EXPECT_EQ(thrust::reduce(chosen, chosen + 2), 50);
  thrust::copy(thrust::make_reverse_iterator(in.end()), thrust::make_reverse_iterator(in.begin()), out.begin());
  EXPECT_EQ(Read(out), (Floats{40, 30, 20, 10}));
}

TEST_F(Thrust, Sums) {
  const Ints x = Random(777);
  const device_vector<int> in(x);
  EXPECT_EQ(thrust::reduce(in.begin(), in.end()), std::accumulate(x.begin(), x.end(), 0));
  EXPECT_EQ(thrust::reduce(in.begin(), in.end(), -99, thrust::maximum<int>()), *std::max_element(x.begin(), x.end()));
  EXPECT_EQ(thrust::transform_reduce(in.begin(), in.end(), thrust::square<int>(), 5, thrust::plus<int>()),
            std::inner_product(x.begin(), x.end(), x.begin(), 5));
  EXPECT_EQ(thrust::inner_product(in.begin(), in.end(), in.begin(), 0),
            std::inner_product(x.begin(), x.end(), x.begin(), 0));
  const auto squares = thrust::make_transform_iterator(in.begin(), thrust::square<int>());
  EXPECT_EQ(thrust::reduce(thrust::device, squares, squares + 3), x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  const auto ones = thrust::make_constant_iterator(2);
  EXPECT_EQ(thrust::reduce(ones, ones + 5), 10);
  EXPECT_EQ(thrust::count(in.begin(), in.end(), 7), std::count(x.begin(), x.end(), 7));
  EXPECT_EQ(thrust::count_if(in.begin(), in.end(), [](int value) { return value > 9; }),
            std::count_if(x.begin(), x.end(), [](int value) { return value > 9; }));
  device_vector<int> out(x.size());
  Ints wanted(x.size());
  thrust::inclusive_scan(in.begin(), in.end(), out.begin());
  std::partial_sum(x.begin(), x.end(), wanted.begin());
  EXPECT_EQ(Read(out), wanted);
  thrust::copy(in.begin(), in.end(), out.begin());
  thrust::exclusive_scan(out.begin(), out.end(), out.begin(), 3);  // in place
  std::exclusive_scan(x.begin(), x.end(), wanted.begin(), 3);
  EXPECT_EQ(Read(out), wanted);
}

TEST_F(Thrust, SumsByKey) {
  const device_vector<int> keys(Ints{1, 1, 2, 5, 5, 5});
  const device_vector<float> values(Floats{1, 2, 3, 4, 5, 6});
  device_vector<int> keys_out(6);
  device_vector<float> sums(6);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), keys_out.begin(), sums.begin());
  EXPECT_EQ(Read(device_vector<int>(keys_out.begin(), ends.first)), (Ints{1, 2, 5}));
  EXPECT_EQ(Read(device_vector<float>(sums.begin(), ends.second)), (Floats{3, 3, 15}));
  const auto only_sums = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1),
                                               thrust::make_discard_iterator(), keys_out.begin());
  EXPECT_EQ(Read(device_vector<int>(keys_out.begin(), only_sums.second)), (Ints{2, 1, 3}));
}

TEST_F(Thrust, SortsAndSearches) {
  const Ints x = Random(501);
  device_vector<int> keys(x), numbers(x.size());
  thrust::sequence(numbers.begin(), numbers.end());
  thrust::sort_by_key(keys.begin(), keys.end(), numbers.begin());
  Ints order(x.size()), sorted = x;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return x[static_cast<std::size_t>(a)] < x[static_cast<std::size_t>(b)]; });
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(Read(keys), sorted);
  EXPECT_EQ(Read(numbers), order);
  EXPECT_TRUE(thrust::is_sorted(keys.begin(), keys.end()));
  const device_vector<int> wanted(Ints{-60, 0, 60});
  device_vector<int> places(3);
  thrust::upper_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), places.begin());
  EXPECT_EQ(static_cast<int>(places[1]), std::upper_bound(sorted.begin(), sorted.end(), 0) - sorted.begin());
  thrust::lower_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), places.begin());
  EXPECT_EQ(Read(places), (Ints{0, static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), 0) - sorted.begin()),
                                static_cast<int>(sorted.size())}));
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  EXPECT_EQ(Read(keys), sorted);
  EXPECT_EQ(thrust::max_element(keys.begin(), keys.end()) - keys.begin(), 0);
  EXPECT_EQ(static_cast<int>(*thrust::min_element(keys.begin(), keys.end())), sorted.back());
  EXPECT_EQ(thrust::find(keys.begin(), keys.end(), 3) - keys.begin(),
            std::find(sorted.begin(), sorted.end(), 3) - sorted.begin());
  EXPECT_TRUE(thrust::any_of(keys.begin(), keys.end(), [](int value) { return value == 3; }));
  EXPECT_FALSE(thrust::all_of(keys.begin(), keys.end(), [](int value) { return value == 3; }));
}

TEST_F(Thrust, ChosenElementsKeepTheirOrder) {
  const Ints x = Random(400);
  const auto is_wanted = [](int value) { return value > 3; };
  device_vector<int> all(x), out(x.size());
  Ints wanted;
  std::copy_if(x.begin(), x.end(), std::back_inserter(wanted), is_wanted);
  out.erase(thrust::copy_if(all.begin(), all.end(), out.begin(), is_wanted), out.end());
  EXPECT_EQ(Read(out), wanted);
  device_vector<int> parted(x);
  const auto middle = thrust::partition(parted.begin(), parted.end(), is_wanted);
  EXPECT_EQ(Read(device_vector<int>(parted.begin(), middle)), wanted);
  all.erase(thrust::remove_if(all.begin(), all.end(), [=](int value) { return !is_wanted(value); }), all.end());
  EXPECT_EQ(Read(all), wanted);
  all.erase(thrust::unique(all.begin(), all.end()), all.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  EXPECT_EQ(Read(all), wanted);
}

TEST_F(Thrust, SeveralRangesAsOne) {
  const device_vector<float> a(Floats{1, 2, 3}), b(Floats{4, 5, 6});
  device_vector<float> out(3);
  const auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
  thrust::transform(first, first + 3, out.begin(), [](const thrust::tuple<float, float>& both) {
    return thrust::get<0>(both) * thrust::get<1>(both);
  });
  EXPECT_EQ(Read(out), (Floats{4, 10, 18}));
  const auto all = thrust::make_zip_iterator(a.begin(), out.begin());
  thrust::for_each(all, all + 3, [](const auto& both) { thrust::get<1>(both) = -thrust::get<0>(both); });
  EXPECT_EQ(Read(out), (Floats{-1, -2, -3}));
  thrust::transform(first, first + 3, out.begin(), thrust::make_zip_function([](float x, float y) { return y - x; }));
  EXPECT_EQ(Read(out), (Floats{3, 3, 3}));
}

TEST_F(Thrust, TheHostDoesItsOwn) {
  host_vector<int> v(Ints{3, 1, 2});
  int next = 0;
  thrust::generate(v.begin(), v.end(), [&next] { return ++next; });
  EXPECT_EQ(Read(v), (Ints{1, 2, 3}));
  Ints plain = {5, 4};
  thrust::sort(thrust::host, plain.data(), plain.data() + 2);
  EXPECT_EQ(plain, (Ints{4, 5}));
  EXPECT_EQ(thrust::reduce(plain.begin(), plain.end()), 9);
}

TEST_F(Thrust, EnginesSkipDraws) {
  thrust::default_random_engine one(5), other(5);
  std::minstd_rand wanted(5);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(one(), wanted());
  other.discard(1000);
  EXPECT_TRUE(one == other);
  thrust::uniform_int_distribution<int> die(1, 6);
  thrust::normal_distribution<float> normal(2, 1);
  thrust::uniform_real_distribution<float> uniform(3, 4);
  double sum = 0;
  for (int i = 0; i < 4000; ++i) {
    const int eyes = die(one);
    EXPECT_TRUE(eyes >= 1 && eyes <= 6);
    const float part = uniform(one);
    EXPECT_TRUE(part >= 3 && part <= 4);
    sum += static_cast<double>(normal(one));
  }
  EXPECT_NEAR(sum / 4000, 2, 0.1);
}

// Functors run in threads whose order nobody promises.
TEST_F(Thrust, RacingFunctorsDifferUnderSchedules) {
  const auto run = [] {
    device_vector<float> sum(1);
    thrust::for_each_n(
        thrust::device, thrust::make_counting_iterator(0), 300,
        [to = thrust::raw_pointer_cast(sum.data())](int i) { atomicAdd(to, 1.0F / (1.0F + static_cast<float>(i))); });
    return static_cast<float>(sum[0]);
  };
  EXPECT_GT(DifferentResults(8, run), 1U);
  const auto ordered = [] {
    device_vector<float> v(300);
    thrust::sequence(v.begin(), v.end());
    return thrust::transform_reduce(
        v.begin(), v.end(), [](float x) { return 1.0F / (1.0F + x); }, 0.0F, thrust::plus<float>());
  };
  EXPECT_EQ(DifferentResults(8, ordered), 1U);
}

TEST_F(Thrust, MemoryByHand) {
  const thrust::device_ptr<float> at = thrust::device_malloc<float>(3);
  thrust::fill(at, at + 3, 2.0F);
  thrust::device_ptr<float> same(thrust::raw_pointer_cast(at));
  same[1] = 5;
  EXPECT_EQ(thrust::reduce(thrust::device, at.get(), at.get() + 3), 9);
  std::minstd_rand engine(1);
  device_vector<int> order(20);
  thrust::sequence(order.begin(), order.end());
  thrust::shuffle(order.begin(), order.end(), engine);
  Ints sorted = Read(order);
  EXPECT_FALSE(std::is_sorted(sorted.begin(), sorted.end()));
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted.back(), 19);
  thrust::device_free(at);
}

}  // namespace
}  // namespace detrain::cudahost::test
