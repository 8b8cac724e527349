// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shards.hpp: std::reduce and std::transform_reduce under a parallel policy, without an order of the library's own. The
// items are cut into Count shards, each added up in its order, the shards by the tree of detrain/shards.h, and what
// comes out is added to `init`. Arguments, results and requirements are those of the functions of std that they
// replace; iterators are forward iterators. C++17.
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

namespace detrain {

// `item(at)`: what the iterators at a place stand for. They advance together.
template <unsigned Count, class Policy, class T, class Op, class Item, class First, class... Others>
T SumOfShards(Policy&& policy, T init, Op op, Item item, First first, First last, Others... others) {
  const auto total = static_cast<int64_t>(std::distance(first, last));
  std::array<std::optional<T>, Count> parts;
  std::array<unsigned, Count> shards;
  std::iota(shards.begin(), shards.end(), 0U);
  const auto sum_shard = [&](unsigned shard) {
    const int64_t begin = detrain_shard_item(0, total, 1, shard, Count),
                  end = detrain_shard_item(0, total, 1, shard + 1, Count);
    const auto walk = [&](auto at, auto... beside) {
      for (int64_t i = begin; i < end; ++i, ++at, (++beside, ...))
        parts[shard] = parts[shard] ? op(*parts[shard], item(*at, *beside...)) : item(*at, *beside...);
    };
    if (begin < end)
      walk(std::next(first, begin), std::next(others, begin)...);
  };
  std::for_each(policy, shards.begin(), shards.end(), sum_shard);
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

}  // namespace detrain

#endif
