// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum over ranks: each rank adds up the largest subtrees that lie in its shards; rank p gathers these of all ranks
// for piece p of the numbers, adds them up by what is left of the tree, and all gather the pieces. With V / W a power
// of two a rank has one subtree, and 2 (W - 1) / W times the numbers go out of each rank, as in a ring.
#include <detrain/ranks.h>
#include <detrain/shards.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "fail.h"
#include "rank_rounds.h"

namespace {

using detrain::runtime::Gather;
using detrain::runtime::PartnersIn;

std::size_t Cut(std::size_t total, int part, int parts) {
  return static_cast<std::size_t>(detrain_shard_item(0, static_cast<std::int64_t>(total), 1,
                                                     static_cast<unsigned>(part), static_cast<unsigned>(parts)));
}

// A subtree over the shards [first, end) that one rank holds, and no larger one.
struct Subtree {
  unsigned first = 0, end = 0, width = 0;
  int rank = 0;
};

// The fixed tree, as far as the ranks share it.
class Tree {
 public:
  Tree(unsigned shards, int ranks) : shards_(shards), ranks_(ranks) {
    while (width_ < shards)
      width_ *= 2;
    Collect(0, width_);
  }

  [[nodiscard]] const std::vector<Subtree>& subtrees() const { return subtrees_; }
  [[nodiscard]] std::size_t CountOf(int rank) const {
    return static_cast<std::size_t>(
        std::count_if(subtrees_.begin(), subtrees_.end(), [&](const Subtree& one) { return one.rank == rank; }));
  }

  // Number `at` of all; `partial(k)` is that of subtree k.
  template <typename Partial>
  auto Sum(const Partial& partial) const {
    std::size_t next = 0;
    return SumFrom(0, width_, partial, next);
  }

  // The sum of a subtree's own shards, by the same tree.
  template <typename T>
  static T Inside(const T* parts, std::size_t length, unsigned first, unsigned end, unsigned width, std::size_t at) {
    if (width == 1)
      return parts[first * length + at];
    const unsigned half = width / 2;
    const T left = Inside(parts, length, first, end, half, at);
    return first + half < end ? left + Inside(parts, length, first + half, end, half, at) : left;
  }

 private:
  [[nodiscard]] int OwnerOf(unsigned shard) const {
    int rank = 0;
    while (detrain_first_shard(shards_, rank + 1, ranks_) <= shard)
      ++rank;
    return rank;
  }

  [[nodiscard]] bool IsOwned(unsigned first, unsigned width) const {
    return OwnerOf(first) == OwnerOf(std::min(first + width, shards_) - 1);
  }

  void Collect(unsigned first, unsigned width) {
    if (first >= shards_)
      return;
    if (IsOwned(first, width)) {
      subtrees_.push_back({first, std::min(first + width, shards_), width, OwnerOf(first)});
      return;
    }
    Collect(first, width / 2);
    Collect(first + width / 2, width / 2);
  }

  template <typename Partial>
  auto SumFrom(unsigned first, unsigned width, const Partial& partial, std::size_t& next) const
      -> decltype(partial(std::size_t{})) {
    if (subtrees_[next].first == first && subtrees_[next].width == width)
      return partial(next++);
    const unsigned half = width / 2;
    const auto left = SumFrom(first, half, partial, next);
    return first + half < shards_ ? left + SumFrom(first + half, half, partial, next) : left;
  }

  unsigned shards_, width_ = 1;
  int ranks_;
  std::vector<Subtree> subtrees_;
};

// What one rank does for a sum.
template <typename T>
class Summing {
 public:
  Summing(const detrain_transport& ranks, unsigned shards, const T* parts, std::size_t length)
      : ranks_(ranks), tree_(shards, ranks.size), length_(length) {
    const unsigned mine = detrain_first_shard(shards, ranks.rank, ranks.size);
    for (const Subtree& one : tree_.subtrees()) {
      if (one.rank != ranks.rank)
        continue;
      for (std::size_t at = 0; at < length; ++at)
        own_.push_back(Tree::Inside(parts, length, one.first - mine, one.end - mine, one.width, at));
    }
  }

