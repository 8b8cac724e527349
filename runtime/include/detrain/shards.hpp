// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shards.hpp: std::reduce, std::transform_reduce and the scans under a parallel policy, without an order of the
// library's own. The items are cut into Count shards, each added up in its order, the shards by the tree of
// detrain/shards.h, and what comes out is added to `init`; a scan adds the sums of the shards from the left. Arguments,
// results and requirements are those of the functions of std that they replace; iterators are forward iterators. C++17.
#ifndef DETRAIN_SHARDS_HPP
#define DETRAIN_SHARDS_HPP

#include <detrain/shards.h>

#include <algorithm>
#include <array>
#include <execution>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

namespace detrain {

// Calls run(shard, begin, end) for each shard of `total` items.
template <unsigned Count, class Policy, class Run>
void ForShards(Policy&& policy, int64_t total, Run run) {
  std::array<unsigned, Count> shards;
  std::iota(shards.begin(), shards.end(), 0U);
  std::for_each(policy, shards.begin(), shards.end(), [&](unsigned shard) {
    run(shard, detrain_shard_item(0, total, 1, shard, Count), detrain_shard_item(0, total, 1, shard + 1, Count));
  });
}

// `item(at)`: what the iterators at a place stand for. They advance together.
template <unsigned Count, class Policy, class T, class Op, class Item, class First, class... Others>
T SumOfShards(Policy&& policy, T init, Op op, Item item, First first, First last, Others... others) {
  std::array<std::optional<T>, Count> parts;
  ForShards<Count>(policy, std::distance(first, last), [&](unsigned shard, int64_t begin, int64_t end) {
    const auto walk = [&](auto at, auto... beside) {
      for (int64_t i = begin; i < end; ++i, ++at, (++beside, ...))
        parts[shard] = parts[shard] ? op(*parts[shard], item(*at, *beside...)) : item(*at, *beside...);
    };
    if (begin < end)
      walk(std::next(first, begin), std::next(others, begin)...);
  });
  for (unsigned width = 1; width < Count; width *= 2)
    for (unsigned left = 0; left + width < Count; left += 2 * width)
      if (parts[left + width])
        parts[left] = parts[left] ? op(*parts[left], *parts[left + width]) : *parts[left + width];
  return parts[0] ? op(init, *parts[0]) : init;
}

template <unsigned Count, class Policy, class It, class T, class Op>
T ReduceShards(Policy&& policy, It first, It last, T init, Op op) {
  return SumOfShards<Count>(policy, init, op, [](const auto& item) -> T { return item; }, first, last);
}
template <unsigned Count, class Policy, class It, class T>
T ReduceShards(Policy&& policy, It first, It last, T init) {
  return ReduceShards<Count>(policy, first, last, init, std::plus<>());
}
template <unsigned Count, class Policy, class It>
auto ReduceShards(Policy&& policy, It first, It last) {
  return ReduceShards<Count>(policy, first, last, typename std::iterator_traits<It>::value_type());
}

template <unsigned Count, class Policy, class It, class T, class Op, class Map>
T TransformReduceShards(Policy&& policy, It first, It last, T init, Op op, Map map) {
  return SumOfShards<Count>(policy, init, op, [&](const auto& item) -> T { return map(item); }, first, last);
}
template <unsigned Count, class Policy, class A, class B, class T, class Op, class Join>
T TransformReduceShards(Policy&& policy, A first, A last, B other, T init, Op op, Join join) {
  return SumOfShards<Count>(
      policy, init, op, [&](const auto& a, const auto& b) -> T { return join(a, b); }, first, last, other);
}
template <unsigned Count, class Policy, class A, class B, class T>
T TransformReduceShards(Policy&& policy, A first, A last, B other, T init) {
  return TransformReduceShards<Count>(policy, first, last, other, init, std::plus<>(), std::multiplies<>());
}

// Each shard's items are added up; then each shard runs again from the sum of those before it. With `is_inclusive` a
// place gets the sum with its own item. `out` may be `first`.
template <unsigned Count, class Policy, class It, class Out, class T, class Op, class Map>
Out ScanShards(Policy&& policy, It first, It last, Out out, std::optional<T> init, Op op, Map map, bool is_inclusive) {
  const auto total = static_cast<int64_t>(std::distance(first, last));
  const auto add = [&](std::optional<T>& sum, const T& item) { sum = sum ? op(*sum, item) : item; };
  std::array<std::optional<T>, Count> sums;
  ForShards<Count>(policy, total, [&](unsigned shard, int64_t begin, int64_t end) {
    auto at = std::next(first, begin);
    for (int64_t i = begin; i < end; ++i, ++at)
      add(sums[shard], map(*at));
  });
  for (std::optional<T>& sum : sums) {  // from here on: of the shards before it
    std::swap(sum, init);
    if (init && sum)
      init = op(*sum, *init);
    else if (sum)
      init = sum;
  }
  ForShards<Count>(policy, total, [&](unsigned shard, int64_t begin, int64_t end) {
    auto at = std::next(first, begin);
    auto to = std::next(out, begin);
    for (int64_t i = begin; i < end; ++i, ++at, ++to) {
      const std::optional<T> before = sums[shard];
      add(sums[shard], map(*at));
      *to = is_inclusive ? *sums[shard] : *before;
    }
  });
  return std::next(out, total);
}

template <unsigned Count, class Policy, class It, class Out, class Op, class Map, class T>
Out TransformInclusiveScanShards(Policy&& policy, It first, It last, Out out, Op op, Map map, T init) {
  const auto item = [&](const auto& x) -> T { return map(x); };
  return ScanShards<Count>(policy, first, last, out, std::optional<T>(init), op, item, true);
}
template <unsigned Count, class Policy, class It, class Out, class Op, class Map>
Out TransformInclusiveScanShards(Policy&& policy, It first, It last, Out out, Op op, Map map) {
  using T = std::decay_t<decltype(map(*first))>;
  return ScanShards<Count>(policy, first, last, out, std::optional<T>(), op, map, true);
}
template <unsigned Count, class Policy, class It, class Out, class T, class Op, class Map>
Out TransformExclusiveScanShards(Policy&& policy, It first, It last, Out out, T init, Op op, Map map) {
  const auto item = [&](const auto& x) -> T { return map(x); };
  return ScanShards<Count>(policy, first, last, out, std::optional<T>(init), op, item, false);
}

template <unsigned Count, class Policy, class It, class Out, class Op, class T>
Out InclusiveScanShards(Policy&& policy, It first, It last, Out out, Op op, T init) {
  return TransformInclusiveScanShards<Count>(policy, first, last, out, op, [](const auto& x) { return x; }, init);
}
template <unsigned Count, class Policy, class It, class Out, class Op = std::plus<>>
Out InclusiveScanShards(Policy&& policy, It first, It last, Out out, Op op = {}) {
  return TransformInclusiveScanShards<Count>(policy, first, last, out, op, [](const auto& x) { return x; });
}
template <unsigned Count, class Policy, class It, class Out, class T, class Op = std::plus<>>
Out ExclusiveScanShards(Policy&& policy, It first, It last, Out out, T init, Op op = {}) {
  return TransformExclusiveScanShards<Count>(policy, first, last, out, init, op, [](const auto& x) { return x; });
}

}  // namespace detrain

#endif
