// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tbb.hpp: oneTBB's parallel_reduce, parallel_sort, and parallel_for over ranges, with pieces that do not depend on the
// threads. The range is cut into Count shards, each is one piece, and results are joined by the tree of
// detrain/shards.h. Arguments, results and requirements are those of the functions of tbb that they replace; a
// partitioner has nothing to say. DETRAIN_WORKERS sets how many threads oneTBB uses, in a program that includes this.
// C++17.
#ifndef DETRAIN_TBB_HPP
#define DETRAIN_TBB_HPP

#include <detrain/shards.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

namespace detrain {

// What DETRAIN_WORKERS says, for the life of the program.
inline const std::optional<tbb::global_control>& TbbWorkers() {
  static const std::optional<tbb::global_control> kWorkers = [] {
    const char* text = std::getenv("DETRAIN_WORKERS");
    const long count = text != nullptr ? std::strtol(text, nullptr, 10) : 0;
    using Control = tbb::global_control;
    return count > 0 ? std::optional<Control>(std::in_place, Control::max_allowed_parallelism,
                                              static_cast<std::size_t>(count))
                     : std::nullopt;
  }();
  return kWorkers;
}
namespace {
[[maybe_unused]] const bool kTbbWorkersAreSet = TbbWorkers().has_value();
}

template <unsigned Count, class Range>
using Pieces = std::array<std::optional<Range>, Count>;

// Shard s of a range of numbers is [s * n / Count, (s + 1) * n / Count).
template <unsigned Count, class Value>
Pieces<Count, tbb::blocked_range<Value>> PiecesOf(const tbb::blocked_range<Value>& range) {
  Pieces<Count, tbb::blocked_range<Value>> pieces;
  const auto total = static_cast<int64_t>(range.size());
  const auto at = [&](unsigned shard) {
    return static_cast<Value>(range.begin() + static_cast<std::size_t>(detrain_shard_item(0, total, 1, shard, Count)));
  };
  for (unsigned shard = 0; shard < Count; ++shard)
    if (at(shard) < at(shard + 1))
      pieces[shard].emplace(at(shard), at(shard + 1), range.grainsize());
  return pieces;
}

// Others are halved as they say, as far as they can be.
template <std::size_t Count, class Range>
void Halve(std::array<std::optional<Range>, Count>& pieces, Range range, std::size_t first, std::size_t count) {
  std::size_t half = 1;
  while (2 * half < count)
    half *= 2;
  if (count > 1 && range.is_divisible()) {
    Range right(range, tbb::split());
    Halve(pieces, std::move(right), first + half, count - half);
    Halve(pieces, std::move(range), first, half);
  } else {
    pieces[first].emplace(std::move(range));
  }
}
template <unsigned Count, class Range>
Pieces<Count, Range> PiecesOf(const Range& range) {
  Pieces<Count, Range> pieces;
  if (!range.empty())
    Halve(pieces, range, 0, Count);
  return pieces;
}

template <unsigned Count, class Run>
void RunShards(const Run& run) {
  tbb::parallel_for(0U, Count, run, tbb::simple_partitioner());
}

// `join(left, right)` for each node of the tree over parts that are there.
template <class Parts, class Move, class Join>
void JoinShards(Parts& parts, const Move& move, const Join& join) {
  for (std::size_t width = 1; width < parts.size(); width *= 2)
    for (std::size_t left = 0; left + width < parts.size(); left += 2 * width)
      if (parts[left + width])
        parts[left] ? join(parts[left], parts[left + width]) : move(parts[left], parts[left + width]);
}

// Equal elements stay in their order.
template <unsigned Count, class It, class Compare = std::less<>>
void SortShards(It first, It last, Compare compare = Compare()) {
  const auto total = static_cast<int64_t>(last - first);
  const auto at = [&](unsigned shard) {
    return first + detrain_shard_item(0, total, 1, shard < Count ? shard : Count, Count);
  };
  RunShards<Count>([&](unsigned shard) { std::stable_sort(at(shard), at(shard + 1), compare); });
  for (unsigned width = 1; width < Count; width *= 2)
    tbb::parallel_for(0U, Count, 2 * width, [&](unsigned left) {
      std::inplace_merge(at(left), at(left + width), at(left + 2 * width), compare);
    });
}

template <unsigned Count, class Range, class Body, class... More>
void ForRangeShards(const Range& range, const Body& body, More&&...) {
  auto pieces = PiecesOf<Count>(range);
  RunShards<Count>([&](unsigned shard) {
    if (pieces[shard])
      body(*pieces[shard]);
  });
}

template <unsigned Count, class Range, class Value, class Function, class Reduction, class... More>
Value ReduceRangeShards(const Range& range, const Value& identity, const Function& function, const Reduction& reduction,
                        More&&...) {
  auto pieces = PiecesOf<Count>(range);
  std::array<std::optional<Value>, Count> parts;
  RunShards<Count>([&](unsigned shard) {
    if (pieces[shard])
      parts[shard].emplace(function(*pieces[shard], identity));
  });
  const auto move = [](std::optional<Value>& to, std::optional<Value>& from) { to.emplace(std::move(*from)); };
  JoinShards(parts, move, [&](std::optional<Value>& left, std::optional<Value>& right) {
    left.emplace(reduction(std::as_const(*left), std::as_const(*right)));
  });
  return parts[0] ? *std::move(parts[0]) : identity;
}

// Of a body that has what it adds up in itself: the first shard's is the caller's.
template <unsigned Count, class Range, class Body, class... More>
void JoinRangeShards(const Range& range, Body& body, More&&...) {
  auto pieces = PiecesOf<Count>(range);
  std::array<std::optional<Body>, Count> others;
  std::array<Body*, Count> bodies = {};
  for (unsigned shard = 0; shard < Count; ++shard)
    if (pieces[shard])
      bodies[shard] = shard == 0 ? &body : &others[shard].emplace(body, tbb::split());
  RunShards<Count>([&](unsigned shard) {
    if (bodies[shard] != nullptr)
      (*bodies[shard])(*pieces[shard]);
  });
  JoinShards(bodies, [](Body*& to, Body* from) { to = from; }, [](Body* left, Body* right) { left->join(*right); });
  if (bodies[0] != nullptr && bodies[0] != &body)
    body.join(*bodies[0]);
}

}  // namespace detrain

#endif