  int To(T* sum) {
    partials_.resize(tree_.subtrees().size());
    for (int round = 0; round < ranks_.size; ++round) {
      const auto [to, from] = PartnersIn(round, ranks_);
      if (const int error = Round(to, from))
        return error;
    }
    const std::size_t begin = Begin(ranks_.rank), count = Begin(ranks_.rank + 1) - begin;
    for (std::size_t at = 0; at < count; ++at)
      sum[begin + at] = tree_.Sum([&](std::size_t k) { return partials_[k][at]; });
    return Spread(sum);
  }

 private:
  [[nodiscard]] std::size_t Begin(int rank) const { return Cut(length_, rank, ranks_.size); }

  // Piece `to` of this rank's subtrees goes, this rank's piece of those of `from` comes.
  int Round(int to, int from) {
    std::vector<T> out, in(tree_.CountOf(from) * (Begin(ranks_.rank + 1) - Begin(ranks_.rank)));
    for (std::size_t k = 0; k < tree_.CountOf(ranks_.rank); ++k)
      for (std::size_t at = Begin(to); at < Begin(to + 1); ++at)
        out.push_back(own_[k * length_ + at]);
    if (to == ranks_.rank)
      in = out;
    else if (const int error = ranks_.exchange(ranks_.context, to, out.data(), out.size() * sizeof(T), from, in.data(),
                                               in.size() * sizeof(T)))
      return error;
    const std::size_t count = Begin(ranks_.rank + 1) - Begin(ranks_.rank);
    std::size_t taken = 0;
    for (std::size_t k = 0; k < tree_.subtrees().size(); ++k)
      if (tree_.subtrees()[k].rank == from) {
        const auto first = in.begin() + static_cast<std::ptrdiff_t>(taken * count);
        partials_[k].assign(first, first + static_cast<std::ptrdiff_t>(count));
        ++taken;
      }
    return 0;
  }

  int Spread(T* sum) const {
    return Gather(ranks_, reinterpret_cast<char*>(sum), [&](int rank) { return Begin(rank) * sizeof(T); });
  }

  const detrain_transport& ranks_;
  Tree tree_;
  std::size_t length_;
  std::vector<T> own_;                    // this rank's subtrees, `length_` numbers each
  std::vector<std::vector<T>> partials_;  // of every subtree, this rank's piece
};

template <typename T>
int AllSum(const detrain_transport& ranks, unsigned shards, const T* parts, std::size_t length, T* sum) {
  if (static_cast<unsigned>(ranks.size) > shards)
    detrain::runtime::Refuse(std::to_string(ranks.size) + " ranks for " + std::to_string(shards) +
                             " shards: start as many ranks as there are shards at most");
  return Summing<T>(ranks, shards, parts, length).To(sum);
}

}  // namespace

extern "C" {

unsigned detrain_first_shard(unsigned shards, int rank, int size) {
  return static_cast<unsigned>(Cut(shards, rank, size));
}

int detrain_all_sum_f32(const detrain_transport* ranks, unsigned shards, const float* parts, std::size_t length,
                        float* sum) {
  return AllSum(*ranks, shards, parts, length, sum);
}

int detrain_all_sum_f64(const detrain_transport* ranks, unsigned shards, const double* parts, std::size_t length,
                        double* sum) {
  return AllSum(*ranks, shards, parts, length, sum);
}

int detrain_all_gather(const detrain_transport* ranks, void* all, std::size_t total) {
  return Gather(*ranks, static_cast<char*>(all), [&](int rank) { return Cut(total, rank, ranks->size); });
}

int detrain_all_wait(const detrain_transport* ranks) {
  return detrain_all_gather(ranks, nullptr, 0);
}

}  // extern "C"
